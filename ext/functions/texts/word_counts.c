/*
 * word_counts.c - the words of many texts, as aggregates; see docs/functions/texts.md.
 *
 *   word_set()                 which words occur (core/text/words/word_set.h), as a blob
 *   word_frequencies()         how often each occurs (core/text/words/word_collection.h), as a blob
 *   merge_word_frequencies()   the sum of such blobs, as a blob
 *   word_rarities()            what such a blob holds, as a pointer
 *
 *   (1) Without rows, word_set() is the empty blob, since it contains nothing, and the others are
 *       NULL, since nothing was counted.
 *   (2) A blob depends neither on the order of rows nor on `threads`, which counts for the first
 *       row. The sum of the blobs of all parts is the blob of the whole.
 */
#include "word_counts.h"

#include "../functions.h"

static void word_set_step(struct call *call, void *state) {
    struct word_hashes *words = &call->connection->words;
    struct argument_bytes text = call->given[0].bytes;
    if (!word_hashes_read(words, &sqlite_allocator, text.bytes, text.length) ||
        !word_set_add(state, &sqlite_allocator, call->interruption, words->values, words->count))
        call_interrupted(call);
}

static void word_set_final(struct call *call, void *state) {
    size_t size = 0;
    unsigned char *blob = state ? word_set_blob(state, &sqlite_allocator, &size) : NULL;
    if (blob)
        sqlite3_result_blob64(call->context, blob, size, sqlite3_free);
    else
        sqlite3_result_zeroblob(call->context, 0);
}

AGGREGATE(word_set, struct word_set, "BLOB", .stability = stability_changing,
          .arguments = ARGUMENTS(REQUIRED("text", text)));

/* After an error nothing is left to count, and the end of the aggregate reports no other one. */
static void word_frequencies_step(struct call *call, void *state) {
    struct word_collection **place = state;
    struct argument_bytes text = call->given[0].bytes;
    if (!*place)
        *place = word_collection_new(&sqlite_allocator, call_threads(&call->given[1]),
                                     call->interruption);
    if (!*place) {
        call->code = SQLITE_NOMEM;
    } else if (!word_collection_add(*place, text.bytes, text.length)) {
        call_interrupted(call);
        word_collection_free(*place);
        *place = NULL;
    }
}

/* Sets the result, and frees the frequencies. */
static void result_frequencies(struct call *call, struct word_frequencies *frequencies) {
    size_t size;
    unsigned char *blob = word_frequencies_blob(frequencies, &sqlite_allocator, &size);
    word_frequencies_free(frequencies, &sqlite_allocator);
    call_result_blob(call, blob, size);
}

static void word_frequencies_final(struct call *call, void *state) {
    struct word_collection **place = state;
    if (!place || !*place)
        return;
    struct word_frequencies *frequencies = word_collection_end(*place);
    if (frequencies)
        result_frequencies(call, frequencies);
    else
        call_interrupted(call);
    word_collection_free(*place);
}

AGGREGATE(word_frequencies, struct word_collection *, "BLOB", .stability = stability_changing,
          .arguments = ARGUMENTS(REQUIRED("text", text), THREADS(NULLABLE)));

/* Adds the blob that was given, unless it is refused. */
static void add_frequencies(struct call *call, struct word_frequencies *frequencies) {
    struct argument_bytes blob = call->given[0].bytes;
    if (!word_frequencies_valid(blob.bytes, blob.length))
        call_refuse(call, "argument frequencies must be made by word_frequencies()");
    else if (!word_frequencies_add_blob(frequencies, &sqlite_allocator, call->interruption,
                                        blob.bytes, blob.length))
        call_interrupted(call);
}

/* What an aggregate has added up. */
struct merged {
    bool any; /* whether there was a blob, and no error */
    struct word_frequencies frequencies;
};

static void merge_word_frequencies_step(struct call *call, void *state) {
    struct merged *merged = state;
    add_frequencies(call, &merged->frequencies);
    merged->any = call->code == SQLITE_OK;
    if (!merged->any)
        word_frequencies_free(&merged->frequencies, &sqlite_allocator);
}

static void merge_word_frequencies_final(struct call *call, void *state) {
    struct merged *merged = state;
    if (merged && merged->any)
        result_frequencies(call, &merged->frequencies);
}

AGGREGATE(merge_word_frequencies, struct merged, "BLOB", .stability = stability_changing,
          .arguments = ARGUMENTS(REQUIRED("frequencies", blob)));

static void word_rarities_call(struct call *call) {
    struct held_frequencies *rarities = collection_new(call, call->function);
    if (!rarities)
        return;
    add_frequencies(call, &rarities->frequencies);
    if (call->code == SQLITE_OK &&
        !word_frequencies_finish(&rarities->frequencies, &sqlite_allocator))
        call->code = SQLITE_NOMEM;
    if (call->code == SQLITE_OK)
        collection_result(call->context, rarities);
    else
        collection_release(rarities);
}

void held_frequencies_release(void *collection) {
    word_frequencies_free(&((struct held_frequencies *)collection)->frequencies, &sqlite_allocator);
}

FUNCTION(word_rarities, .arguments = ARGUMENTS(REQUIRED("frequencies", blob)), .results = "POINTER",
         .stability = stability_changing, .size = sizeof(struct held_frequencies),
         .makes = "word_rarities", .call = word_rarities_call, .release = held_frequencies_release);
