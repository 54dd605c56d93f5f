/*
 * buckets.c - collect_buckets(band, signature, id), bucket_texts(buckets), and
 * candidate_pairs(buckets [, bucket_most, neighbours, representatives, bands]).
 *
 *     SELECT a, b
 *       FROM candidate_pairs((SELECT collect_buckets(band, signature, id) FROM signature));
 *
 *   collect_buckets()   aggregate: which texts share a signature (core/pairs/bucket_set.h)
 *   bucket_texts()      table-valued: the ids of these texts, ascending
 *   candidate_pairs()   table-valued: the pairs that share a signature, each once, in order
 *                       (core/pairs/candidates.h)
 *
 *   (1) Ids, bands and signatures are 64-bit integers. Rows may come in any order and repeat;
 *       without rows there are no buckets.
 *   (2) Rows come one at a time: the pairs are never stored.
 *   (3) The column bucket_texts.buckets passes the collection on.
 *   (4) In candidate_pairs(), neighbours are next to each other in the order of ids.
 */
#include "../functions.h"
#include "../table_function.h"
#include "collected_pairs.h"
#include "pair_rules.h"

/* ---- collect_buckets() ----------------------------------------------------------------------- */

static void buckets_step(struct call *call, void *collection) {
    struct collected_buckets *buckets = collection;
    if (buckets->rows.count == BUCKET_ROWS_MAX)
        call_refuse(call, "there can be at most %lld rows", (long long)BUCKET_ROWS_MAX);
    else if (!bucket_rows_add(&buckets->rows, &sqlite_allocator, call->given[0].integer,
                              call->given[1].integer, call->given[2].integer))
        call->code = SQLITE_NOMEM;
}

static void buckets_final(struct call *call, void *collection) {
    struct collected_buckets *buckets = collection;
    if (!bucket_set_make(&buckets->set, &sqlite_allocator, &buckets->rows, call->interruption))
        call_interrupted(call);
}

static void buckets_release(void *collection) {
    struct collected_buckets *buckets = collection;
    bucket_rows_free(&buckets->rows, &sqlite_allocator);
    bucket_set_free(&buckets->set, &sqlite_allocator);
}

const struct function collect_buckets_function = {
    .name = "collect_buckets",
    .arguments = ARGUMENTS(ID("band"), ID("signature"), ID("id")),
    .results = "POINTER",
    .size = sizeof(struct collected_buckets),
    .makes = "collect_buckets",
    .step = buckets_step,
    .final = buckets_final,
    .release = buckets_release,
};

/* ---- bucket_texts() -------------------------------------------------------------------------- */

struct texts_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets; /* which the base holds */
};

static void texts_open(struct table_cursor *base, struct call *call) {
    struct texts_cursor *cursor = (struct texts_cursor *)base;
    cursor->buckets = call->given[0].pointer;
    base->rows = cursor->buckets->set.texts;
}

static void texts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_id, column_buckets };
    struct collected_buckets *buckets = ((struct texts_cursor *)base)->buckets;
    if (column == column_id)
        sqlite3_result_int64(context, buckets->set.ids[base->row]);
    else
        sqlite3_result_pointer(context, collection_share(buckets), "collect_buckets",
                               collection_release);
}

const struct function bucket_texts_function = {
    .name = "bucket_texts",
    .arguments = ARGUMENTS({.name = "buckets",
                            .type = argument_is_pointer,
                            .maker = "collect_buckets",
                            .input = true}),
    .results = "id INTEGER, buckets",
    .size = sizeof(struct texts_cursor),
    .estimated_rows = 1000,
    .open = texts_open,
    .column = texts_column,
};

/* ---- candidate_pairs() ----------------------------------------------------------------------- */

struct pairs_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets;
    struct candidates candidates;
    struct candidate_finder finder;
    uint32_t text; /* whose candidates were found */
    size_t at;     /* the current one */
};

static void pairs_reset(struct table_cursor *base) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    candidate_finder_free(&cursor->finder, &sqlite_allocator);
    candidates_free(&cursor->candidates, &sqlite_allocator);
}

/* Goes to the next pair from `at` on, if there is one. */
static void pairs_find(struct pairs_cursor *cursor, struct call *call) {
    uint32_t texts = cursor->buckets->set.texts;
    while (cursor->at == cursor->finder.count && cursor->text + 1 < texts) {
        cursor->text++;
        cursor->at = 0;
        if (!candidate_finder_find(&cursor->finder, &sqlite_allocator, &cursor->candidates,
                                   cursor->text, &cursor->base.interruption)) {
            call_interrupted(call);
            return;
        }
    }
    cursor->base.rows += cursor->at < cursor->finder.count;
}

static void pairs_next(struct table_cursor *base, struct call *call) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    cursor->at++;
    pairs_find(cursor, call);
}

static void pairs_open(struct table_cursor *base, struct call *call) {
    enum {
        argument_buckets,
        argument_thinning,
        argument_bands = argument_thinning + thinning_argument_count
    };
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    struct candidate_rule rule =
        thinning_rule(&call->given[argument_thinning], call->given[argument_bands].integer);
    cursor->buckets = call->given[argument_buckets].pointer;
    cursor->text = UINT32_MAX; /* before the first */
    cursor->at = 0;
    if (!candidates_begin(&cursor->candidates, &sqlite_allocator, &cursor->buckets->set, &rule,
                          &base->interruption) ||
        !candidate_finder_begin(&cursor->finder, &sqlite_allocator, &cursor->candidates))
        call_interrupted(call);
    else
        pairs_find(cursor, call);
}

static void pairs_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_a };
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    uint32_t text = column == column_a ? cursor->text : cursor->finder.found[cursor->at];
    assert(text < cursor->buckets->set.texts);
    sqlite3_result_int64(context, cursor->buckets->set.ids[text]);
}

const struct function candidate_pairs_function = {
    .name = "candidate_pairs",
    .arguments = ARGUMENTS(POINTER("collect_buckets", "buckets"), THINNING_ARGUMENTS),
    .results = "a INTEGER, b INTEGER",
    .size = sizeof(struct pairs_cursor),
    .estimated_rows = 100000,
    .open = pairs_open,
    .next = pairs_next,
    .column = pairs_column,
    .reset = pairs_reset,
};
