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
 *   (1) Ids, bands and signatures are 64-bit integers. Rows with a NULL are ignored, and rows may
 *       come in any order and repeat; without rows there are no buckets.
 *   (2) Rows come one at a time: the pairs are never stored.
 *   (3) The result of collect_buckets() is a pointer, see pair_pointers.h. The column
 *       bucket_texts.buckets, which SELECT * leaves out, passes it on.
 *   (4) In candidate_pairs(), neighbours are next to each other in the order of ids.
 */
#include "connection.h"
#include "pair_pointers.h"
#include "pair_rules.h"
#include "table_function.h"

#include <string.h> /* memset */

static const char pointer_type[] = "neardup buckets";

struct collected_buckets *buckets_share(struct collected_buckets *buckets) {
    buckets->references++;
    return buckets;
}

void buckets_release(void *pointer) {
    struct collected_buckets *buckets = pointer;
    if (!buckets || --buckets->references > 0)
        return;
    bucket_set_free(&buckets->set, &sqlite_allocator);
    sqlite3_free(buckets);
}

void buckets_result(sqlite3_context *context, struct collected_buckets *buckets) {
    sqlite3_result_pointer(context, buckets_share(buckets), pointer_type, buckets_release);
}

struct collected_buckets *buckets_argument(struct arguments *arguments, sqlite3_value *value) {
    return argument_pointer(arguments, "buckets", "collect_buckets", pointer_type, value);
}

/* ---- collect_buckets() ----------------------------------------------------------------------- */

void collect_buckets_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "collect_buckets"};
    int64_t band = argument_integer(&arguments, "band", values[0], INT64_MIN, INT64_MAX);
    int64_t signature = argument_integer(&arguments, "signature", values[1], INT64_MIN, INT64_MAX);
    int64_t id = argument_integer(&arguments, "id", values[2], INT64_MIN, INT64_MAX);
    if (arguments.code == SQLITE_OK) {
        struct bucket_rows *rows = sqlite3_aggregate_context(context, sizeof *rows);
        if (rows && rows->count == BUCKET_ROWS_MAX)
            arguments_refuse(&arguments, "there can be at most %lld rows",
                             (long long)BUCKET_ROWS_MAX);
        else if (!rows || !bucket_rows_add(rows, &sqlite_allocator, band, signature, id))
            arguments.code = SQLITE_NOMEM;
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collect_buckets_final(sqlite3_context *context) {
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "collect_buckets"};
    struct bucket_rows *rows = sqlite3_aggregate_context(context, 0), none = {0};
    struct collected_buckets *buckets = sqlite3_malloc64(sizeof *buckets);
    if (buckets)
        *buckets = (struct collected_buckets){.references = 1};
    if (buckets && bucket_set_make(&buckets->set, &sqlite_allocator, rows ? rows : &none,
                                   &connection->interruption)) {
        sqlite3_result_pointer(context, buckets, pointer_type, buckets_release);
        return;
    }
    if (rows)
        bucket_rows_free(rows, &sqlite_allocator);
    sqlite3_free(buckets);
    arguments.code = interruption_code(&connection->interruption);
    arguments_result(&arguments, context);
}

/* ---- bucket_texts() -------------------------------------------------------------------------- */

enum { column_id, column_buckets, text_result_count };

struct texts_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets;
};

static void texts_close(struct table_cursor *base) {
    struct texts_cursor *cursor = (struct texts_cursor *)base;
    buckets_release(cursor->buckets);
    cursor->buckets = NULL;
}

static void texts_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct texts_cursor *cursor = (struct texts_cursor *)base;
    texts_close(base);
    struct collected_buckets *buckets = buckets_argument(arguments, given->values[0]);
    if (!buckets)
        return;
    cursor->buckets = buckets_share(buckets);
    base->rows = buckets->set.texts;
}

static void texts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct collected_buckets *buckets = ((struct texts_cursor *)base)->buckets;
    if (column == column_id)
        sqlite3_result_int64(context, buckets->set.ids[base->row]);
    else
        buckets_result(context, buckets);
}

static const char *const text_argument_names[] = {"buckets"};

const struct table_function bucket_texts_table = {
    .name = "bucket_texts",
    .columns = "CREATE TABLE x(id INTEGER, buckets, input_buckets HIDDEN)",
    .argument_names = text_argument_names,
    .result_count = text_result_count,
    .argument_count = 1,
    .required_count = 1,
    .pointers = 1,
    .estimated_rows = 1000,
    .cursor_size = sizeof(struct texts_cursor),
    .open = texts_open,
    .column = texts_column,
    .close = texts_close,
};

/* ---- candidate_pairs() ----------------------------------------------------------------------- */

enum { column_a, column_b, pair_result_count };

struct pairs_cursor {
    struct table_cursor base;
    struct collected_buckets *buckets;
    struct candidates candidates;
    struct candidate_finder finder;
    uint32_t text; /* whose candidates were found */
    size_t at;     /* the current one */
};

static void pairs_close(struct table_cursor *base) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    candidate_finder_free(&cursor->finder, &sqlite_allocator);
    candidates_free(&cursor->candidates, &sqlite_allocator);
    buckets_release(cursor->buckets);
    cursor->buckets = NULL;
}

/* Goes to the next pair from `at` on, if there is one. */
static void pairs_find(struct pairs_cursor *cursor, struct arguments *arguments) {
    uint32_t texts = cursor->buckets->set.texts;
    while (cursor->at == cursor->finder.count && cursor->text + 1 < texts) {
        cursor->text++;
        cursor->at = 0;
        if (!candidate_finder_find(&cursor->finder, &sqlite_allocator, &cursor->candidates,
                                   cursor->text, &cursor->base.interruption)) {
            arguments->code = interruption_code(&cursor->base.interruption);
            return;
        }
    }
    cursor->base.rows += cursor->at < cursor->finder.count;
}

static void pairs_next(struct table_cursor *base, struct arguments *arguments) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    cursor->at++;
    pairs_find(cursor, arguments);
}

static void pairs_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    pairs_close(base);
    struct collected_buckets *buckets = buckets_argument(arguments, given->values[0]);
    struct candidate_rule rule = argument_thinning(arguments, given->values + 1);
    if (arguments->code != SQLITE_OK)
        return;
    cursor->buckets = buckets_share(buckets);
    cursor->text = UINT32_MAX; /* before the first */
    cursor->at = 0;
    if (!candidates_begin(&cursor->candidates, &sqlite_allocator, &buckets->set, &rule,
                          &base->interruption) ||
        !candidate_finder_begin(&cursor->finder, &sqlite_allocator, &cursor->candidates))
        arguments->code = interruption_code(&base->interruption);
    else
        pairs_find(cursor, arguments);
}

static void pairs_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct pairs_cursor *cursor = (struct pairs_cursor *)base;
    uint32_t text = column == column_a ? cursor->text : cursor->finder.found[cursor->at];
    sqlite3_result_int64(context, cursor->buckets->set.ids[text]);
}

static struct default_value pairs_default(struct table_cursor *base, int argument) {
    (void)base;
    return thinning_default(argument - 1);
}

static const char *const pair_argument_names[] = {"buckets", "bucket_most", "neighbours",
                                                  "representatives", "bands"};

const struct table_function candidate_pairs_table = {
    .name = "candidate_pairs",
    .columns = "CREATE TABLE x(a INTEGER, b INTEGER, buckets HIDDEN, bucket_most HIDDEN, "
               "neighbours HIDDEN, representatives HIDDEN, bands HIDDEN)",
    .argument_names = pair_argument_names,
    .result_count = pair_result_count,
    .argument_count = 1 + thinning_arguments,
    .required_count = 1,
    .pointers = 1,
    .estimated_rows = 100000,
    .cursor_size = sizeof(struct pairs_cursor),
    .open = pairs_open,
    .next = pairs_next,
    .column = pairs_column,
    .default_argument = pairs_default,
    .close = pairs_close,
};
