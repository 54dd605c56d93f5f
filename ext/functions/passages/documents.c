/*
 * documents.c - which documents aligned_passages() aligns; see docs/functions/passages.md.
 *
 *   collect_documents()    aggregate: the words of documents (core/passages/document_set.h)
 *   collect_candidates()   aggregate: pairs of these (core/passages/document_pairs.h)
 *
 * Rows with the same id that follow each other are one document. collection_counts() of the
 * candidates says what the last aligned_passages() counted that was read to its end.
 */
#include "../functions.h"
#include "collected_documents.h"

#include <string.h> /* memcpy */

/* ---- collect_documents() --------------------------------------------------------------------- */

static bool documents_begin(struct call *call, void *collection) {
    ((struct collected_documents *)collection)->set.words.interruption = call->interruption;
    return true;
}

static void record_failure(struct call *call, enum document_set_result result, long long id) {
    switch (result) {
    case document_set_ok:
        break;
    case document_set_no_memory:
        call_interrupted(call);
        break;
    case document_set_too_long:
        call_refuse(call, "the document with id %lld is longer than %d bytes", id,
                    DOCUMENT_LENGTH_MAX);
        break;
    case document_set_too_many:
        call_refuse(call, "there are more than %d documents", DOCUMENT_SET_MAX);
        break;
    case document_set_repeated:
        call_refuse(call, "the texts with id %lld are not in consecutive rows", id);
        break;
    }
}

static void documents_step(struct call *call, void *collection) {
    struct collected_documents *documents = collection;
    int64_t id = call->given[0].integer;
    struct argument_bytes text = call->given[1].bytes;
    record_failure(
        call, document_set_add(&documents->set, &sqlite_allocator, id, text.bytes, text.length),
        id);
}

static void documents_final(struct call *call, void *collection) {
    struct collected_documents *documents = collection;
    int64_t repeated = 0;
    enum document_set_result result =
        document_set_number(&documents->set, &sqlite_allocator, &repeated);
    record_failure(call, result, repeated);
}

static void documents_release(void *collection) {
    document_set_free(&((struct collected_documents *)collection)->set, &sqlite_allocator);
}

COLLECTION(collect_documents, documents, struct collected_documents,
           .stability = stability_changing,
           .arguments = ARGUMENTS(ID("id"), REQUIRED("text", text)), .begin = documents_begin,
           .final = documents_final);

/* ---- collect_candidates() -------------------------------------------------------------------- */

static bool candidates_begin_pairs(struct call *call, void *collection) {
    struct collected_candidates *candidates = collection;
    (void)call;
    sqlite3_randomness(sizeof candidates->pairs.nodes.key, &candidates->pairs.nodes.key);
    return true;
}

static void candidates_step(struct call *call, void *collection) {
    struct document_pairs *pairs = &((struct collected_candidates *)collection)->pairs;
    if (pairs->nodes.count >= DOCUMENT_PAIRS_IDS_MAX - 1)
        call_refuse(call, "there are more than %d documents", DOCUMENT_PAIRS_IDS_MAX - 1);
    else if (!document_pairs_add(pairs, &sqlite_allocator, call->given[0].integer,
                                 call->given[1].integer, (float)call->given[2].number))
        call->code = SQLITE_NOMEM;
}

static void candidates_final(struct call *call, void *collection) {
    struct collected_candidates *candidates = collection;
    if (!document_pairs_sort(&candidates->pairs, &sqlite_allocator, call->interruption))
        call_interrupted(call);
}

static void candidates_release(void *collection) {
    document_pairs_free(&((struct collected_candidates *)collection)->pairs, &sqlite_allocator);
}

static size_t candidates_counts(const void *collection, struct collection_count *counts) {
    const struct pair_alignment_counts *counted =
        &((const struct collected_candidates *)collection)->counts;
    uint64_t cut = counted->below_score + counted->beyond_rank + counted->after_misses;
    const struct collection_count all[] = {{"candidates", counted->aligned + cut},
                                           {"pairs aligned", counted->aligned},
                                           {"pairs with passages", counted->with_passages},
                                           {"misses", counted->aligned - counted->with_passages},
                                           {"passages", counted->passages},
                                           {"pairs below score_least", counted->below_score},
                                           {"pairs beyond rank_most", counted->beyond_rank},
                                           {"pairs after misses_most", counted->after_misses}};
    memcpy(counts, all, sizeof all);
    return sizeof all / sizeof *all;
}

COLLECTION(collect_candidates, candidates, struct collected_candidates,
           .arguments = ARGUMENTS(ID("a"), ID("b"),
                                  OPTIONAL("score", number, .numbers = {-SCORE_MAX, SCORE_MAX, 0})),
           .begin = candidates_begin_pairs, .final = candidates_final, .counts = candidates_counts);
