/*
 * words.c - the words of many texts, as aggregates.
 *
 *   word_set(text)          which words occur (core/text/word_set.h), as a blob
 *   word_frequencies(text [, threads])
 *                           how often each occurs (core/text/word_collection.h), as a blob
 *   merge_word_frequencies(blob)
 *                           the sum of such blobs, as a blob
 *
 *   word_rarities(blob)     what such a blob holds, as a pointer
 *
 *   (1) Words are those of core/text/word_hashes.h: without case, diacritics and marks.
 *   (2) Rows with a NULL are ignored. Without rows, word_set() is the empty blob, since it contains
 *       nothing, and the others are NULL, since nothing was counted.
 *   (3) A blob depends neither on the order of rows nor on `threads`, which counts for the first
 *       row. The sum of the blobs of all parts is the blob of the whole.
 *   (4) Another release may give other blobs: store them with the database, not for good.
 */
#include "words.h"

#include "connection.h"

static const char pointer_type[] = "word_rarities";

struct word_rarities {
    unsigned references;
    struct word_frequencies frequencies; /* finished */
};

/* Reads the words of the text into the connection. Returns false if there is none, or an error. */
static bool read_words(struct arguments *arguments, struct connection *connection, int count,
                       sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return false;
    struct argument_bytes text = argument_text(arguments, "text", values[0]);
    if (arguments->code != SQLITE_OK)
        return false;
    if (word_hashes_read(&connection->words, &sqlite_allocator, text.bytes, text.length))
        return true;
    arguments->code = interruption_code(&connection->interruption);
    return false;
}

static void end_step(struct arguments *arguments, sqlite3_context *context) {
    if (arguments->code != SQLITE_OK)
        arguments_result(arguments, context);
    connection_trim(sqlite3_user_data(context));
}

void word_set_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "word_set"};
    if (read_words(&arguments, connection, count, values)) {
        struct word_set *set = sqlite3_aggregate_context(context, sizeof *set);
        if (!set || !word_set_add(set, &sqlite_allocator, &connection->interruption,
                                  connection->words.values, connection->words.count))
            arguments.code = interruption_code(&connection->interruption);
    }
    end_step(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void word_set_final(sqlite3_context *context) {
    struct word_set *set = sqlite3_aggregate_context(context, 0);
    size_t size = 0;
    unsigned char *blob = set ? word_set_blob(set, &sqlite_allocator, &size) : NULL;
    if (blob)
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    else
        sqlite3_result_zeroblob(context, 0);
}

/* Returns what counts the words. Makes it for the first row, with the threads that it asks for. */
static struct word_collection *collection_for(sqlite3_context *context, struct arguments *arguments,
                                              sqlite3_value *threads) {
    struct word_collection **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place) {
        struct connection *connection = sqlite3_user_data(context);
        unsigned wanted = argument_threads(arguments, threads);
        if (arguments->code == SQLITE_OK)
            *place = word_collection_new(&sqlite_allocator, wanted, &connection->interruption);
    }
    if (arguments->code == SQLITE_OK && (!place || !*place))
        arguments->code = SQLITE_NOMEM;
    return place ? *place : NULL;
}

/* After an error, so that the end of the aggregate does not report another one. */
static void forget_collection(sqlite3_context *context) {
    struct word_collection **place = sqlite3_aggregate_context(context, 0);
    if (place) {
        word_collection_free(*place);
        *place = NULL;
    }
}

void word_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(1, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "word_frequencies"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    struct word_collection *collection = NULL;
    if (arguments.code == SQLITE_OK)
        collection = collection_for(context, &arguments, count > 1 ? values[1] : NULL);
    if (arguments.code == SQLITE_OK && !word_collection_add(collection, text.bytes, text.length))
        arguments.code = interruption_code(&connection->interruption);
    if (arguments.code != SQLITE_OK) {
        arguments_result(&arguments, context);
        forget_collection(context);
    }
}

/* Sets the result, and frees the frequencies. */
static void result_blob(sqlite3_context *context, struct arguments *arguments,
                        struct word_frequencies *frequencies) {
    size_t size;
    unsigned char *blob = word_frequencies_blob(frequencies, &sqlite_allocator, &size);
    word_frequencies_free(frequencies, &sqlite_allocator);
    if (blob) {
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
        return;
    }
    arguments->code = SQLITE_NOMEM;
    arguments_result(arguments, context);
}

/* Also called after an error or interrupt, when there is nothing left to count. */
void word_frequencies_final(sqlite3_context *context) {
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "word_frequencies"};
    struct word_collection **place = sqlite3_aggregate_context(context, 0);
    if (!place || !*place)
        return;
    struct word_frequencies *frequencies = word_collection_end(*place);
    if (frequencies) {
        result_blob(context, &arguments, frequencies);
    } else {
        arguments.code = interruption_code(&connection->interruption);
        arguments_result(&arguments, context);
    }
    word_collection_free(*place);
}

/* Adds a blob, unless it is refused. */
static void add_blob(struct arguments *arguments, struct connection *connection,
                     struct word_frequencies *frequencies, sqlite3_value *value) {
    struct argument_bytes blob = argument_blob(arguments, "frequencies", value);
    if (arguments->code == SQLITE_OK && !word_frequencies_valid(blob.bytes, blob.length))
        arguments_refuse(arguments, "argument frequencies must be made by word_frequencies()");
    if (arguments->code == SQLITE_OK &&
        !word_frequencies_add_blob(frequencies, &sqlite_allocator, &connection->interruption,
                                   blob.bytes, blob.length))
        arguments->code = interruption_code(&connection->interruption);
}

/* What an aggregate has added up. */
struct merged {
    bool any; /* whether there was a blob */
    struct word_frequencies frequencies;
};

void merge_word_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "merge_word_frequencies"};
    struct merged *merged = sqlite3_aggregate_context(context, sizeof *merged);
    if (merged) {
        merged->any = true;
        add_blob(&arguments, sqlite3_user_data(context), &merged->frequencies, values[0]);
    } else {
        arguments.code = SQLITE_NOMEM;
    }
    if (arguments.code == SQLITE_OK)
        return;
    arguments_result(&arguments, context);
    if (merged) {
        word_frequencies_free(&merged->frequencies, &sqlite_allocator);
        merged->any = false;
    }
}

/* Also called after an error or interrupt, when there is nothing left to merge. */
void merge_word_frequencies_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "merge_word_frequencies"};
    struct merged *merged = sqlite3_aggregate_context(context, 0);
    if (merged && merged->any)
        result_blob(context, &arguments, &merged->frequencies);
}

void word_rarities_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "word_rarities"};
    struct word_rarities *rarities = sqlite3_malloc64(sizeof *rarities);
    if (rarities) {
        *rarities = (struct word_rarities){.references = 1};
        add_blob(&arguments, sqlite3_user_data(context), &rarities->frequencies, values[0]);
        if (arguments.code == SQLITE_OK &&
            !word_frequencies_finish(&rarities->frequencies, &sqlite_allocator))
            arguments.code = SQLITE_NOMEM;
    } else {
        arguments.code = SQLITE_NOMEM;
    }
    if (arguments.code == SQLITE_OK) {
        sqlite3_result_pointer(context, rarities, pointer_type, rarities_release);
        return;
    }
    rarities_release(rarities);
    arguments_result(&arguments, context);
}

struct word_rarities *rarities_argument(struct arguments *arguments, const char *name,
                                        sqlite3_value *value) {
    struct word_rarities *rarities = sqlite3_value_pointer(value, pointer_type);
    if (!rarities && sqlite3_value_type(value) != SQLITE_NULL)
        arguments_refuse(arguments, "argument %s must be made by word_rarities()", name);
    return rarities;
}

const struct word_frequencies *rarities_frequencies(const struct word_rarities *rarities) {
    return rarities ? &rarities->frequencies : NULL;
}

struct word_rarities *rarities_share(struct word_rarities *rarities) {
    if (rarities)
        rarities->references++;
    return rarities;
}

void rarities_release(void *pointer) {
    struct word_rarities *rarities = pointer;
    if (rarities && --rarities->references == 0) {
        word_frequencies_free(&rarities->frequencies, &sqlite_allocator);
        sqlite3_free(rarities);
    }
}
