/*
 * text_vectors.c - the mean of the vectors of a text's words; see docs/functions/vectors.md.
 *
 *   word_vectors()       aggregate: the vocabulary, as a pointer
 *   text_vector()        the vector of a text, as a dense blob
 *
 * Words are those of core/vectors/stems/word_stems.h. Rows that are no word of a text are ignored.
 */
#include "../collection.h"
#include "../functions.h"

#include <string.h> /* memcpy, strlen */

#define WEIGHT_MAX 1e30 /* sums of products stay far from infinity */

struct vocabulary_of_vectors {
    struct collection base;
    struct word_vectors vectors; /* begun with the first row; sealed at the end */
    struct word_stems stems;     /* until the end */
    struct text_reader reader;   /* begun with the first text */
};

static void begin_vectors(struct vocabulary_of_vectors *vocabulary, const char *language) {
    uint64_t key[2];
    sqlite3_randomness(sizeof key, key);
    word_vectors_begin(&vocabulary->vectors, &sqlite_allocator, language, key);
}

static void word_vectors_release(void *pointer) {
    struct vocabulary_of_vectors *vocabulary = pointer;
    text_reader_free(&vocabulary->reader);
    word_stems_free(&vocabulary->stems);
    word_vectors_free(&vocabulary->vectors);
}

/* Copies the language, or refuses it and names those that there are. */
static void read_language(struct call *call, struct argument_bytes language,
                          char copy[word_language_size]) {
    bool fits = language.length < word_language_size;
    memcpy(copy, language.bytes, fits ? language.length : 0);
    copy[fits ? language.length : 0] = '\0';
    if (fits && strlen(copy) == language.length && word_stems_language(copy))
        return;
    char names[1024] = "'' or one of ";
    size_t length = strlen(names);
    for (const char *const *known = stemmer_languages(); *known; known++)
        if (length + strlen(*known) + 4 < sizeof names)
            length += strlen(sqlite3_snprintf((int)(sizeof names - length), names + length, "%s%s",
                                              *known, known[1] ? ", " : ""));
    call_refuse_word(
        call, "language",
        stemmer_is_built()
            ? names
            : "'' (this neardup was built without libstemmer: see docs/guide/install.md)",
        language);
}

/* Begins with the language of the first row; checks that later ones have it. */
static void check_language(struct call *call, struct vocabulary_of_vectors *vocabulary,
                           struct argument_bytes given) {
    char language[word_language_size] = "";
    read_language(call, given, language);
    if (call->code != SQLITE_OK)
        return;
    if (!vocabulary->vectors.allocator) {
        begin_vectors(vocabulary, language);
        if (!word_stems_begin(&vocabulary->stems, &sqlite_allocator, language, call->interruption))
            call->code = SQLITE_NOMEM;
    } else if (strcmp(language, vocabulary->vectors.language) != 0) {
        call_refuse(call, "argument language must be the same for all words, found '%s' and '%s'",
                    vocabulary->vectors.language, language);
    }
}

static void word_vectors_step(struct call *call, void *collection) {
    enum { argument_word, argument_vector, argument_weight, argument_language };
    struct vocabulary_of_vectors *vocabulary = collection;
    struct argument_bytes word = call->given[argument_word].bytes;
    const struct vector *vector = &call->given[argument_vector].vector;
    if (vector_is_sparse(vector))
        call_refuse(call, "argument vector must be dense, found a sparse one");
    if (call->code == SQLITE_OK)
        check_language(call, vocabulary, call->given[argument_language].bytes);
    if (call->code != SQLITE_OK)
        return;
    switch (word_vectors_add(&vocabulary->vectors, &vocabulary->stems, word.bytes, word.length,
                             vector, (float)call->given[argument_weight].number)) {
    case word_unlike:
        call_refuse(call,
                    "argument vector must have as many dimensions as the first, which has %u, "
                    "found %u for the word '%s'",
                    vocabulary->vectors.dimensions, vector->count, shown_text(word).utf8);
        break;
    case word_failed:
        call_interrupted(call);
        break;
    default:
        break;
    }
}

static void word_vectors_final(struct call *call, void *collection) {
    struct vocabulary_of_vectors *vocabulary = collection;
    (void)call;
    if (!vocabulary->vectors.allocator)
        begin_vectors(vocabulary, "");
    word_stems_free(&vocabulary->stems);
    word_vectors_seal(&vocabulary->vectors);
}

COLLECTION(word_vectors, word_vectors, struct vocabulary_of_vectors,
           .stability = stability_changing,
           .arguments = ARGUMENTS(REQUIRED("word", text), REQUIRED("vector", vector),
                                  NULLABLE("weight", number, .numbers = {0, WEIGHT_MAX, 1}),
                                  NULLABLE("language", text, .usual = "english")),
           .final = word_vectors_final);

static void text_vector_call(struct call *call) {
    struct argument_bytes text = call->given[0].bytes;
    struct vocabulary_of_vectors *vocabulary = call->given[1].pointer;
    struct text_reader *reader = &vocabulary->reader;
    sqlite3_uint64 size = 4 * (sqlite3_uint64)vocabulary->vectors.dimensions;
    if (!reader->allocator && !text_reader_begin(reader, &sqlite_allocator, &vocabulary->vectors,
                                                 &call->connection->interruption)) {
        text_reader_free(reader);
        call->code = SQLITE_NOMEM;
        return;
    }
    unsigned char *blob = call_allocate(call, size + 1);
    if (!blob)
        return;
    enum text_vector made = text_reader_vector(reader, text.bytes, text.length, blob);
    if (made == text_vector_made) {
        sqlite3_result_blob64(call->context, blob, size, sqlite3_free);
        return;
    }
    sqlite3_free(blob);
    if (made == text_vector_failed)
        call_interrupted(call);
}

SCALAR(text_vector, "BLOB", .stability = stability_changing,
       .arguments = ARGUMENTS(REQUIRED("text", text), POINTER("vectors", .maker = "word_vectors")));
