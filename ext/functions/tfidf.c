/*
 * tfidf.c - how much a term says, and vectors of texts.
 *
 *   document_frequencies(text)    how many texts have each term, as a blob to keep:
 *                                 core/vectors/document_frequencies.h
 *   term_weights(text)            what each term weighs by that, as a pointer for the next
 *   tfidf_vector(text, weights)   a sparse vector of length 1: core/vectors/term_weights.h
 *
 *   (1) The aggregates take texts and results of document_frequencies(), and add them up.
 *   (2) Rows with a NULL are ignored. Without others the result is NULL, as nothing was counted.
 *   (3) A text without terms has no vector: NULL. It is counted, though.
 *   (4) The weights are a pointer value (https://sqlite.org/bindptr.html), since a blob of
 *       megabytes would be copied for each call. SQLite frees it with the value.
 *   (5) NULL weights are an error: a pointer that went through a table, such as that of a
 *       materialized CTE, is NULL, and so would be each vector.
 */
#include "arguments.h"
#include "connection.h"

static const char pointer_type[] = "term_weights";

static enum document_fault add_text(struct document_frequencies *frequencies,
                                    struct connection *connection, struct argument_bytes text) {
    if (!terms_read(&connection->terms, &connection->folding, &sqlite_allocator, text.bytes,
                    text.length))
        return document_memory;
    return document_frequencies_add(frequencies, &sqlite_allocator, &connection->interruption,
                                    &connection->terms);
}

static void step(struct arguments *arguments, sqlite3_context *context, sqlite3_value *value) {
    struct connection *connection = sqlite3_user_data(context);
    bool is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
    struct argument_bytes bytes =
        is_blob ? argument_blob(arguments, "text", value) : argument_text(arguments, "text", value);
    struct document_frequencies *frequencies = NULL;
    if (arguments->code == SQLITE_OK)
        frequencies = sqlite3_aggregate_context(context, sizeof *frequencies);
    enum document_fault fault = document_memory;
    if (frequencies && is_blob)
        fault = document_frequencies_add_blob(frequencies, &sqlite_allocator,
                                              &connection->interruption, bytes.bytes, bytes.length);
    else if (frequencies)
        fault = add_text(frequencies, connection, bytes);
    if (fault == document_invalid)
        arguments_refuse(arguments,
                         "argument text must be text or made by document_frequencies(), found "
                         "another blob of length %d",
                         (int)bytes.length);
    else if (fault == document_texts)
        arguments_refuse(arguments, "there must be at most %u texts", UINT32_MAX);
    else if (fault == document_memory && arguments->code == SQLITE_OK)
        arguments->code = interruption_code(&connection->interruption);
    if (arguments->code != SQLITE_OK)
        arguments_result(arguments, context);
    connection_trim(connection);
}

void document_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct arguments arguments = {.function = "document_frequencies"};
    if (!arguments_any_null(count, values))
        step(&arguments, context, values[0]);
}

void term_weights_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct arguments arguments = {.function = "term_weights"};
    if (!arguments_any_null(count, values))
        step(&arguments, context, values[0]);
}

/* What was counted, with all terms in order; NULL if nothing was, or memory ran out. */
static struct document_frequencies *finish(struct arguments *arguments, sqlite3_context *context) {
    struct connection *connection = sqlite3_user_data(context);
    struct document_frequencies *frequencies = sqlite3_aggregate_context(context, 0);
    if (frequencies &&
        !document_frequencies_finish(frequencies, &sqlite_allocator, &connection->interruption)) {
        arguments->code = interruption_code(&connection->interruption);
        document_frequencies_free(frequencies, &sqlite_allocator);
        return NULL;
    }
    return frequencies;
}

/* Ends a final that should have `made` something of `frequencies`, unless these are NULL. */
static void end(struct arguments *arguments, sqlite3_context *context,
                struct document_frequencies *frequencies, const void *made) {
    if (frequencies && !made)
        arguments->code = SQLITE_NOMEM;
    if (frequencies)
        document_frequencies_free(frequencies, &sqlite_allocator);
    if (arguments->code != SQLITE_OK)
        arguments_result(arguments, context);
}

/* The finals are also called after an error or interrupt; SQLite then discards the result. */
void document_frequencies_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "document_frequencies"};
    struct document_frequencies *frequencies = finish(&arguments, context);
    size_t size = 0;
    unsigned char *blob =
        frequencies ? document_frequencies_blob(frequencies, &sqlite_allocator, &size) : NULL;
    if (blob)
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    end(&arguments, context, frequencies, blob);
}

static void free_weights(void *weights) {
    term_weights_free(weights);
}

void term_weights_final(sqlite3_context *context) {
    struct arguments arguments = {.function = "term_weights"};
    struct document_frequencies *frequencies = finish(&arguments, context);
    struct term_weights *weights =
        frequencies ? term_weights_new(&sqlite_allocator, frequencies) : NULL;
    if (weights)
        sqlite3_result_pointer(context, weights, pointer_type, free_weights);
    end(&arguments, context, frequencies, weights);
}

/* Sets the result, unless there are no terms. */
static void make_vector(struct arguments *arguments, sqlite3_context *context,
                        const struct term_weights *weights, struct terms *terms) {
    if (terms->count > sparse_components_max)
        arguments_refuse(arguments,
                         "argument text must have at most %d different terms, found %lld",
                         sparse_components_max, (long long)terms->count);
    if (terms->count == 0 || arguments->code != SQLITE_OK)
        return;
    size_t size = sparse_vector_size(terms->count);
    unsigned char *vector = sqlite3_malloc64(size);
    if (!vector) {
        arguments->code = SQLITE_NOMEM;
        return;
    }
    term_weights_vector(weights, terms, vector);
    sqlite3_result_blob64(context, vector, size, sqlite3_free);
}

void tfidf_vector_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct arguments arguments = {.function = "tfidf_vector"};
    const struct term_weights *weights = sqlite3_value_pointer(values[1], pointer_type);
    if (!weights)
        arguments_refuse(&arguments, "argument weights must be a result of term_weights() in the "
                                     "same statement, made of at least one text");
    struct connection *connection = sqlite3_user_data(context);
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    if (arguments.code == SQLITE_OK && !terms_read(&connection->terms, &connection->folding,
                                                   &sqlite_allocator, text.bytes, text.length))
        arguments.code = interruption_code(&connection->interruption);
    if (arguments.code == SQLITE_OK)
        make_vector(&arguments, context, weights, &connection->terms);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
    connection_trim(connection);
}
