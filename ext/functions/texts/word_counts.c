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
 *   (2) A blob does not depend on the order of rows. The sum of the blobs of all parts is the blob
 *       of the whole.
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

/* What word_frequencies() has counted. */
struct counted {
    bool failed; /* a row did; nothing is left then, as there will be no result */
    struct word_collection words;
};

static void fail(struct call *call, struct counted *counted) {
    call_interrupted(call);
    word_collection_free(&counted->words, &sqlite_allocator);
    counted->failed = true;
}

static void word_frequencies_step(struct call *call, void *state) {
    struct counted *counted = state;
    struct word_hashes *words = &call->connection->words;
    struct argument_bytes text = call->given[0].bytes;
    if (!word_hashes_read(words, &sqlite_allocator, text.bytes, text.length) ||
        !word_collection_add(&counted->words, &sqlite_allocator, call->interruption, words))
        fail(call, counted);
}

/* Sets the result, and frees the frequencies. */
static void result_frequencies(struct call *call, struct word_frequencies *frequencies) {
    size_t size;
    unsigned char *blob = word_frequencies_blob(frequencies, &sqlite_allocator, &size);
    word_frequencies_free(frequencies, &sqlite_allocator);
    call_result_blob(call, blob, size);
}

static void word_frequencies_final(struct call *call, void *state) {
    struct counted *counted = state;
    if (!counted || counted->failed)
        return;
    if (!word_collection_finish(&counted->words, &sqlite_allocator, call->interruption)) {
        fail(call, counted);
        return;
    }
    result_frequencies(call, &counted->words.frequencies);
    word_collection_free(&counted->words, &sqlite_allocator);
}

AGGREGATE(word_frequencies, struct counted, "BLOB", .stability = stability_changing,
          .arguments = ARGUMENTS(REQUIRED("text", text)));

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
         .makes = "word_rarities", .frozen = true, .call = word_rarities_call,
         .release = held_frequencies_release);
