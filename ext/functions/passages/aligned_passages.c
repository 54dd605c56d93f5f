/*
 * aligned_passages.c - aligned_passages(documents, candidates …), table-valued: the passages that
 * pairs of documents share (core/passages/pair_alignment.h); see docs/functions/passages.md.
 *
 * The passages of a pair are the rows of text_alignment() for the texts of its documents. Rows are
 * in order of a, b, a_position, b_position. They do not depend on `threads`.
 */
#include "../functions.h"
#include "../table_function.h"
#include "collected_documents.h"
#include "passage_arguments.h"

#include <math.h> /* INFINITY */

enum {
    argument_documents,
    argument_candidates,
    argument_passages,
    argument_score_least = argument_passages + passage_argument_count,
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
    switch (pair_alignment_next(cursor->alignment, &cursor->current)) {
    case pair_alignment_passage:
        base->rows++;
        break;
    case pair_alignment_end:
        cursor->candidates->counts = pair_alignment_counts(cursor->alignment);
        break;
    default:
        call_interrupted(call);
    }
}

static size_t limit_or_none(const struct given *given) {
    return given->value ? (size_t)given->integer : SIZE_MAX;
}

static void passages_open(struct table_cursor *base, struct call *call) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    const struct given *given = call->given;
    struct pair_alignment_rule rule = {
        .parameters = passage_parameters_of(&given[argument_passages]),
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
