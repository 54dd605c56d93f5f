/*
 * similar_pairs.c - which texts that share a signature are similar: docs/functions/pairs.md.
 *
 *   collect_texts()   aggregate: the texts of buckets, in memory (core/pairs/text_set.h)
 *   similar_pairs()   table-valued: the pairs, in order (core/pairs/pair_comparison.h)
 *   near_misses()     table-valued: pairs that come close
 *   resemblances()    table-valued: how many texts each text resembles
 *
 *   (1) jaccard and edit_distance are the values of the functions of these names, bit by bit. The
 *       rows do not depend on `threads`.
 *   (2) A call that is read to its end leaves what it has found besides the pairs with the buckets.
 *       near_misses(), resemblances() and collection_counts() are asked of these: of what the last
 *       call has found, or the calls for all parts that the last bucket_parts() has made.
 */
#include "../functions.h"
#include "../table_function.h"
#include "collected_pairs.h"

#include <math.h> /* NAN */

/* ---- collect_texts() ------------------------------------------------------------------------- */

static void texts_step(struct call *call, void *collection) {
    enum { argument_id, argument_text, argument_buckets, argument_owned };
    struct collected_texts *texts = collection;
    struct text_set *set = &texts->set;
    struct collected_buckets *buckets = buckets_in_memory(call, argument_buckets);
    int64_t id = call->given[argument_id].integer;
    struct argument_bytes text = call->given[argument_text].bytes;
    if (!texts->buckets)
        texts->buckets = collection_share(buckets);
    if (texts->buckets != buckets)
        call_refuse(call, "argument buckets must be the same for all rows");
    if (call->code != SQLITE_OK)
        return;
    uint32_t number = texts->next; /* texts usually come in the order of their numbers */
    if (number >= buckets->set.texts || buckets->set.ids[number] != id)
        number = bucket_set_text(&buckets->set, id);
    if (number == UINT32_MAX)
        return;
    texts->next = number + 1;
    if (!ARRAY_RESERVE(&sqlite_allocator, texts->places, texts->places_capacity,
                       (size_t)set->added + 1) ||
        !text_set_add(set, &sqlite_allocator, text.bytes, text.length))
        call->code = SQLITE_NOMEM;
    else
        texts->places[set->added - 1] =
            (struct text_place){number, call->given[argument_owned].integer == 1};
}

/* Moves the texts of `part`, which have places, to the set of all, which is `texts`. */
static void join_texts(struct call *call, struct collected_texts *texts, struct text_set *part,
                       const struct text_place *places) {
    const struct bucket_set *buckets = &texts->buckets->set;
    uint32_t twice = UINT32_MAX;
    if (!texts->set.texts && !text_set_begin(&texts->set, &sqlite_allocator, buckets->texts))
        call->code = SQLITE_NOMEM;
    else if (!text_set_join(&texts->set, &sqlite_allocator, part, places, &twice) &&
             twice == UINT32_MAX)
        call->code = SQLITE_NOMEM;
    else if (twice != UINT32_MAX)
        call_refuse(call, "there are two texts with id %lld", (long long)buckets->ids[twice]);
}

static void texts_merge(struct call *call, void *collection, struct collection *base,
                        unsigned threads) {
    struct collected_texts *texts = collection, *part = (struct collected_texts *)base;
    (void)threads;
    if (!part->buckets)
        return;
    if (!texts->buckets)
        texts->buckets = collection_share(part->buckets);
    if (texts->buckets == part->buckets)
        join_texts(call, texts, &part->set, part->places);
    else
        call_refuse(call, "argument buckets must be the same for all rows");
}

static void texts_final(struct call *call, void *collection) {
    struct collected_texts *texts = collection;
    struct text_set part = texts->set;
    if (!texts->buckets || (texts->set.texts && !texts->places)) /* no row; or all are joined */
        return;
    texts->set = (struct text_set){0};
    join_texts(call, texts, &part, texts->places);
    text_set_free(&part, &sqlite_allocator);
    sqlite3_free(texts->places);
    texts->places = NULL;
}

static void texts_release(void *collection) {
    struct collected_texts *texts = collection;
    text_set_free(&texts->set, &sqlite_allocator);
    sqlite3_free(texts->places);
    collection_release(texts->buckets);
}

COLLECTION(collect_texts, texts, struct collected_texts,
           .arguments = ARGUMENTS(ID("id"), REQUIRED("text", text),
                                  POINTER("buckets", .maker = "collect_buckets"),
                                  OPTIONAL("owned", integer, .range = {0, 1, 1})),
           .merge = texts_merge, .final = texts_final);

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
    argument_count_least
};

enum { near_max = 1000 };

struct similar_pairs_cursor {
    struct table_cursor base;
    struct collected_texts *texts; /* which the base holds */
    struct candidates candidates;
    struct pair_comparison *comparison; /* NULL without texts */
    uint32_t *ranks;                    /* of the texts, or NULL */
    struct compared_texts *compared;    /* where what else is found goes; NULL without texts */
    bool counts_resembled;
    struct similar_pair pair; /* the current one */
};

static void similar_pairs_reset(struct table_cursor *base) {
    struct similar_pairs_cursor *cursor = (struct similar_pairs_cursor *)base;
    pair_comparison_free(cursor->comparison); /* first: its threads use the rest */
    cursor->comparison = NULL;
    candidates_free(&cursor->candidates, &sqlite_allocator);
    sqlite3_free(cursor->ranks);
    cursor->ranks = NULL;
    collection_release(cursor->compared);
    cursor->compared = NULL;
}

/* Leaves what was found besides the pairs with the buckets. False if memory runs out. */
static bool keep_found(const struct similar_pairs_cursor *cursor) {
    const struct pair_comparison *comparison = cursor->comparison;
    const struct candidates *candidates = &cursor->candidates;
    struct collected_buckets *buckets = cursor->texts->buckets;
    struct compared_texts *compared = cursor->compared;
    const int64_t *ids = buckets->set.ids;
    size_t near_count;
    const struct similar_pair *near = pair_comparison_near(comparison, &near_count);
    for (size_t i = 0; i < near_count; i++)
        if (!ARRAY_APPEND(&sqlite_allocator, compared->near, compared->near_count,
                          compared->near_capacity,
                          (struct near_miss){ids[near[i].a], ids[near[i].b], near[i].jaccard}))
            return false;
    for (uint32_t i = 0; i < buckets->set.texts; i++) {
        uint64_t texts = cursor->counts_resembled ? pair_comparison_resembled(comparison, i) : 0;
        if (texts > 0 &&
            !ARRAY_APPEND(&sqlite_allocator, compared->resembling, compared->resembling_count,
                          compared->resembling_capacity, (struct resemblance){ids[i], texts}))
            return false;
    }
    compared->candidates += pair_comparison_candidates(comparison);
    compared->large_buckets += candidates->large_buckets;
    compared->texts_in_large_buckets += candidates->texts_in_large_buckets;
    compared->left_out += candidates->left_out;
    return true;
}

static void similar_pairs_next(struct table_cursor *base, struct call *call) {
    struct similar_pairs_cursor *cursor = (struct similar_pairs_cursor *)base;
    if (cursor->comparison &&
        table_found(base, call, pair_comparison_next(cursor->comparison, &cursor->pair)) &&
        !keep_found(cursor))
        call_interrupted(call);
}

/* Starts the threads. False if memory runs out or the work is interrupted. */
static bool begin_comparison(struct similar_pairs_cursor *cursor, struct candidate_rule *thinning,
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

static void similar_pairs_open(struct table_cursor *base, struct call *call) {
    struct similar_pairs_cursor *cursor = (struct similar_pairs_cursor *)base;
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
    if (texts->buckets)
        cursor->compared = texts->buckets->is_part ? collection_share(texts->buckets->compared)
                                                   : compared_texts_begin(call, texts->buckets);
    if (call->code != SQLITE_OK)
        return;
    if (texts->buckets &&
        !begin_comparison(cursor, &thinning, &rule, call_threads(&given[argument_threads])))
        call_interrupted(call);
}

static void similar_pairs_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_a, column_b, column_jaccard, column_edit_distance };
    const struct similar_pairs_cursor *cursor = (const struct similar_pairs_cursor *)base;
    const struct similar_pair *pair = &cursor->pair;
    const int64_t *ids = cursor->texts->buckets->set.ids;
    if (column == column_a || column == column_b)
        sqlite3_result_int64(context, ids[column == column_a ? pair->a : pair->b]);
    else if (column == column_jaccard)
        sqlite3_result_double(context, pair->jaccard);
    else if (column != column_edit_distance)
        sqlite3_result_int64(context, (sqlite3_int64)pair->a + 1);
    else if (pair->edit_distance != DISTANCE_UNKNOWN)
        sqlite3_result_int64(context, pair->edit_distance);
}

TABLE(similar_pairs, similar_pairs, struct similar_pairs_cursor,
      "a INTEGER, b INTEGER, jaccard REAL, edit_distance INTEGER, compared INTEGER",
      .arguments = ARGUMENTS(POINTER("texts", .maker = "collect_texts"),
                             OPTIONAL("shingle", integer,
                                      .range = {1, shingle_length_max, shingle_length_default}),
                             OPTIONAL("jaccard_least", number, .numbers = {0, 1, 0.6}),
                             OPTIONAL("edit_similarity_least", number, .numbers = {0, 1, 0.5}),
                             THINNING_ARGUMENTS, THREADS(OPTIONAL),
                             OPTIONAL("near_least", number, .numbers = {0, 1, 0.4}),
                             OPTIONAL("near_most", integer, .range = {0, near_max, 0}),
                             OPTIONAL("count_least", number, .numbers = {0, 1, 0}, .unset = true)),
      .estimated_rows = 100000, .next = similar_pairs_next, .reset = similar_pairs_reset);

/* ---- near_misses() and resemblances() -------------------------------------------------------- */

/* What was compared, which the base holds. */
static const struct compared_texts *compared_in(const struct table_cursor *base) {
    return (const struct compared_texts *)base->held[1];
}

static void compared_hold(struct table_cursor *base, const struct call *call) {
    const struct collected_buckets *buckets = call->given[0].pointer;
    assert(!base->held[1]);
    base->held[1] = collection_share(buckets->compared);
}

static void near_open(struct table_cursor *base, struct call *call) {
    compared_hold(base, call);
    base->rows = base->held[1] ? (sqlite3_int64)compared_in(base)->near_count : 0;
}

static void near_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct near_miss *pair = &compared_in(base)->near[base->row];
    if (column == 2)
        sqlite3_result_double(context, pair->jaccard);
    else
        sqlite3_result_int64(context, column == 0 ? pair->a : pair->b);
}

TABLE(near_misses, near, struct table_cursor, "a INTEGER, b INTEGER, jaccard REAL",
      .arguments = ARGUMENTS(POINTER("buckets", .maker = "collect_buckets")),
      .estimated_rows = 100000);

static void resembling_open(struct table_cursor *base, struct call *call) {
    compared_hold(base, call);
    base->rows = base->held[1] ? (sqlite3_int64)compared_in(base)->resembling_count : 0;
}

static void resembling_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct resemblance *text = &compared_in(base)->resembling[base->row];
    sqlite3_result_int64(context, column == 0 ? text->id : (sqlite3_int64)text->texts);
}

TABLE(resemblances, resembling, struct table_cursor, "id INTEGER, texts INTEGER",
      .arguments = ARGUMENTS(POINTER("buckets", .maker = "collect_buckets")),
      .estimated_rows = 100000);
