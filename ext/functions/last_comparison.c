/*
 * last_comparison.c - last_comparison(): what the last similar_pairs(), similar_vectors() or
 * aligned_passages() counted besides its rows.
 *
 *     SELECT a AS id, number AS texts FROM last_comparison() WHERE counted = 'resembled';
 *
 *   (1) The rows are those of the last call of any of these in this connection, like changes() of
 *       the last INSERT. It must have been read to its end: a call that begins drops what was
 *       counted before, and only one that ends keeps something. Without, it is an error.
 *   (2) First come the near misses, in order; then, with count_least, the texts that
 *       resemble others, ascending; then what was counted of all texts, vectors or pairs of
 *       documents together.
 *   (3) A cursor reads what was kept when it was opened, whatever is compared meanwhile.
 *   (4) It depends on more than its arguments, so views and triggers may not use it.
 */
#include "last_comparison.h"

#include "table_function.h"

#include <assert.h>

/* What is counted of all together. */
struct total {
    const char *name;
    uint64_t number;
};

enum { totals_most = 8 };

struct near_miss {
    int64_t a, b;
    double jaccard;
};

struct resembled_text {
    int64_t id;
    uint64_t texts; /* that it resembles */
};

struct last_comparison {
    unsigned references; /* of the connection and of cursors */
    struct near_miss *near;
    struct resembled_text *resembled;
    size_t near_count, resembled_count, total_count;
    struct total totals[totals_most];
};

void last_comparison_release(struct last_comparison *last) {
    if (!last || --last->references > 0)
        return;
    sqlite3_free(last->near);
    sqlite3_free(last->resembled);
    sqlite3_free(last);
}

void last_comparison_forget(struct connection *connection) {
    last_comparison_release(connection->last_comparison);
    connection->last_comparison = NULL;
}

static bool keep_near(struct last_comparison *last, const struct pair_comparison *comparison,
                      const int64_t *ids) {
    size_t count;
    const struct similar_pair *pairs = pair_comparison_near(comparison, &count);
    last->near = sqlite3_malloc64((count + 1) * sizeof *last->near);
    if (!last->near)
        return false;
    for (; last->near_count < count; last->near_count++, pairs++)
        last->near[last->near_count] =
            (struct near_miss){ids[pairs->a], ids[pairs->b], pairs->jaccard};
    return true;
}

static bool keep_resembled(struct last_comparison *last, const struct pair_comparison *comparison,
                           const struct bucket_set *set) {
    size_t count = 0;
    for (uint32_t text = 0; text < set->texts; text++)
        count += pair_comparison_resembled(comparison, text) > 0;
    last->resembled = sqlite3_malloc64((count + 1) * sizeof *last->resembled);
    for (uint32_t text = 0; last->resembled && text < set->texts; text++) {
        uint64_t texts = pair_comparison_resembled(comparison, text);
        if (texts > 0)
            last->resembled[last->resembled_count++] =
                (struct resembled_text){set->ids[text], texts};
    }
    return last->resembled != NULL;
}

static void add_total(struct last_comparison *last, const char *name, uint64_t number) {
    assert(last->total_count < totals_most);
    last->totals[last->total_count++] = (struct total){name, number};
}

bool last_comparison_keep(struct connection *connection, const struct pair_comparison *comparison,
                          const struct candidates *candidates, bool counting) {
    struct last_comparison *last = sqlite3_malloc64(sizeof *last);
    last_comparison_forget(connection);
    if (!last)
        return false;
    *last = (struct last_comparison){.references = 1};
    if (comparison && (!keep_near(last, comparison, candidates->set->ids) ||
                       (counting && !keep_resembled(last, comparison, candidates->set)))) {
        last_comparison_release(last);
        return false;
    }
    add_total(last, "candidates", comparison ? pair_comparison_candidates(comparison) : 0);
    add_total(last, "large buckets", comparison ? candidates->large_buckets : 0);
    add_total(last, "texts in large buckets", comparison ? candidates->texts_in_large_buckets : 0);
    add_total(last, "pairs left out", comparison ? candidates->left_out : 0);
    connection->last_comparison = last;
    return true;
}

bool last_comparison_keep_vectors(struct connection *connection, const struct vector_pairs *pairs,
                                  struct vector_banding banding) {
    struct vector_pair_counts counts = vector_pairs_counts(pairs);
    struct last_comparison *last = sqlite3_malloc64(sizeof *last);
    last_comparison_forget(connection);
    if (!last)
        return false;
    *last = (struct last_comparison){.references = 1};
    add_total(last, "candidates", counts.candidates);
    add_total(last, "candidates of small distance", counts.close);
    add_total(last, "large buckets", counts.large_buckets);
    add_total(last, "vectors in large buckets", counts.in_large_buckets);
    add_total(last, "pairs left out", counts.left_out);
    add_total(last, "bands", banding.bands);
    add_total(last, "rows", banding.rows);
    add_total(last, "bucket_most", counts.whole_most);
    connection->last_comparison = last;
    return true;
}

bool last_comparison_keep_passages(struct connection *connection,
                                   const struct pair_alignment *alignment) {
    struct pair_alignment_counts counts = pair_alignment_counts(alignment);
    struct last_comparison *last = sqlite3_malloc64(sizeof *last);
    last_comparison_forget(connection);
    if (!last)
        return false;
    *last = (struct last_comparison){.references = 1};
    uint64_t cut = counts.below_score + counts.beyond_rank + counts.after_misses;
    add_total(last, "candidates", counts.aligned + cut);
    add_total(last, "pairs aligned", counts.aligned);
    add_total(last, "pairs with passages", counts.with_passages);
    add_total(last, "misses", counts.aligned - counts.with_passages);
    add_total(last, "passages", counts.passages);
    add_total(last, "pairs below score_least", counts.below_score);
    add_total(last, "pairs beyond rank_most", counts.beyond_rank);
    add_total(last, "pairs after misses_most", counts.after_misses);
    connection->last_comparison = last;
    return true;
}

/* ---- last_comparison() ----------------------------------------------------------------------- */

enum { column_counted, column_a, column_b, column_jaccard, column_number, result_count };

struct last_cursor {
    struct table_cursor base;
    struct last_comparison *last;
};

static void last_close(struct table_cursor *base) {
    struct last_cursor *cursor = (struct last_cursor *)base;
    last_comparison_release(cursor->last);
    cursor->last = NULL;
}

static void last_open(struct table_cursor *base, const struct table_arguments *given,
                      struct arguments *arguments) {
    struct last_cursor *cursor = (struct last_cursor *)base;
    (void)given;
    last_close(base);
    struct last_comparison *last = base->connection->last_comparison;
    if (!last) {
        arguments_refuse(arguments,
                         "no similar_pairs(), similar_vectors() or aligned_passages() of this "
                         "connection has come to its end");
        return;
    }
    cursor->last = last;
    last->references++;
    base->rows = (sqlite3_int64)(last->near_count + last->resembled_count + last->total_count);
}

static void result_near(sqlite3_context *context, const struct near_miss *near, int column) {
    if (column == column_counted)
        sqlite3_result_text(context, "near miss", -1, SQLITE_STATIC);
    else if (column == column_a || column == column_b)
        sqlite3_result_int64(context, column == column_a ? near->a : near->b);
    else if (column == column_jaccard)
        sqlite3_result_double(context, near->jaccard);
}

static void result_resembled(sqlite3_context *context, const struct resembled_text *text,
                             int column) {
    if (column == column_counted)
        sqlite3_result_text(context, "resembled", -1, SQLITE_STATIC);
    else if (column == column_a)
        sqlite3_result_int64(context, text->id);
    else if (column == column_number)
        sqlite3_result_int64(context, (sqlite3_int64)text->texts);
}

static void last_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct last_comparison *last = ((const struct last_cursor *)base)->last;
    size_t row = (size_t)base->row;
    if (row < last->near_count) {
        result_near(context, last->near + row, column);
        return;
    }
    row -= last->near_count;
    if (row < last->resembled_count) {
        result_resembled(context, last->resembled + row, column);
        return;
    }
    row -= last->resembled_count;
    if (column == column_counted)
        sqlite3_result_text(context, last->totals[row].name, -1, SQLITE_STATIC);
    else if (column == column_number)
        sqlite3_result_int64(context, (sqlite3_int64)last->totals[row].number);
}

const struct table_function last_comparison_table = {
    .name = "last_comparison",
    .columns = "CREATE TABLE x(counted TEXT, a INTEGER, b INTEGER, jaccard REAL, number INTEGER)",
    .result_count = result_count,
    .direct = true,
    .estimated_rows = 1000,
    .cursor_size = sizeof(struct last_cursor),
    .open = last_open,
    .column = last_column,
    .close = last_close,
};
