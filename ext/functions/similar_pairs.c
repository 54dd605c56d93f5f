/*
 * similar_pairs.c - collect_texts(id, text, buckets [, owned]), and similar_pairs(texts [, shingle,
 * jaccard_least, edit_similarity_least, bucket_most, neighbours, representatives, bands, threads,
 * near_least, near_most, count_least]).
 *
 *     SELECT a, b, jaccard, edit_distance
 *       FROM similar_pairs((SELECT collect_texts(id, text, buckets)
 *                             FROM bucket_texts((SELECT collect_buckets(band, signature, id)
 *                                                  FROM signature))
 *                            CROSS JOIN sentence USING (id)));
 *
 *   collect_texts()   aggregate: the texts of buckets, in memory (core/pairs/text_set.h)
 *   similar_pairs()   table-valued: which of them that share a signature are similar, in order
 *                     (core/pairs/pair_comparison.h)
 *
 *   (1) jaccard and edit_distance are the values of the functions of these names, bit by bit.
 *   (2) edit_distance is NULL where it is more than (1 - edit_similarity_least) * the length of the
 *       longer text.
 *   (3) The rows do not depend on `threads`.
 *   (4) A call that is read to its end leaves what it counted besides for last_comparison(): if
 *       count_least is given, how many texts each text resembles, with a similarity of that or
 *       more; and, if near_most is not 0, the pairs from near_least up to jaccard_least of texts
 *       that resemble at most near_most others (by near_least, if count_least is not given), unless
 *       more than near_most of them have the same a.
 *   (5) Of two texts that share a signature, the one with the smaller id must be owned, or they are
 *       not compared. Texts are owned unless `owned` is 0.
 *   (6) The result of collect_texts() is a pointer, see pair_pointers.h.
 */
#include "last_comparison.h"
#include "pair_pointers.h"
#include "pair_rules.h"
#include "table_function.h"

#include <math.h> /* NAN */

static const char pointer_type[] = "neardup texts";

struct collected_texts *texts_argument(struct arguments *arguments, sqlite3_value *value) {
    return argument_pointer(arguments, "texts", "collect_texts", pointer_type, value);
}

/* ---- collect_texts() ------------------------------------------------------------------------- */

static void texts_release(void *pointer) {
    struct collected_texts *texts = pointer;
    if (!texts || --texts->references > 0)
        return;
    text_set_free(&texts->set, &sqlite_allocator);
    buckets_release(texts->buckets);
    sqlite3_free(texts);
}

static struct collected_texts *texts_new(void) {
    struct collected_texts *texts = sqlite3_malloc64(sizeof *texts);
    if (texts)
        *texts = (struct collected_texts){.references = 1};
    return texts;
}

/* Returns the texts collected so far. Takes the buckets of the first row; others are an error. */
static struct collected_texts *texts_for(sqlite3_context *context, struct arguments *arguments,
                                         struct collected_buckets *buckets) {
    struct collected_texts **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = texts_new();
    struct collected_texts *texts = place ? *place : NULL;
    if (!texts) {
        arguments->code = SQLITE_NOMEM;
    } else if (!texts->buckets) {
        if (text_set_begin(&texts->set, &sqlite_allocator, buckets->set.texts))
            texts->buckets = buckets_share(buckets);
        else
            arguments->code = SQLITE_NOMEM;
    } else if (texts->buckets != buckets) {
        arguments_refuse(arguments, "argument buckets must be the same for all rows");
    }
    return texts;
}

/* The number of the text with this id. Texts usually come in the order of their numbers. */
static uint32_t number_of(const struct collected_texts *texts, int64_t id) {
    const struct bucket_set *set = &texts->buckets->set;
    uint32_t next = texts->set.added;
    return next < set->texts && set->ids[next] == id ? next : bucket_set_text(set, id);
}

static void add_text(struct collected_texts *texts, struct arguments *arguments, int64_t id,
                     struct argument_bytes text, bool owned) {
    uint32_t number = number_of(texts, id);
    if (number == UINT32_MAX)
        return;
    if (texts->set.texts[number].utf8)
        arguments_refuse(arguments, "there are two texts with id %lld", (long long)id);
    else if (!text_set_add(&texts->set, &sqlite_allocator, number, text.bytes, text.length) ||
             (!owned && !text_set_disown(&texts->set, &sqlite_allocator, number)))
        arguments->code = SQLITE_NOMEM;
}

void collect_texts_step(sqlite3_context *context, int count, sqlite3_value **values) {
    enum { buckets_place = 2, owned_place = 3 };
    bool says_owned = count > owned_place;
    if (arguments_any_null(buckets_place, values) ||
        (says_owned && sqlite3_value_type(values[owned_place]) == SQLITE_NULL))
        return;
    struct arguments arguments = {.function = "collect_texts"};
    int64_t id = argument_integer(&arguments, "id", values[0], INT64_MIN, INT64_MAX);
    struct argument_bytes text = argument_text(&arguments, "text", values[1]);
    struct collected_buckets *buckets = buckets_argument(&arguments, values[buckets_place]);
    bool owned =
        !says_owned || argument_integer(&arguments, "owned", values[owned_place], 0, 1) == 1;
    struct collected_texts *texts = NULL;
    if (arguments.code == SQLITE_OK)
        texts = texts_for(context, &arguments, buckets);
    if (arguments.code == SQLITE_OK)
        add_text(texts, &arguments, id, text, owned);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collect_texts_final(sqlite3_context *context) {
    struct collected_texts **place = sqlite3_aggregate_context(context, 0);
    struct collected_texts *texts = place && *place ? *place : texts_new();
    if (texts)
        sqlite3_result_pointer(context, texts, pointer_type, texts_release);
    else
        sqlite3_result_error_nomem(context);
}

/* ---- similar_pairs() ------------------------------------------------------------------------- */

enum { column_a, column_b, column_jaccard, column_edit_distance, result_count };
enum {
    argument_of_texts,
    argument_of_shingle,
    argument_of_jaccard_least,
    argument_of_edit_similarity_least,
    argument_of_bucket_most,
    argument_of_threads = argument_of_bucket_most + thinning_arguments,
    argument_of_near_least,
    argument_of_near_most,
    argument_of_count_least,
    argument_count
};

enum { near_max = 1000 };
static const double jaccard_default = 0.6, edit_similarity_default = 0.5, near_default = 0.4;

struct pairs_cursor {
    struct table_cursor base;
    struct collected_texts *texts; /* shared, since its value may change; NULL if there are none */
    struct candidates candidates;
    struct pair_comparison *comparison; /* NULL without buckets, too */
    uint32_t *ranks;                    /* of the texts, or NULL */
    bool counting;
    unsigned threads;
    struct similar_pair pair;
};

static void pairs_close(struct table_cursor *base) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    pair_comparison_free(cursor->comparison); /* first: its threads use the rest */
    cursor->comparison = NULL;
    candidates_free(&cursor->candidates, &sqlite_allocator);
    sqlite3_free(cursor->ranks);
    cursor->ranks = NULL;
    texts_release(cursor->texts);
    cursor->texts = NULL;
}

/* Goes to the next pair, if there is one. */
static void pairs_next(struct table_cursor *base, struct arguments *arguments) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    switch (cursor->comparison ? pair_comparison_next(cursor->comparison, &cursor->pair)
                               : comparison_end) {
    case comparison_pair:
        base->rows++;
        break;
    case comparison_end:
        if (!last_comparison_keep(base->connection, cursor->comparison, &cursor->candidates,
                                  cursor->counting))
            arguments->code = SQLITE_NOMEM;
        break;
    case comparison_failed:
        arguments->code = interruption_code(&base->interruption);
        break;
    }
}

static double number_or(struct arguments *arguments, const struct table_arguments *given,
                        int argument, const char *name, double usual) {
    sqlite3_value *value = given->values[argument];
    return value ? argument_number(arguments, name, value, 0, 1) : usual;
}

/* Starts the threads. False if memory runs out or the work is interrupted. */
static bool begin_comparison(struct pairs_cursor *cursor, struct candidate_rule *thinning,
                             const struct similarity_rule *rule) {
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
                                             rule, cursor->threads, interruption);
    return cursor->comparison != NULL;
}

/* Refuses texts of which one is missing. */
static void check_complete(struct arguments *arguments, const struct collected_texts *texts) {
    for (uint32_t i = 0; texts->set.added < texts->set.count && i < texts->set.count; i++)
        if (!texts->set.texts[i].utf8) {
            arguments_refuse(arguments, "collect_texts() got no text with id %lld",
                             (long long)texts->buckets->set.ids[i]);
            return;
        }
}

static void pairs_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    sqlite3_value *const *values = given->values;
    pairs_close(base);
    last_comparison_forget(base->connection);
    struct collected_texts *texts = texts_argument(arguments, values[argument_of_texts]);
    struct similarity_rule rule = {.shingle = shingle_length_default};
    if (values[argument_of_shingle])
        rule.shingle = (size_t)argument_integer(arguments, "shingle", values[argument_of_shingle],
                                                1, shingle_length_max);
    rule.jaccard_least =
        number_or(arguments, given, argument_of_jaccard_least, "jaccard_least", jaccard_default);
    rule.edit_similarity_least = number_or(arguments, given, argument_of_edit_similarity_least,
                                           "edit_similarity_least", edit_similarity_default);
    struct candidate_rule thinning = argument_thinning(arguments, values + argument_of_bucket_most);
    cursor->threads = argument_threads(arguments, values[argument_of_threads]);
    rule.near_least =
        number_or(arguments, given, argument_of_near_least, "near_least", near_default);
    if (values[argument_of_near_most])
        rule.near_most = (size_t)argument_integer(arguments, "near_most",
                                                  values[argument_of_near_most], 0, near_max);
    rule.count_least = number_or(arguments, given, argument_of_count_least, "count_least", NAN);
    cursor->counting = !isnan(rule.count_least);
    if (rule.near_most == 0)
        rule.near_least = NAN;
    else if (!cursor->counting)
        rule.count_least = rule.near_least;
    if (arguments->code == SQLITE_OK)
        check_complete(arguments, texts);
    if (arguments->code != SQLITE_OK)
        return;
    if (texts->buckets) {
        cursor->texts = texts;
        texts->references++;
        if (!begin_comparison(cursor, &thinning, &rule)) {
            arguments->code = interruption_code(&base->interruption);
            return;
        }
    }
    pairs_next(base, arguments);
}

static void pairs_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct pairs_cursor *cursor = (const struct pairs_cursor *)base;
    const struct similar_pair *pair = &cursor->pair;
    const int64_t *ids = cursor->texts->buckets->set.ids;
    if (column == column_a || column == column_b)
        sqlite3_result_int64(context, ids[column == column_a ? pair->a : pair->b]);
    else if (column == column_jaccard)
        sqlite3_result_double(context, pair->jaccard);
    else if (pair->edit_distance != DISTANCE_UNKNOWN)
        sqlite3_result_int64(context, pair->edit_distance);
}

static struct default_value real(double number) {
    return (struct default_value){.is_real = true, .real = number};
}

static struct default_value pairs_default(struct table_cursor *base, int argument) {
    (void)base;
    switch (argument) {
    case argument_of_shingle:
        return (struct default_value){.number = shingle_length_default};
    case argument_of_jaccard_least:
        return real(jaccard_default);
    case argument_of_edit_similarity_least:
        return real(edit_similarity_default);
    case argument_of_near_least:
        return real(near_default);
    case argument_of_threads:
    case argument_of_near_most:
        return (struct default_value){.number = 0};
    case argument_of_count_least:
        return real(NAN);
    default:
        return thinning_default(argument - argument_of_bucket_most);
    }
}

static const char *const argument_names[] = {
    "texts",       "shingle",    "jaccard_least",   "edit_similarity_least",
    "bucket_most", "neighbours", "representatives", "bands",
    "threads",     "near_least", "near_most",       "count_least"};

const struct table_function similar_pairs_table = {
    .name = "similar_pairs",
    .columns = "CREATE TABLE x(a INTEGER, b INTEGER, jaccard REAL, edit_distance INTEGER, "
               "texts HIDDEN, shingle HIDDEN, "
               "jaccard_least HIDDEN, edit_similarity_least HIDDEN, bucket_most HIDDEN, "
               "neighbours HIDDEN, representatives HIDDEN, bands HIDDEN, threads HIDDEN, "
               "near_least HIDDEN, near_most HIDDEN, count_least HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .pointers = 1u << argument_of_texts,
    .estimated_rows = 100000,
    .cursor_size = sizeof(struct pairs_cursor),
    .open = pairs_open,
    .next = pairs_next,
    .column = pairs_column,
    .default_argument = pairs_default,
    .close = pairs_close,
};
