/*
 * buckets.c - which texts share a signature; see docs/functions/pairs.md.
 *
 *   collect_buckets()   aggregate: the buckets (core/pairs/bucket_set.h)
 *   bucket_parts()      table-valued: parts of them, each of which is such a collection, too
 *                       (core/pairs/bucket_parts.h)
 *   bucket_texts()      table-valued: the ids of these texts, ascending
 *   candidate_pairs()   table-valued: the pairs that share a signature, each once, in order, and
 *                       never stored (core/pairs/candidates.h)
 *
 * Buckets that take more than `memory` go to a temporary file. Then rows must come in the order of
 * bands and signatures, and only bucket_parts() reads them.
 */
#include "../functions.h"
#include "../table_function.h"
#include "collected_pairs.h"

#include <string.h> /* memcpy */

/* ---- What is found of their texts ------------------------------------------------------------ */

static void compared_release(void *collection) {
    sqlite3_free(((struct compared_texts *)collection)->near);
    sqlite3_free(((struct compared_texts *)collection)->resembling);
}

/* No SQL gets one. */
static const struct function compared_texts_maker = {
    .makes = "compared_texts", .size = sizeof(struct compared_texts), .release = compared_release};

struct compared_texts *compared_texts_begin(struct call *call, struct collected_buckets *buckets) {
    if (call->connection->part) {
        call_refuse(call, "a query of in_parallel() only reads the buckets that it is given");
        return NULL;
    }
    struct compared_texts *compared = collection_new(call, &compared_texts_maker);
    if (compared && buckets->compared) /* the only part may be the whole */
        compared->in_parts = buckets->compared->in_parts;
    collection_release(buckets->compared);
    buckets->compared = compared;
    return collection_share(compared);
}

/* ---- collect_buckets() ----------------------------------------------------------------------- */

/* SQLite allocates less than 2 GB at once: arrays of so many elements cannot double. */
enum { memory_max = 1 << 20, rows_at_once = 1 << 27, runs_at_once = 1 << 26 };

/* Moves the buckets that are complete to the storage; at the end, all. */
static void store(struct call *call, struct collected_buckets *buckets, bool all) {
    bool ordered;
    enum record_result result = stored_buckets_take(
        &buckets->stored, &sqlite_allocator, &buckets->rows, all, &ordered, call->interruption);
    call_record_result(call, result, &buckets->file);
    if (!ordered)
        call_refuse(call, "rows that exceed `memory` must be sorted by band and signature");
}

static bool buckets_begin(struct call *call, void *collection) {
    struct collected_buckets *buckets = collection;
    (void)call;
    buckets->stored.storage = &buckets->file.storage;
    return temporary_storage_begin(&buckets->file);
}

static void buckets_step(struct call *call, void *collection) {
    enum { argument_band, argument_signature, argument_id, argument_memory };
    struct collected_buckets *buckets = collection;
    const struct given *given = call->given;
    const struct bucket_rows *rows = &buckets->rows;
    if (bucket_rows_size(rows) >> 20 >= (uint64_t)given[argument_memory].integer ||
        rows->count >= rows_at_once || rows->run_count >= runs_at_once)
        store(call, buckets, false);
    if (call->code == SQLITE_OK &&
        !bucket_rows_add(&buckets->rows, &sqlite_allocator, given[argument_band].integer,
                         given[argument_signature].integer, given[argument_id].integer))
        call->code = SQLITE_NOMEM;
}

static void buckets_final(struct call *call, void *collection) {
    struct collected_buckets *buckets = collection;
    if (buckets->stored.any)
        store(call, buckets, true);
    else if (!bucket_set_make(&buckets->set, &sqlite_allocator, &buckets->rows, call->interruption))
        call_interrupted(call);
}

static void buckets_release(void *collection) {
    struct collected_buckets *buckets = collection;
    collection_release(buckets->compared);
    bucket_rows_free(&buckets->rows, &sqlite_allocator);
    bucket_set_free(&buckets->set, &sqlite_allocator);
    stored_buckets_free(&buckets->stored, &sqlite_allocator);
    temporary_storage_close(&buckets->file);
}

static uint32_t texts_of(const struct collected_buckets *buckets) {
    return buckets->stored.any ? buckets->stored.texts : buckets->set.texts;
}

static size_t buckets_counts(const void *collection, struct collection_count *counts) {
    const struct collected_buckets *buckets = collection;
    const struct compared_texts none = {.near_count = 0};
    const struct compared_texts *compared = buckets->compared ? buckets->compared : &none;
    const struct collection_count all[] = {
        {"texts", texts_of(buckets)},
        {"texts in parts", compared->in_parts},
        {"candidates", compared->candidates},
        {"large buckets", compared->large_buckets},
        {"texts in large buckets", compared->texts_in_large_buckets},
        {"pairs left out", compared->left_out}};
    memcpy(counts, all, sizeof all);
    return sizeof all / sizeof *all;
}

COLLECTION(collect_buckets, buckets, struct collected_buckets,
           .arguments = ARGUMENTS(ID("band"), ID("signature"), ID("id"),
                                  OPTIONAL("memory", integer,
                                           .range = {1, memory_max, memory_max})),
           .frozen = true, .begin = buckets_begin, .final = buckets_final,
           .counts = buckets_counts);

struct collected_buckets *buckets_in_memory(struct call *call, int argument) {
    struct collected_buckets *buckets = call->given[argument].pointer;
    if (buckets->stored.any)
        call_refuse(call, "argument buckets is in a temporary file, because it exceeded `memory`; "
                          "read it with bucket_parts()");
    return buckets;
}

/* ---- bucket_parts() -------------------------------------------------------------------------- */

struct parts_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets; /* which the base holds */
    struct collected_buckets *part;    /* the current one */
    struct compared_texts *compared;   /* of all parts */
    double share;                      /* of all texts: the part that reaches it is the last */
    uint32_t earlier;                  /* texts that earlier parts own */
    struct bucket_parts parts;
};

static void parts_reset(struct table_cursor *base) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    collection_release(cursor->part);
    cursor->part = NULL;
    collection_release(cursor->compared);
    cursor->compared = NULL;
    bucket_parts_free(&cursor->parts, &sqlite_allocator);
}

static void parts_next(struct table_cursor *base, struct call *call) {
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    struct bucket_parts *parts = &cursor->parts;
    uint32_t whole = texts_of(cursor->buckets);
    collection_release(cursor->part);
    cursor->part = NULL;
    if (parts->ended)
        return;
    cursor->earlier = parts->first;
    if (parts->set && whole <= parts->texts_most && parts->first == 0) {
        cursor->part = collection_share(cursor->buckets);
        parts->first = whole;
        parts->ended = true;
    } else {
        cursor->part = collection_new(call, &collect_buckets_function);
        if (cursor->part) {
            cursor->part->is_part = true;
            cursor->part->compared = collection_share(cursor->compared);
            call_record_result(call,
                               bucket_parts_next(parts, &sqlite_allocator, &cursor->part->set,
                                                 &base->interruption),
                               &cursor->buckets->file);
        }
    }
    cursor->compared->in_parts = parts->first;
    parts->ended |= parts->first >= cursor->share * whole;
    base->rows += call->code == SQLITE_OK;
}

static void parts_open(struct table_cursor *base, struct call *call) {
    enum {
        argument_buckets,
        argument_texts_most,
        argument_bucket_most,
        argument_bands,
        argument_skipped,
        argument_share
    };
    struct parts_cursor *cursor = (struct parts_cursor *)base;
    cursor->buckets = call->given[argument_buckets].pointer;
    bool stored = cursor->buckets->stored.any;
    cursor->parts =
        (struct bucket_parts){.set = stored ? NULL : &cursor->buckets->set,
                              .stored = stored ? &cursor->buckets->stored : NULL,
                              .texts_most = (uint32_t)call->given[argument_texts_most].integer,
                              .whole_most = thinning_texts(&call->given[argument_bucket_most]),
                              .bands = call->given[argument_bands].integer};
    cursor->share = call->given[argument_share].number;
    int64_t skipped = call->given[argument_skipped].integer;
    cursor->parts.ended = skipped > 0 && skipped >= texts_of(cursor->buckets);
    cursor->parts.first = cursor->parts.ended ? 0 : (uint32_t)skipped;
    cursor->compared = compared_texts_begin(call, cursor->buckets);
}

static void parts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_buckets = 2 };
    const struct parts_cursor *cursor = (struct parts_cursor *)base;
    const int64_t numbers[] = {base->row + 1,
                               cursor->part->set.texts,
                               0,
                               cursor->earlier,
                               cursor->parts.first - cursor->earlier,
                               texts_of(cursor->buckets)};
    if (column == column_buckets)
        collection_result(context, collection_share(cursor->part));
    else
        sqlite3_result_int64(context, numbers[column]);
}

TABLE(bucket_parts, parts, struct parts_cursor,
      "part INTEGER, texts INTEGER, buckets, earlier INTEGER, owned INTEGER, whole INTEGER",
      .arguments = ARGUMENTS(POINTER("buckets", .maker = "collect_buckets", .input = true),
                             OPTIONAL("texts_most", integer, .range = {1, UINT32_MAX, UINT32_MAX}),
                             ARGUMENT_BUCKET_MOST(.unset = false), ARGUMENT_LARGE_BANDS,
                             OPTIONAL("skipped", integer, .range = {0, INT64_MAX, 0}),
                             OPTIONAL("share", number, .numbers = {0, 1, 1})),
      .estimated_rows = 10, .next = parts_next, .reset = parts_reset);

/* ---- bucket_texts() -------------------------------------------------------------------------- */

static void texts_open(struct table_cursor *base, struct call *call) {
    enum { argument_buckets, argument_first, argument_last };
    int64_t texts = buckets_in_memory(call, argument_buckets)->set.texts;
    int64_t first = call->given[argument_first].integer, last = call->given[argument_last].integer;
    if (first > last || first > texts || call->code != SQLITE_OK)
        return;
    base->row = first - 1;
    base->rows = last < texts ? last : texts;
}

static void texts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct collected_buckets *buckets = (struct collected_buckets *)base->held[0];
    if (column == 0)
        sqlite3_result_int64(context, buckets->set.ids[base->row]);
    else
        collection_result(context, collection_share(buckets));
}

TABLE(bucket_texts, texts, struct table_cursor, "id INTEGER, buckets",
      .arguments = ARGUMENTS(POINTER("buckets", .maker = "collect_buckets", .input = true),
                             OPTIONAL("first", integer, .range = {1, INT64_MAX, 1}),
                             OPTIONAL("last", integer, .range = {0, INT64_MAX, INT64_MAX})),
      .estimated_rows = 1000);

/* ---- candidate_pairs() ----------------------------------------------------------------------- */

struct candidate_pairs_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets;
    struct candidates candidates;
    struct candidate_finder finder;
    uint32_t text; /* whose candidates were found */
    size_t at;     /* the current one */
};

static void candidate_pairs_reset(struct table_cursor *base) {
    struct candidate_pairs_cursor *cursor = (struct candidate_pairs_cursor *)base;
    candidate_finder_free(&cursor->finder, &sqlite_allocator);
    candidates_free(&cursor->candidates, &sqlite_allocator);
}

static void candidate_pairs_next(struct table_cursor *base, struct call *call) {
    struct candidate_pairs_cursor *cursor = (struct candidate_pairs_cursor *)base;
    const struct bucket_set *set = &cursor->buckets->set;
    cursor->at += base->rows > 0;
    while (cursor->at == cursor->finder.count && cursor->text + 1 < set->texts) {
        cursor->text++;
        cursor->at = cursor->finder.count = 0;
        if (!bucket_set_owns(set, cursor->text))
            continue;
        if (!candidate_finder_find(&cursor->finder, &sqlite_allocator, &cursor->candidates,
                                   cursor->text, &base->interruption)) {
            call_interrupted(call);
            return;
        }
    }
    base->rows += cursor->at < cursor->finder.count;
}

static void candidate_pairs_open(struct table_cursor *base, struct call *call) {
    enum {
        argument_buckets,
        argument_thinning,
        argument_bands = argument_thinning + thinning_argument_count
    };
    struct candidate_pairs_cursor *cursor = (struct candidate_pairs_cursor *)base;
    struct candidate_rule rule =
        thinning_rule(&call->given[argument_thinning], call->given[argument_bands].integer);
    cursor->buckets = buckets_in_memory(call, argument_buckets);
    cursor->text = UINT32_MAX; /* before the first */
    cursor->at = 0;
    if (call->code != SQLITE_OK)
        return;
    if (!candidates_begin(&cursor->candidates, &sqlite_allocator, &cursor->buckets->set, &rule,
                          &base->interruption) ||
        !candidate_finder_begin(&cursor->finder, &sqlite_allocator, &cursor->candidates))
        call_interrupted(call);
}

static void candidate_pairs_column(struct table_cursor *base, sqlite3_context *context,
                                   int column) {
    struct candidate_pairs_cursor *cursor = (struct candidate_pairs_cursor *)base;
    uint32_t text = column == 0 ? cursor->text : cursor->finder.found[cursor->at];
    assert(text < cursor->buckets->set.texts);
    sqlite3_result_int64(context, cursor->buckets->set.ids[text]);
}

TABLE(candidate_pairs, candidate_pairs, struct candidate_pairs_cursor, "a INTEGER, b INTEGER",
      .arguments = ARGUMENTS(POINTER("buckets", .maker = "collect_buckets"), THINNING_ARGUMENTS),
      .estimated_rows = 100000, .next = candidate_pairs_next, .reset = candidate_pairs_reset);
