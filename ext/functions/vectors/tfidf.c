/*
 * tfidf.c - how much a term says, and vectors of texts; see docs/functions/vectors.md.
 *
 *   document_frequencies()   how many texts have each term, as a blob to keep:
 *                            core/vectors/document_frequencies.h
 *   term_weights()           what each term weighs by that, as a pointer for the next
 *   tfidf_vector()           a sparse vector of length 1: core/vectors/document_frequencies.h
 *
 *   (1) The aggregates take texts and results of document_frequencies(), and add them up.
 *   (2) NULL weights are an error: a pointer that went through a table, such as that of a
 *       materialized CTE, is NULL, and so would be each vector.
 */
#include "../functions.h"
#include "../texts/word_counts.h"

static void document_frequencies_step(struct call *call, void *state) {
    struct connection *connection = call->connection;
    struct word_frequencies *frequencies = state;
    struct argument_bytes bytes = call->given[0].bytes;
    bool is_blob = sqlite3_value_type(call->given[0].value) == SQLITE_BLOB;
    enum document_fault fault = document_memory;
    if (is_blob)
        fault = document_frequencies_add_blob(frequencies, &sqlite_allocator, call->interruption,
                                              bytes.bytes, bytes.length);
    else if (terms_read(&connection->terms, &connection->folding, &sqlite_allocator, bytes.bytes,
                        bytes.length))
        fault = document_frequencies_add(frequencies, &sqlite_allocator, call->interruption,
                                         &connection->terms);
    if (fault == document_invalid)
        call_refuse(call,
                    "argument text must be text or made by document_frequencies(), found another "
                    "blob of length %d",
                    (int)bytes.length);
    else if (fault == document_texts)
        call_refuse(call, "there must be at most %u texts", UINT32_MAX);
    else if (fault == document_memory)
        call_interrupted(call);
}

static void document_frequencies_final(struct call *call, void *state) {
    size_t size = 0;
    unsigned char *blob = NULL;
    if (!state)
        return;
    if (word_frequencies_finish(state, &sqlite_allocator))
        blob = document_frequencies_blob(state, &sqlite_allocator, &size);
    call_result_blob(call, blob, size);
    word_frequencies_free(state, &sqlite_allocator);
}

AGGREGATE(document_frequencies, struct word_frequencies, "BLOB",
          .arguments = ARGUMENTS(REQUIRED("text", bytes)));

static void term_weights_step(struct call *call, void *collection) {
    document_frequencies_step(call, &((struct held_frequencies *)collection)->frequencies);
}

static void term_weights_final(struct call *call, void *collection) {
    struct held_frequencies *weights = collection;
    weights->base.failed = weights->frequencies.texts == 0; /* NULL of nothing */
    if (!word_frequencies_finish(&weights->frequencies, &sqlite_allocator))
        call->code = SQLITE_NOMEM;
}

FUNCTION(term_weights, .results = "POINTER", .size = sizeof(struct held_frequencies),
         .makes = "term_weights", .step = term_weights_step, .final = term_weights_final,
         .release = held_frequencies_release, .arguments = ARGUMENTS(REQUIRED("text", bytes)));

static void tfidf_vector_call(struct call *call) {
    struct connection *connection = call->connection;
    struct terms *terms = &connection->terms;
    struct argument_bytes text = call->given[0].bytes;
    if (!terms_read(terms, &connection->folding, &sqlite_allocator, text.bytes, text.length))
        call_interrupted(call);
    else if (terms->count > sparse_components_max)
        call_refuse(call, "argument text must have at most %d different terms, found %lld",
                    sparse_components_max, (long long)terms->count);
    if (terms->count == 0 || call->code != SQLITE_OK)
        return;
    size_t size = sparse_vector_size(terms->count);
    unsigned char *vector = sqlite3_malloc64(size);
    if (vector)
        term_weights_vector(&((struct held_frequencies *)call->given[1].pointer)->frequencies,
                            terms, vector);
    call_result_blob(call, vector, size);
}

SCALAR(tfidf_vector, "BLOB",
       .arguments =
           ARGUMENTS(REQUIRED("text", text),
                     POINTER("weights", .maker = "term_weights",
                             .wanted = "a result of term_weights() in the same statement, made of "
                                       "at least one text")));
