/*
 * similar_pairs.c - collect_texts(id, text, buckets [, owned]), and similar_pairs(texts [, shingle,
 * jaccard_least, edit_similarity_least, bucket_most, neighbours, representatives, bands, threads,
 * near_least, near_most, count_least, counts, packed]): which of the texts that share a signature
 * are similar, in order (core/pairs/pair_comparison.h).
 *
 *     SELECT a, b, jaccard, edit_distance
 *       FROM similar_pairs((SELECT collect_texts(id, text, buckets)
 *                             FROM bucket_texts((SELECT collect_buckets(band, signature, id)
 *                                                  FROM signature))
 *                            CROSS JOIN sentence USING (id)));
 *
 *   collect_texts()   aggregate: the texts of buckets, in memory (core/pairs/text_set.h). Of two
 *                     texts that share a signature, the one with the smaller id must be owned, or
 *                     they are not compared. Texts are owned unless `owned` is 0.
 *   similar_pairs()   table-valued: the pairs
 *
 *   (1) jaccard and edit_distance are the values of the functions of these names, bit by bit.
 *   (2) edit_distance is NULL where it is more than (1 - edit_similarity_least) * the length of the
 *       longer text.
 *   (3) The rows do not depend on `threads`.
 *   (4) If `counts` is 1, what was counted follows the pairs (counted_rows.h):
 *         'near miss'  in order, the pairs from near_least up to jaccard_least of texts that
 *                      resemble at most near_most others, unless more than near_most of these pairs
 *                      have the same a
 *         'resembled'  if count_least is given, for each text a, how many texts it resembles
 *         others       totals
 *       Texts resemble each other from a similarity of count_least on, or else of near_least.
 *   (5) If `packed` is not 0, a row holds up to `packed` pairs: a, b, jaccard and edit_distance are
 *       columns for unpack_columns(), which are cheaper to store than rows, and `number` says how
 *       many texts have been compared with those of greater ids. A row ends early after a hundredth
 *       of the texts, so that progress shows.
 */
#include "../functions.h"
#include "../table_function.h"
#include "collected_pairs.h"
#include "counted_rows.h"
#include "pair_rules.h"

#include <math.h> /* NAN */

/* ---- collect_texts() ------------------------------------------------------------------------- */

/* The number of the text with this id. Texts usually come in the order of their numbers. */
static uint32_t number_of(const struct collected_texts *texts, int64_t id) {
    const struct bucket_set *set = &texts->buckets->set;
    uint32_t next = texts->set.added;
    return next < set->texts && set->ids[next] == id ? next : bucket_set_text(set, id);
}

static void texts_step(struct call *call, void *collection) {
    enum { argument_id, argument_text, argument_buckets, argument_owned };
    struct collected_texts *texts = collection;
    struct collected_buckets *buckets = buckets_in_memory(call, argument_buckets);
    int64_t id = call->given[argument_id].integer;
    struct argument_bytes text = call->given[argument_text].bytes;
    bool owned = call->given[argument_owned].integer == 1;
    if (call->code != SQLITE_OK)
        return;
    if (!texts->buckets && text_set_begin(&texts->set, &sqlite_allocator, buckets->set.texts))
        texts->buckets = collection_share(buckets);
    if (!texts->buckets) {
        call->code = SQLITE_NOMEM;
        return;
    }
    if (texts->buckets != buckets) {
        call_refuse(call, "argument buckets must be the same for all rows");
        return;
    }
    uint32_t number = number_of(texts, id);
    if (number == UINT32_MAX)
        return;
    if (texts->set.texts[number].utf8)
        call_refuse(call, "there are two texts with id %lld", (long long)id);
    else if (!text_set_add(&texts->set, &sqlite_allocator, number, text.bytes, text.length) ||
             (!owned && !text_set_disown(&texts->set, &sqlite_allocator, number)))
        call->code = SQLITE_NOMEM;
}

static void texts_release(void *collection) {
    struct collected_texts *texts = collection;
    text_set_free(&texts->set, &sqlite_allocator);
    collection_release(texts->buckets);
}

const struct function collect_texts_function = {
    .name = "collect_texts",
    .arguments = ARGUMENTS(ID("id"), REQUIRED("text", text), POINTER("collect_buckets", "buckets"),
                           OPTIONAL("owned", integer, .range = {0, 1, 1})),
    .results = "POINTER",
    .size = sizeof(struct collected_texts),
    .makes = "collect_texts",
    .step = texts_step,
    .release = texts_release,
};

/* ---- similar_pairs() ------------------------------------------------------------------------- */

enum {
    argument_texts,
    argument_shingle,
    argument_jaccard_least,
    argument_edit_similarity_least,
    argument_thinning,
    argument_bands = argument_thinning + thinning_argument_count,
    argument_threads,
    argument_near_least,
    argument_near_most,
    argument_count_least,
    argument_counts,
    argument_packed
};

enum { near_max = 1000, packed_max = 1 << 20, rows_least = 100 };

enum pairs_column { column_a, column_b, column_jaccard, column_edit_distance, column_counted };

enum { packed_columns = column_edit_distance + 1 };

/* The pairs of a row. */
struct pair_block {
    struct column_writer writers[packed_columns];
    unsigned char *blobs[packed_columns];
    size_t sizes[packed_columns];
};

/* What a row is; after the pairs come the others, in this order. */
enum pairs_row { row_pair, row_near_miss, row_resembled, row_total };

struct pairs_cursor {
    struct table_cursor base;
    struct collected_texts *texts; /* which the base holds */
    struct candidates candidates;
    struct pair_comparison *comparison; /* NULL without texts */
    uint32_t *ranks;                    /* of the texts, or NULL */
    bool counts, counts_resembled;      /* which rows are wanted after the pairs */
    enum pairs_row kind;                /* of the current row */
    uint64_t packed;                    /* the most pairs of a row, or 0 */
    struct pair_block block;
    struct similar_pair pair;   /* the last one, or near miss; `a` is the text that is resembled */
    struct counted_total total; /* its name is NULL for a pair */
    size_t near_at, totals_at;  /* the next of these, after the end */
    uint32_t text_at;
};

static void block_begin(struct pair_block *block, struct call *call) {
    for (int i = 0; i < packed_columns; i++)
        block->writers[i] = (struct column_writer){.allocator = &sqlite_allocator,
                                                   .interruption = call->interruption,
                                                   .limit = SIZE_MAX}; /* packed_max bounds it */
}

static void block_free(struct pair_block *block) {
    for (int i = 0; i < packed_columns; i++) {
        if (block->writers[i].allocator)
            column_writer_free(&block->writers[i]);
        sqlite3_free(block->blobs[i]);
    }
    *block = (struct pair_block){0};
}

static void pairs_reset(struct table_cursor *base) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    block_free(&cursor->block);
    pair_comparison_free(cursor->comparison); /* first: its threads use the rest */
    cursor->comparison = NULL;
    candidates_free(&cursor->candidates, &sqlite_allocator);
    sqlite3_free(cursor->ranks);
    cursor->ranks = NULL;
    cursor->kind = row_pair;
    cursor->total.name = NULL;
    cursor->near_at = cursor->totals_at = 0;
    cursor->text_at = 0;
}

/* Goes to the next row of what was counted. Returns false at the end. */
static bool count_next(struct pairs_cursor *cursor) {
    const struct pair_comparison *comparison = cursor->comparison;
    const struct candidates *candidates = &cursor->candidates;
    size_t near_count = 0;
    const struct similar_pair *near =
        comparison ? pair_comparison_near(comparison, &near_count) : NULL;
    if (cursor->near_at < near_count) {
        cursor->kind = row_near_miss;
        cursor->pair = near[cursor->near_at++];
        cursor->total.name = "near miss";
        return true;
    }
    cursor->kind = row_resembled;
    while (comparison && cursor->counts_resembled && cursor->text_at < candidates->set->texts) {
        cursor->pair.a = cursor->text_at++;
        cursor->total = (struct counted_total){
            "resembled", pair_comparison_resembled(comparison, cursor->pair.a)};
        if (cursor->total.number > 0)
            return true;
    }
    cursor->kind = row_total;
    const struct counted_total totals[] = {
        {"candidates", comparison ? pair_comparison_candidates(comparison) : 0},
        {"large buckets", candidates->large_buckets},
        {"texts in large buckets", candidates->texts_in_large_buckets},
        {"pairs left out", candidates->left_out}};
    return counted_total_next(&cursor->total, &cursor->totals_at, totals,
                              sizeof totals / sizeof *totals);
}

static enum column_write_result block_add(struct pair_block *block, const int64_t *ids,
                                          const struct similar_pair *pair) {
    struct column_writer *writers = block->writers;
    enum column_write_result result = column_write_integer(&writers[column_a], ids[pair->a]);
    if (result == column_written)
        result = column_write_integer(&writers[column_b], ids[pair->b]);
    if (result == column_written)
        result = column_write_real(&writers[column_jaccard], pair->jaccard);
    if (result != column_written)
        return result;
    return pair->edit_distance == DISTANCE_UNKNOWN
               ? column_write_null(&writers[column_edit_distance])
               : column_write_integer(&writers[column_edit_distance], pair->edit_distance);
}

/* Fills the block with the next pairs, if there are any. */
static enum comparison_result block_next(struct pairs_cursor *cursor, struct call *call) {
    struct pair_block *block = &cursor->block;
    const struct bucket_set *set = &cursor->texts->buckets->set;
    enum comparison_result result = comparison_pair;
    enum column_write_result written = column_written;
    uint32_t first = UINT32_MAX, most = set->texts / rows_least;
    block_free(block);
    block_begin(block, call);
    do {
        result = pair_comparison_next(cursor->comparison, &cursor->pair);
        if (result != comparison_pair)
            break;
        if (first == UINT32_MAX)
            first = cursor->pair.a;
        written = block_add(block, set->ids, &cursor->pair);
    } while (written == column_written && cursor->pair.a - first <= most &&
             block->writers[column_a].rows < cursor->packed);
    if (result == comparison_failed || first == UINT32_MAX)
        return result;
    for (int i = 0; i < packed_columns && written == column_written; i++)
        written = column_writer_finish(&block->writers[i], &block->blobs[i], &block->sizes[i]);
    return written == column_written ? comparison_pair : comparison_failed;
}

static void pairs_next(struct table_cursor *base, struct call *call) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    enum comparison_result result = comparison_end;
    if (cursor->kind == row_pair && cursor->comparison)
        result = cursor->packed ? block_next(cursor, call)
                                : pair_comparison_next(cursor->comparison, &cursor->pair);
    if (result == comparison_failed)
        call_interrupted(call);
    else if (result == comparison_pair || (cursor->counts && count_next(cursor)))
        base->rows++;
}

/* Starts the threads. False if memory runs out or the work is interrupted. */
static bool begin_comparison(struct pairs_cursor *cursor, struct candidate_rule *thinning,
                             const struct similarity_rule *rule, unsigned threads) {
    struct interruption *interruption = &cursor->base.interruption;
    const struct collected_texts *texts = cursor->texts;
    const struct bucket_set *set = &texts->buckets->set;
    if (candidates_are_thinned(set, thinning)) {
        cursor->ranks = text_set_ranks(&texts->set, &sqlite_allocator, interruption);
        if (!cursor->ranks)
            return false;
        thinning->ranks = cursor->ranks;
    }
    if (!candidates_begin(&cursor->candidates, &sqlite_allocator, set, thinning, interruption))
        return false;
    cursor->comparison = pair_comparison_new(&sqlite_allocator, &cursor->candidates, &texts->set,
                                             rule, threads, interruption);
    return cursor->comparison != NULL;
}

static void pairs_open(struct table_cursor *base, struct call *call) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    const struct given *given = call->given;
    const struct collected_texts *texts = cursor->texts = given[argument_texts].pointer;
    struct candidate_rule thinning =
        thinning_rule(&given[argument_thinning], given[argument_bands].integer);
    struct similarity_rule rule = {
        .shingle = (size_t)given[argument_shingle].integer,
        .jaccard_least = given[argument_jaccard_least].number,
        .edit_similarity_least = given[argument_edit_similarity_least].number,
        .near_least = given[argument_near_least].number,
        .near_most = (size_t)given[argument_near_most].integer,
        .count_least =
            given[argument_count_least].value ? given[argument_count_least].number : NAN};
    cursor->counts = given[argument_counts].integer == 1;
    cursor->packed = (uint64_t)given[argument_packed].integer;
    cursor->counts_resembled = given[argument_count_least].value != NULL;
    if (rule.near_most == 0)
        rule.near_least = NAN;
    else if (!cursor->counts_resembled)
        rule.count_least = rule.near_least;
    for (uint32_t i = 0; texts->set.added < texts->set.count && i < texts->set.count; i++)
        if (!texts->set.texts[i].utf8)
            call_refuse(call, "collect_texts() got no text with id %lld",
                        (long long)texts->buckets->set.ids[i]);
    if (call->code != SQLITE_OK)
        return;
    if (texts->buckets &&
        !begin_comparison(cursor, &thinning, &rule, call_threads(&given[argument_threads])))
        call_interrupted(call);
    else
        pairs_next(base, call);
}

static void pairs_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct pairs_cursor *cursor = (const struct pairs_cursor *)base;
    const struct similar_pair *pair = &cursor->pair;
    assert(cursor->kind == row_total || cursor->pair.a < cursor->texts->buckets->set.texts);
    const int64_t *ids = cursor->kind == row_total ? NULL : cursor->texts->buckets->set.ids;
    bool is_block = cursor->packed && cursor->kind == row_pair;
    if (is_block && column < packed_columns) {
        sqlite3_result_blob64(context, cursor->block.blobs[column], cursor->block.sizes[column],
                              SQLITE_TRANSIENT);
        return;
    }
    switch (column) {
    case column_a:
        if (cursor->kind != row_total)
            sqlite3_result_int64(context, ids[pair->a]);
        break;
    case column_b:
        if (cursor->kind <= row_near_miss)
            sqlite3_result_int64(context, ids[pair->b]);
        break;
    case column_jaccard:
        if (cursor->kind <= row_near_miss)
            sqlite3_result_double(context, pair->jaccard);
        break;
    case column_edit_distance:
        if (cursor->kind == row_pair && pair->edit_distance != DISTANCE_UNKNOWN)
            sqlite3_result_int64(context, pair->edit_distance);
        break;
    case column_counted:
        sqlite3_result_text(context, cursor->total.name, -1, SQLITE_STATIC);
        break;
    default:
        if (is_block)
            sqlite3_result_int64(context, (sqlite3_int64)pair->a + 1);
        else if (cursor->kind >= row_resembled)
            sqlite3_result_int64(context, (sqlite3_int64)cursor->total.number);
    }
}

const struct function similar_pairs_function = {
    .name = "similar_pairs",
    .arguments = ARGUMENTS(
        POINTER("collect_texts", "texts"),
        OPTIONAL("shingle", integer, .range = {1, shingle_length_max, shingle_length_default}),
        OPTIONAL("jaccard_least", number, .numbers = {0, 1, 0.6}),
        OPTIONAL("edit_similarity_least", number, .numbers = {0, 1, 0.5}), THINNING_ARGUMENTS,
        OPTIONAL("threads", integer, .range = {0, crew_threads_max, 0}),
        OPTIONAL("near_least", number, .numbers = {0, 1, 0.4}),
        OPTIONAL("near_most", integer, .range = {0, near_max, 0}),
        OPTIONAL("count_least", number, .numbers = {0, 1, 0}, .unset = true), ARGUMENT_COUNTS,
        OPTIONAL("packed", integer, .range = {0, packed_max, 0})),
    .results = "a INTEGER, b INTEGER, jaccard REAL, edit_distance INTEGER, " COUNTED_COLUMNS,
    .size = sizeof(struct pairs_cursor),
    .estimated_rows = 100000,
    .open = pairs_open,
    .next = pairs_next,
    .column = pairs_column,
    .reset = pairs_reset,
};
