/*
 * aligned_passages.c - aligned_passages(documents, candidates [, seed, seed_words, gap,
 * seeds_least, length_least, similarity_least, measure, occurrences_most, join_gap,
 * unmatched_cost, shadow_most, score_least, rank_most, misses_most, threads]).
 *
 * Table-valued: the passages that pairs of documents share (core/passages/pair_alignment.h).
 *
 *   (1) The passages of a pair are the rows of text_alignment() for the texts of its documents.
 *   (2) Rows are in order of a, b, a_position, b_position. They do not depend on `threads`.
 *   (3) The candidates of one a are aligned in order of descending score, then b, until one has a
 *       score below score_least, rank_most of them were aligned, or misses_most one after the other
 *       shared no passage.
 *   (4) Every id of the candidates must be that of a document.
 *   (5) A call that is read to its end leaves what it counted for last_comparison().
 */
#include "document_pointers.h"
#include "last_comparison.h"
#include "passage_arguments.h"

#include <math.h> /* INFINITY, NAN */

enum { column_a, column_b, column_passage, result_count = column_passage + passage_column_count };
enum {
    argument_of_documents,
    argument_of_candidates,
    required_count,
    argument_of_score_least = required_count + passage_argument_count,
    argument_of_rank_most,
    argument_of_misses_most,
    argument_of_threads,
    argument_count
};

struct passages_cursor {
    struct table_cursor base;
    struct collected_documents *documents; /* shared, since its value may change */
    struct collected_candidates *candidates;
    struct pair_alignment *alignment;
    struct aligned_passage current;
};

static void passages_close(struct table_cursor *base) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    pair_alignment_free(cursor->alignment); /* first: its threads use the rest */
    cursor->alignment = NULL;
    documents_release(cursor->documents);
    cursor->documents = NULL;
    candidates_release(cursor->candidates);
    cursor->candidates = NULL;
}

/* Goes to the next passage, if there is one. */
static void passages_next(struct table_cursor *base, struct arguments *arguments) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    switch (pair_alignment_next(cursor->alignment, &cursor->current)) {
    case pair_alignment_passage:
        base->rows++;
        break;
    case pair_alignment_end:
        if (!last_comparison_keep_passages(base->connection, cursor->alignment))
            arguments->code = SQLITE_NOMEM;
        break;
    case pair_alignment_failed:
        arguments->code = interruption_code(&base->interruption);
        break;
    }
}

/* A number from 1 to `most`, or one that is never reached. */
static size_t limit_or_none(struct arguments *arguments, const char *name, sqlite3_value *value) {
    return value ? (size_t)argument_integer(arguments, name, value, 1, PTRDIFF_MAX) : SIZE_MAX;
}

static struct pair_alignment_rule read_rule(struct arguments *arguments,
                                            sqlite3_value *const *values) {
    struct pair_alignment_rule rule = {
        .parameters = argument_passages(arguments, values + required_count),
        .score_least = -INFINITY,
    };
    if (values[argument_of_score_least])
        rule.score_least = (float)argument_number(
            arguments, "score_least", values[argument_of_score_least], -score_max, score_max);
    rule.rank_most = limit_or_none(arguments, "rank_most", values[argument_of_rank_most]);
    rule.misses_most = limit_or_none(arguments, "misses_most", values[argument_of_misses_most]);
    return rule;
}

static void passages_open(struct table_cursor *base, const struct table_arguments *given,
                          struct arguments *arguments) {
    struct passages_cursor *cursor = (struct passages_cursor *)base;
    sqlite3_value *const *values = given->values;
    passages_close(base);
    last_comparison_forget(base->connection);
    struct collected_documents *documents =
        documents_argument(arguments, values[argument_of_documents]);
    struct collected_candidates *candidates =
        candidates_argument(arguments, values[argument_of_candidates]);
    struct pair_alignment_rule rule = read_rule(arguments, values);
    unsigned threads = argument_threads(arguments, values[argument_of_threads]);
    if (arguments->code != SQLITE_OK)
        return;
    cursor->documents = documents;
    documents->references++;
    cursor->candidates = candidates;
    candidates->references++;
    const int64_t *unknown;
    cursor->alignment = pair_alignment_new(&sqlite_allocator, &documents->set, &candidates->pairs,
                                           &rule, threads, &base->interruption, &unknown);
    if (cursor->alignment)
        passages_next(base, arguments);
    else if (unknown)
        arguments_refuse(arguments, "collect_documents() got no text with id %lld",
                         (long long)*unknown);
    else
        arguments->code = interruption_code(&base->interruption);
}

static void passages_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct passages_cursor *cursor = (const struct passages_cursor *)base;
    const struct aligned_passage *current = &cursor->current;
    if (column < column_passage)
        sqlite3_result_int64(
            context, cursor->documents->set.ids[column == column_a ? current->a : current->b]);
    else
        passage_column(context, &current->passage, column - column_passage);
}

static struct default_value passages_default(struct table_cursor *base, int argument) {
    (void)base;
    if (argument < argument_of_score_least)
        return passage_argument_default(argument - required_count);
    if (argument == argument_of_threads)
        return (struct default_value){.number = 0};
    return (struct default_value){.is_real = true, .real = NAN};
}

static const char *const argument_names[] = {"documents",   "candidates", PASSAGE_ARGUMENT_NAMES,
                                             "score_least", "rank_most",  "misses_most",
                                             "threads"};

const struct table_function aligned_passages_table = {
    .name = "aligned_passages",
    .columns = "CREATE TABLE x(a INTEGER, b INTEGER, " PASSAGE_COLUMNS
               ", documents HIDDEN, candidates HIDDEN, " PASSAGE_ARGUMENT_COLUMNS
               ", score_least HIDDEN, rank_most HIDDEN, misses_most HIDDEN, threads HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = required_count,
    .pointers = 1u << argument_of_documents | 1u << argument_of_candidates,
    .estimated_rows = 100000,
    .cursor_size = sizeof(struct passages_cursor),
    .open = passages_open,
    .next = passages_next,
    .column = passages_column,
    .default_argument = passages_default,
    .close = passages_close,
};
