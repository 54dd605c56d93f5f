/*
 * aligned_passages.c - the passages that documents share; see docs/functions/passages.md.
 *
 *   text_alignment()       table-valued: those of two texts (core/passages)
 *   collect_documents()    aggregate: the words of documents (core/passages/document_set.h)
 *   collect_candidates()   aggregate: pairs of these (core/passages/document_pairs.h)
 *   aligned_passages()     table-valued: the passages of all these pairs
 *                          (core/passages/pair_alignment.h)
 *
 *   (1) Rows are in the order of a_position, then b_position; and before that of a and b.
 *   (2) The passages of a pair are the rows of text_alignment() for the texts of its documents, on
 *       any number of threads.
 *   (3) A release may change the hashes by which words are compared, and what a passage is.
 *   (4) Rows with the same id that follow each other are one document. collection_counts() of the
 *       candidates says what the last aligned_passages() counted that was read to its end.
 */
#include "../collection.h"
#include "../functions.h"
#include "../table_function.h"

#include <math.h>   /* INFINITY */
#include <string.h> /* memcpy */

static const char *const seed_names[] = {
    [seed_ngrams] = "ngrams", [seed_sorted] = "sorted", [seed_skip] = "skip", NULL};
static const char *const measure_names[] = {[measure_overlap] = "overlap",
                                            [measure_cosine] = "cosine",
                                            [measure_jaccard] = "jaccard",
                                            NULL};

/* `words` is a result, so the words of a seed are called seed_words. */
enum { passage_argument_count = 11 };
#define PASSAGE_ARGUMENTS                                                                      \
    OPTIONAL("seed", word, .range = {.usual = seed_skip}, .words = seed_names,                 \
             .wanted = "'ngrams', 'sorted' or 'skip'"),                                        \
        OPTIONAL("seed_words", integer, .range = {1, seed_words_max, seed_words_default}),     \
        OPTIONAL("gap", integer, .range = {1, passage_gap_max, passage_gap_default}),          \
        OPTIONAL("seeds_least", integer, .range = {1, INT32_MAX, seeds_least_default}),        \
        OPTIONAL("length_least", integer, .range = {0, INT32_MAX, passage_length_default}),    \
        OPTIONAL("similarity_least", number, .numbers = {0, 1, PASSAGE_SIMILARITY_DEFAULT}),   \
        OPTIONAL("measure", word, .range = {.usual = measure_overlap}, .words = measure_names, \
                 .wanted = "'overlap', 'cosine' or 'jaccard'"),                                \
        OPTIONAL("occurrences_most", integer,                                                  \
                 .range = {1, seed_occurrences_max, occurrences_default}),                     \
        OPTIONAL("join_gap", integer, .range = {0, passage_gap_max, join_gap_default}),        \
        OPTIONAL("unmatched_cost", number,                                                     \
                 .numbers = {0, passage_unmatched_cost_max, UNMATCHED_COST_DEFAULT}),          \
        OPTIONAL("shadow_most", number, .numbers = {0, 1, SHADOW_MOST_DEFAULT})

/* Those of a call, of which `first` is the first. */
static struct passage_parameters passage_parameters_of(const struct given *first) {
    return (struct passage_parameters){.seed = (enum seed_kind)first[0].integer,
                                       .words = (uint32_t)first[1].integer,
                                       .gap = (uint32_t)first[2].integer,
                                       .seeds_least = (uint32_t)first[3].integer,
                                       .length_least = (uint32_t)first[4].integer,
                                       .similarity_least = first[5].number,
                                       .measure = (enum passage_measure)first[6].integer,
                                       .occurrences_most = (uint32_t)first[7].integer,
                                       .join_gap = (uint32_t)first[8].integer,
                                       .unmatched_cost = first[9].number,
                                       .shadow_most = first[10].number};
}

/* The columns of a passage, in this order. */
#define PASSAGE_COLUMNS                                                                           \
    "a_position INTEGER, a_length INTEGER, b_position INTEGER, b_length INTEGER, words INTEGER, " \
    "similarity REAL, a_words INTEGER, b_words INTEGER"

enum { passage_column_count = 8 };

static void passage_column(sqlite3_context *context, const struct shared_passage *passage,
                           int column) {
    const sqlite3_int64 numbers[passage_column_count] = {
        (sqlite3_int64)passage->a_begin + 1,
        passage->a_end - passage->a_begin,
        (sqlite3_int64)passage->b_begin + 1,
        passage->b_end - passage->b_begin,
        passage->words,
        0,
        passage->a_words,
        passage->b_words,
    };
    enum { column_similarity = 5 };
    if (column == column_similarity)
        sqlite3_result_double(context, passage->similarity);
    else
        sqlite3_result_int64(context, numbers[column]);
}

/* ---- text_alignment() ------------------------------------------------------------------------ */

enum { argument_a, argument_b, argument_passages };

struct alignment_cursor {
    struct table_cursor base;
    struct word_hashes a, b;
    struct seed_index index;
    struct passage_alignment alignment;
};

static bool align(struct alignment_cursor *cursor, const struct passage_parameters *parameters,
                  struct argument_bytes a, struct argument_bytes b) {
    struct interruption *interruption = &cursor->base.interruption;
    cursor->a.interruption = cursor->b.interruption = interruption;
    if (!word_hashes_read_placed(&cursor->a, &sqlite_allocator, a.bytes, a.length) ||
        !word_hashes_read_placed(&cursor->b, &sqlite_allocator, b.bytes, b.length))
        return false;
    struct placed_words words_a = placed_words_of(&cursor->a);
    struct placed_words words_b = placed_words_of(&cursor->b);
    return seed_index_make(&cursor->index, &sqlite_allocator, interruption, parameters, &words_a) &&
           passage_alignment_find(&cursor->alignment, &sqlite_allocator, interruption,
                                  &cursor->index, &words_b);
}

static void alignment_open(struct table_cursor *base, struct call *call) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    struct passage_parameters parameters = passage_parameters_of(&call->given[argument_passages]);
    if (align(cursor, &parameters, call->given[argument_a].bytes, call->given[argument_b].bytes))
        base->rows = (sqlite3_int64)cursor->alignment.count;
    else
        call_interrupted(call);
}

static void alignment_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct alignment_cursor *cursor = (const struct alignment_cursor *)base;
    passage_column(context, &cursor->alignment.passages[base->row], column);
}

static void alignment_close(struct table_cursor *base) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    word_hashes_free(&cursor->a, &sqlite_allocator);
    word_hashes_free(&cursor->b, &sqlite_allocator);
    seed_index_free(&cursor->index, &sqlite_allocator);
    passage_alignment_free(&cursor->alignment, &sqlite_allocator);
}

TABLE(text_alignment, alignment, struct alignment_cursor, PASSAGE_COLUMNS,
      .arguments = ARGUMENTS(INPUT("a", text), INPUT("b", text), PASSAGE_ARGUMENTS),
      .estimated_rows = 2, .close = alignment_close);

/* ---- collect_documents() and collect_candidates() -------------------------------------------- */

#define SCORE_MAX 1e30 /* and -1e30: single precision holds it */

struct collected_documents {
    struct collection base;
    struct document_set set; /* numbered, once it is complete */
};

struct collected_candidates {
    struct collection base;
    struct document_pairs pairs;         /* in order */
    struct pair_alignment_counts counts; /* what became of them when they were aligned last */
};

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

/* ---- aligned_passages() ---------------------------------------------------------------------- */

enum {
    argument_documents,
    argument_candidates,
    argument_rules,
    argument_score_least = argument_rules + passage_argument_count,
    argument_rank_most,
    argument_misses_most,
    argument_threads
};

struct passages_cursor {
    struct table_cursor base;
    struct collected_documents *documents;   /* which the base holds, ... */
    struct collected_candidates *candidates; /* ... like these */
    struct pair_alignment *alignment;
    struct aligned_passage current;
};

static void passages_reset(struct table_cursor *base) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    pair_alignment_free(cursor->alignment);
    cursor->alignment = NULL;
}

static void passages_next(struct table_cursor *base, struct call *call) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    if (table_found(base, call, pair_alignment_next(cursor->alignment, &cursor->current)))
        cursor->candidates->counts = pair_alignment_counts(cursor->alignment);
}

static size_t limit_or_none(const struct given *given) {
    return given->value ? (size_t)given->integer : SIZE_MAX;
}

static void passages_open(struct table_cursor *base, struct call *call) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    const struct given *given = call->given;
    struct pair_alignment_rule rule = {
        .parameters = passage_parameters_of(&given[argument_rules]),
        .score_least = given[argument_score_least].value ? (float)given[argument_score_least].number
                                                         : -INFINITY,
        .rank_most = limit_or_none(&given[argument_rank_most]),
        .misses_most = limit_or_none(&given[argument_misses_most])};
    cursor->documents = given[argument_documents].pointer;
    cursor->candidates = given[argument_candidates].pointer;
    const int64_t *unknown;
    cursor->alignment = pair_alignment_new(
        &sqlite_allocator, &cursor->documents->set, &cursor->candidates->pairs, &rule,
        call_threads(&given[argument_threads]), &base->interruption, &unknown);
    if (!cursor->alignment && unknown)
        call_refuse(call, "collect_documents() got no text with id %lld", (long long)*unknown);
    else if (!cursor->alignment)
        call_interrupted(call);
}

static void passages_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_a, column_b, column_passage };
    const struct passages_cursor *cursor = (const struct passages_cursor *)base;
    const struct aligned_passage *current = &cursor->current;
    if (column < column_passage)
        sqlite3_result_int64(
            context, cursor->documents->set.ids[column == column_a ? current->a : current->b]);
    else
        passage_column(context, &current->passage, column - column_passage);
}

TABLE(aligned_passages, passages, struct passages_cursor, "a INTEGER, b INTEGER, " PASSAGE_COLUMNS,
      .arguments = ARGUMENTS(
          POINTER("documents", .maker = "collect_documents"),
          POINTER("candidates", .maker = "collect_candidates"), PASSAGE_ARGUMENTS,
          OPTIONAL("score_least", number, .numbers = {-SCORE_MAX, SCORE_MAX, 0}, .unset = true),
          OPTIONAL("rank_most", integer, .range = {1, PTRDIFF_MAX, 0}, .unset = true),
          OPTIONAL("misses_most", integer, .range = {1, PTRDIFF_MAX, 0}, .unset = true),
          THREADS(OPTIONAL)),
      .estimated_rows = 100000, .next = passages_next, .reset = passages_reset);
