/*
 * similar_vectors.c - collect_vectors(id, vector), and similar_vectors(vectors [, cosine_least,
 * bands, rows, seed, comparisons_most, bucket_most, neighbours, representatives, threads]).
 *
 *     SELECT a, b, cosine
 *       FROM similar_vectors((SELECT collect_vectors(id, vector) FROM embedding));
 *
 *   collect_vectors()   aggregate: vectors with ids, in memory (core/vectors/vector_set.h)
 *   similar_vectors()   table-valued: the pairs that share a band of their random projections and
 *                       have a high cosine, in order (core/vectors/vector_pairs.h)
 *
 *   (1) cosine is the value of cosine_similarity(), bit by bit.
 *   (2) Rows in which `id` or `vector` is NULL, and vectors of zeroes, are ignored.
 *   (3) Without bands or rows, these are chosen (core/vectors/vector_banding.h). The hidden columns
 *       return what was chosen.
 *   (4) The rows do not depend on `threads`.
 *   (5) A call that is read to its end leaves what it counted for last_comparison().
 *   (6) The result of collect_vectors() is a pointer, which is read in the same statement. Several
 *       values can refer to one; the last that SQLite frees releases it.
 */
#include "last_comparison.h"
#include "pair_rules.h"
#include "table_function.h"
#include "vector_argument.h"

#include <math.h> /* NAN */

static const char pointer_type[] = "neardup vectors";

struct collected_vectors {
    unsigned references;
    struct vector_set set;
};

/* ---- collect_vectors() ----------------------------------------------------------------------- */

static void vectors_release(void *pointer) {
    struct collected_vectors *vectors = pointer;
    if (!vectors || --vectors->references > 0)
        return;
    vector_set_free(&vectors->set, &sqlite_allocator);
    sqlite3_free(vectors);
}

static struct collected_vectors *vectors_new(void) {
    struct collected_vectors *vectors = sqlite3_malloc64(sizeof *vectors);
    if (vectors)
        *vectors = (struct collected_vectors){.references = 1};
    return vectors;
}

static const char *form_of(bool sparse) {
    return sparse ? "sparse" : "dense";
}

static void add_vector(struct arguments *arguments, struct vector_set *set, int64_t id,
                       const struct vector *vector) {
    if (set->count == VECTOR_SET_MAX) {
        arguments_refuse(arguments, "there are more than %lld vectors", (long long)VECTOR_SET_MAX);
        return;
    }
    switch (vector_set_add(set, &sqlite_allocator, id, vector)) {
    case vector_set_unlike:
        arguments_refuse(
            arguments,
            "all vectors must have as many dimensions as the first, which has %u; that "
            "of id %lld has %u",
            set->counts[0], (long long)id, vector->count);
        break;
    case vector_set_unlike_form:
        arguments_refuse(arguments, "the vector of id %lld is %s, but the first one is %s",
                         (long long)id, form_of(!set->sparse), form_of(set->sparse));
        break;
    case vector_set_no_memory:
        arguments->code = SQLITE_NOMEM;
        break;
    default:
        break;
    }
}

void collect_vectors_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "collect_vectors"};
    int64_t id = argument_integer(&arguments, "id", values[0], INT64_MIN, INT64_MAX);
    struct vector vector = argument_vector(&arguments, "vector", values[1]);
    struct collected_vectors **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = vectors_new();
    if (arguments.code == SQLITE_OK && (!place || !*place))
        arguments.code = SQLITE_NOMEM;
    if (arguments.code == SQLITE_OK)
        add_vector(&arguments, &(*place)->set, id, &vector);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collect_vectors_final(sqlite3_context *context) {
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "collect_vectors"};
    struct collected_vectors **place = sqlite3_aggregate_context(context, 0);
    struct collected_vectors *vectors = place && *place ? *place : vectors_new();
    int64_t repeated;
    switch (!vectors ? vector_set_no_memory
                     : vector_set_number(&vectors->set, &sqlite_allocator, &repeated,
                                         &connection->interruption)) {
    case vector_set_ok:
        sqlite3_result_pointer(context, vectors, pointer_type, vectors_release);
        return;
    case vector_set_repeated:
        arguments_refuse(&arguments, "there are two vectors with id %lld", (long long)repeated);
        break;
    default:
        arguments.code = interruption_code(&connection->interruption);
        break;
    }
    vectors_release(vectors);
    arguments_result(&arguments, context);
}

/* ---- similar_vectors() ----------------------------------------------------------------------- */

enum { column_a, column_b, column_cosine, result_count };
enum {
    argument_of_vectors,
    argument_of_cosine_least,
    argument_of_bands,
    argument_of_rows,
    argument_of_seed,
    argument_of_comparisons_most,
    argument_of_bucket_most,
    argument_of_neighbours,
    argument_of_representatives,
    argument_of_threads,
    argument_count
};

/* Comparisons are as many as a million vectors take at most, and as 10,000 may take always. */
enum { vectors_least = 10000, vectors_most = 1000000 };
enum { seed_default = 1, comparisons_default = 1000 };
static const double cosine_default = 0.95, probability_least = 0.965, comparisons_max = 1e18;

struct vectors_cursor {
    struct table_cursor base;
    struct collected_vectors *vectors; /* shared, since its value may change */
    struct vector_pairs *pairs;
    struct vector_banding banding; /* what was given, or chosen */
    struct vector_pair pair;
};

static void vectors_close(struct table_cursor *base) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    vector_pairs_free(cursor->pairs); /* first: its threads use the rest */
    cursor->pairs = NULL;
    vectors_release(cursor->vectors);
    cursor->vectors = NULL;
}

/* Goes to the next pair, if there is one. */
static void vectors_next(struct table_cursor *base, struct arguments *arguments) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    switch (vector_pairs_next(cursor->pairs, &cursor->pair)) {
    case vector_pairs_pair:
        base->rows++;
        break;
    case vector_pairs_end:
        if (!last_comparison_keep_vectors(base->connection, cursor->pairs, cursor->banding))
            arguments->code = SQLITE_NOMEM;
        break;
    case vector_pairs_failed:
        arguments->code = interruption_code(&base->interruption);
        break;
    }
}

static int64_t integer_or(struct arguments *arguments, const struct table_arguments *given,
                          int argument, const char *name, int64_t least, int64_t most,
                          int64_t usual) {
    sqlite3_value *value = given->values[argument];
    return value ? argument_integer(arguments, name, value, least, most) : usual;
}

static double number_or(struct arguments *arguments, const struct table_arguments *given,
                        int argument, const char *name, double least, double most, double usual) {
    sqlite3_value *value = given->values[argument];
    return value ? argument_number(arguments, name, value, least, most) : usual;
}

static struct vector_pair_rule read_rule(struct arguments *arguments,
                                         const struct table_arguments *given) {
    struct vector_pair_rule rule = {.cosine_least = 0};
    rule.cosine_least = number_or(arguments, given, argument_of_cosine_least, "cosine_least", -1, 1,
                                  cosine_default);
    rule.banding.bands =
        (uint32_t)integer_or(arguments, given, argument_of_bands, "bands", 0, banding_bands_max, 0);
    rule.banding.rows =
        (uint32_t)integer_or(arguments, given, argument_of_rows, "rows", 0, banding_rows_max, 0);
    if (rule.banding.bands * rule.banding.rows > banding_bits_max)
        arguments_refuse(arguments, "bands * rows must be at most %d, found %u", banding_bits_max,
                         rule.banding.bands * rule.banding.rows);
    rule.seed =
        integer_or(arguments, given, argument_of_seed, "seed", INT64_MIN, INT64_MAX, seed_default);
    rule.comparisons_most = number_or(arguments, given, argument_of_comparisons_most,
                                      "comparisons_most", 0, comparisons_max, comparisons_default);
    sqlite3_value *const thinning[thinning_arguments] = {
        given->values[argument_of_bucket_most], given->values[argument_of_neighbours],
        given->values[argument_of_representatives], NULL};
    rule.buckets = argument_thinning(arguments, thinning);
    if (!given->values[argument_of_bucket_most])
        rule.buckets.whole_most = 0; /* chosen by comparisons_most */
    return rule;
}

/* The comparisons of all vectors together, divided by their number. */
static double comparisons_of_each(double most, size_t vectors) {
    double counted = vectors < vectors_least  ? vectors_least
                     : vectors > vectors_most ? vectors_most
                                              : (double)vectors;
    return vectors > 0 ? most * counted / (double)vectors : most;
}

static void vectors_open(struct table_cursor *base, const struct table_arguments *given,
                         struct arguments *arguments) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    vectors_close(base);
    last_comparison_forget(base->connection);
    struct collected_vectors *vectors = argument_pointer(
        arguments, "vectors", "collect_vectors", pointer_type, given->values[argument_of_vectors]);
    struct vector_pair_rule rule = read_rule(arguments, given);
    unsigned threads = argument_threads(arguments, given->values[argument_of_threads]);
    if (arguments->code != SQLITE_OK)
        return;
    const struct vector_set *set = &vectors->set;
    cursor->banding = rule.banding =
        vector_banding_choose(set, rule.banding, rule.cosine_least, probability_least);
    rule.comparisons_most = comparisons_of_each(rule.comparisons_most, set->count);
    cursor->vectors = vectors;
    vectors->references++;
    cursor->pairs = vector_pairs_new(&sqlite_allocator, set, &rule, threads, &base->interruption);
    if (cursor->pairs)
        vectors_next(base, arguments);
    else
        arguments->code = interruption_code(&base->interruption);
}

static void vectors_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct vectors_cursor *cursor = (const struct vectors_cursor *)base;
    const struct vector_pair *pair = &cursor->pair;
    const int64_t *ids = cursor->vectors->set.ids;
    if (column == column_cosine)
        sqlite3_result_double(context, pair->cosine);
    else
        sqlite3_result_int64(context, ids[column == column_a ? pair->a : pair->b]);
}

static struct default_value vectors_default(struct table_cursor *base, int argument) {
    const struct vectors_cursor *cursor = (const struct vectors_cursor *)base;
    switch (argument) {
    case argument_of_cosine_least:
        return (struct default_value){.is_real = true, .real = cosine_default};
    case argument_of_bands:
        return (struct default_value){.number = cursor->banding.bands};
    case argument_of_rows:
        return (struct default_value){.number = cursor->banding.rows};
    case argument_of_seed:
        return (struct default_value){.number = seed_default};
    case argument_of_comparisons_most:
        return (struct default_value){.number = comparisons_default};
    case argument_of_bucket_most:
        return (struct default_value){.is_real = true, .real = NAN};
    case argument_of_threads:
        return (struct default_value){.number = 0};
    default:
        return thinning_default(argument - argument_of_bucket_most);
    }
}

static const char *const argument_names[] = {
    "vectors",     "cosine_least", "bands",           "rows",   "seed", "comparisons_most",
    "bucket_most", "neighbours",   "representatives", "threads"};

const struct table_function similar_vectors_table = {
    .name = "similar_vectors",
    .columns = "CREATE TABLE x(a INTEGER, b INTEGER, cosine REAL, "
               "vectors HIDDEN, cosine_least HIDDEN, bands HIDDEN, rows HIDDEN, seed HIDDEN, "
               "comparisons_most HIDDEN, bucket_most HIDDEN, neighbours HIDDEN, "
               "representatives HIDDEN, threads HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .pointers = 1u << argument_of_vectors,
    .estimated_rows = 100000,
    .cursor_size = sizeof(struct vectors_cursor),
    .open = vectors_open,
    .next = vectors_next,
    .column = vectors_column,
    .default_argument = vectors_default,
    .close = vectors_close,
};
