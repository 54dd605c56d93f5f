/*
 * text_vectors.c - the mean of the vectors of a text's words.
 *
 *   word_vectors(word, vector [, weight [, language]])
 *                        aggregate: the vocabulary, as a pointer (word_pointers.h)
 *   text_vector(text, vectors)
 *                        the vector of a text, as a dense blob
 *
 *   (1) Words are those of core/vectors/word_stems.h: without case and accents, as stems of
 *       `language`. Rows that are no word of a text are ignored, and so are rows with a NULL word
 *       or vector. A NULL weight is 1, a NULL language 'english'.
 *   (2) All rows must have the dimensions and the language of the first.
 *   (3) A text without known words has no vector: NULL.
 */
#include "word_pointers.h"

#include "connection.h"
#include "vector_argument.h"

#include <string.h> /* memcmp, strlen */

static const char pointer_type[] = "word_vectors";

static const double weight_max = 1e30; /* sums of products stay far from infinity */

struct shared_word_vectors *word_vectors_share(struct shared_word_vectors *shared) {
    if (shared)
        shared->references++;
    return shared;
}

void word_vectors_release(void *pointer) {
    struct shared_word_vectors *shared = pointer;
    if (!shared || --shared->references > 0)
        return;
    text_reader_free(&shared->reader);
    word_vectors_free(&shared->vectors);
    sqlite3_free(shared);
}

struct shared_word_vectors *word_vectors_argument(struct arguments *arguments, const char *name,
                                                  sqlite3_value *value) {
    return argument_pointer(arguments, name, "word_vectors", pointer_type, value);
}

/* ---- word_vectors() ---- */

struct building {
    struct shared_word_vectors *shared; /* NULL before the first row */
    struct word_stems stems;
};

/* Names the languages. */
static void refuse_language(struct arguments *arguments, struct argument_bytes language) {
    char names[1024] = "'' or one of ";
    size_t length = strlen(names);
    for (const char *const *known = stemmer_languages(); *known; known++)
        if (length + strlen(*known) + 4 < sizeof names)
            length += strlen(sqlite3_snprintf((int)(sizeof names - length), names + length, "%s%s",
                                              *known, known[1] ? ", " : ""));
    if (stemmer_is_built())
        arguments_refuse_word(arguments, "language", names, language);
    else
        arguments_refuse_word(arguments, "language",
                              "'' (this neardup was built without libstemmer: see docs/install.md)",
                              language);
}

/* Copies the language, or records an error. */
static void argument_language(struct arguments *arguments, sqlite3_value *value,
                              char copy[word_language_size]) {
    static const char english[] = "english";
    struct argument_bytes language = {english, strlen(english)};
    if (value && sqlite3_value_type(value) != SQLITE_NULL)
        language = argument_text(arguments, "language", value);
    if (arguments->code != SQLITE_OK)
        return;
    bool fits = language.length < word_language_size;
    memcpy(copy, language.bytes, fits ? language.length : 0);
    copy[fits ? language.length : 0] = '\0';
    if (!fits || strlen(copy) != language.length || !word_stems_language(copy))
        refuse_language(arguments, language);
}

static float argument_weight(struct arguments *arguments, sqlite3_value *value) {
    if (!value || sqlite3_value_type(value) == SQLITE_NULL)
        return 1;
    return (float)argument_number(arguments, "weight", value, 0, weight_max);
}

static struct shared_word_vectors *shared_new(const char *language) {
    struct shared_word_vectors *shared = sqlite3_malloc64(sizeof *shared);
    if (!shared)
        return NULL;
    uint64_t key[2];
    sqlite3_randomness(sizeof key, key);
    shared->references = 1;
    shared->reader = (struct text_reader){0};
    word_vectors_begin(&shared->vectors, &sqlite_allocator, language, key);
    return shared;
}

/* Begins a vocabulary with the first row; checks that later ones have its language. */
static void begin(struct building *building, struct connection *connection,
                  struct arguments *arguments, sqlite3_value *value) {
    char language[word_language_size] = "";
    argument_language(arguments, value, language);
    if (arguments->code != SQLITE_OK)
        return;
    if (building->shared) {
        if (strcmp(language, building->shared->vectors.language) != 0)
            arguments_refuse(arguments,
                             "argument language must be the same for all words, found '%s' and "
                             "'%s'",
                             building->shared->vectors.language, language);
        return;
    }
    building->shared = shared_new(language);
    if (!building->shared ||
        !word_stems_begin(&building->stems, &sqlite_allocator, language, &connection->interruption))
        arguments->code = SQLITE_NOMEM;
}

static void refuse_dimensions(struct arguments *arguments, struct argument_bytes word,
                              const struct vector *vector, uint32_t dimensions) {
    arguments_refuse(arguments,
                     "argument vector must have as many dimensions as the first, which has %u, "
                     "found %u for the word '%s'",
                     dimensions, vector->count, argument_shown(word).utf8);
}

void word_vectors_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(2, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "word_vectors"};
    struct argument_bytes word = argument_text(&arguments, "word", values[0]);
    struct vector vector = argument_vector(&arguments, "vector", values[1]);
    float weight = argument_weight(&arguments, count > 2 ? values[2] : NULL);
    struct building *building = sqlite3_aggregate_context(context, sizeof *building);
    if (!building)
        arguments.code = SQLITE_NOMEM;
    if (arguments.code == SQLITE_OK && vector_is_sparse(&vector))
        arguments_refuse(&arguments, "argument vector must be dense, found a sparse one");
    if (arguments.code == SQLITE_OK)
        begin(building, connection, &arguments, count > 3 ? values[3] : NULL);
    if (arguments.code == SQLITE_OK) {
        switch (word_vectors_add(&building->shared->vectors, &building->stems, word.bytes,
                                 word.length, &vector, weight)) {
        case word_unlike:
            refuse_dimensions(&arguments, word, &vector, building->shared->vectors.dimensions);
            break;
        case word_failed:
            arguments.code = interruption_code(&connection->interruption);
            break;
        default:
            break;
        }
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void word_vectors_final(sqlite3_context *context) {
    struct building *building = sqlite3_aggregate_context(context, 0);
    if (building)
        word_stems_free(&building->stems);
    struct shared_word_vectors *shared = building ? building->shared : NULL;
    if (!shared)
        shared = shared_new("");
    if (!shared) {
        sqlite3_result_error_nomem(context);
        return;
    }
    word_vectors_seal(&shared->vectors);
    sqlite3_result_pointer(context, shared, pointer_type, word_vectors_release);
}

/* ---- text_vector() ---- */

/* Begins the connection's reader with the first text. */
static struct text_reader *reader_of(struct shared_word_vectors *shared,
                                     struct connection *connection) {
    struct text_reader *reader = &shared->reader;
    if (!reader->allocator && !text_reader_begin(reader, &sqlite_allocator, &shared->vectors,
                                                 &connection->interruption)) {
        text_reader_free(reader);
        return NULL;
    }
    return reader;
}

void text_vector_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "text_vector"};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    struct shared_word_vectors *shared = word_vectors_argument(&arguments, "vectors", values[1]);
    struct text_reader *reader = NULL;
    unsigned char *blob = NULL;
    if (arguments.code == SQLITE_OK) {
        reader = reader_of(shared, connection);
        blob = sqlite3_malloc64(4 * (sqlite3_uint64)shared->vectors.dimensions + 1);
        if (!reader || !blob)
            arguments.code = SQLITE_NOMEM;
    }
    enum text_vector made = text_vector_none;
    if (arguments.code == SQLITE_OK)
        made = text_reader_vector(reader, text.bytes, text.length, blob);
    if (made == text_vector_failed)
        arguments.code = interruption_code(&connection->interruption);
    if (made == text_vector_made) {
        sqlite3_result_blob64(context, blob, 4 * (sqlite3_uint64)shared->vectors.dimensions,
                              sqlite3_free);
        blob = NULL;
    }
    sqlite3_free(blob);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}
