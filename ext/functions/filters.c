/*
 * filters.c - minhash_filter(text, texts [, shingle, bands, rows, hashes, scheme, seed]).
 *
 *     SELECT band, signature, id
 *       FROM sentence, minhash_signatures(text)
 *      WHERE filter = (SELECT minhash_filter(text, 1000) FROM sentence);
 *
 * Aggregate: which signatures two or more texts share. Given to minhash_signatures(), it removes
 * signatures that only one text has, which are nearly all, before they are stored and sorted.
 *
 *   (1) Rows with a NULL are ignored. Without rows, the filter contains nothing.
 *   (2) All rows must have the parameters of the first row; others are an error.
 *   (3) The result is a pointer, see filters.h. Only minhash_signatures() in the same statement can
 *       use it.
 */
#include "filters.h"

#include "connection.h"

static const char pointer_type[] = "minhash_filter";

/* A limit to catch mistakes: 50 million texts with 25 bands take about 1.2 GB. */
static const int64_t texts_max = INT64_C(1) << 40;

static void filter_free(void *pointer) {
    struct minhash_filter *filter = pointer;
    collision_filter_free(&filter->signatures, &sqlite_allocator);
    sqlite3_free(filter);
}

static struct minhash_filter *filter_new(void) {
    struct minhash_filter *filter = sqlite3_malloc64(sizeof *filter);
    if (filter)
        *filter = (struct minhash_filter){0};
    return filter;
}

const struct minhash_filter *filter_argument(struct arguments *arguments, sqlite3_value *value,
                                             const struct minhash_parameters *parameters) {
    const struct minhash_filter *filter =
        argument_pointer(arguments, "filter", "minhash_filter", pointer_type, value);
    if (filter && filter->filled)
        arguments_require_same(arguments, "the parameters must be those of the filter", parameters,
                               &filter->parameters);
    return filter;
}

/* Returns the filter. Makes it for the first row; checks that later rows have its parameters. */
static struct minhash_filter *filter_for(sqlite3_context *context, struct arguments *arguments,
                                         const struct minhash_parameters *parameters,
                                         int64_t texts) {
    struct minhash_filter **place = sqlite3_aggregate_context(context, sizeof *place);
    if (place && !*place)
        *place = filter_new();
    struct minhash_filter *filter = place ? *place : NULL;
    if (!filter) {
        arguments->code = SQLITE_NOMEM;
    } else if (filter->filled) {
        arguments_require_same(arguments, "the parameters must be the same for all texts",
                               parameters, &filter->parameters);
    } else {
        filter->filled = true;
        filter->parameters = *parameters;
        /* A key takes a byte; announcing texts must not take more memory than a blob may have. */
        int limit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1);
        if (!collision_filter_begin(&filter->signatures, &sqlite_allocator,
                                    (uint64_t)texts * parameters->bands, (uint64_t)limit))
            arguments->code = SQLITE_NOMEM;
    }
    return filter;
}

static bool add_text(struct connection *connection, struct minhash_filter *filter,
                     struct argument_bytes text) {
    uint64_t signatures[minhash_bands_max];
    const struct minhash_family *family = connection_family(connection, &filter->parameters);
    if (!family || !minhash_minima(family, &connection->minhash, text.bytes, text.length))
        return false;
    if (connection->minhash.shingles == 0)
        return true;
    minhash_signatures(family, connection->minhash.minima, signatures);
    return collision_filter_add(&filter->signatures, &sqlite_allocator, (const int64_t *)signatures,
                                filter->parameters.bands);
}

void minhash_filter_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "minhash_filter"};
    struct argument_bytes text = argument_text(&arguments, "text", values[0]);
    int64_t texts = argument_integer(&arguments, "texts", values[1], 0, texts_max);
    struct minhash_parameters parameters = argument_family_list(&arguments, count - 2, values + 2);
    struct minhash_filter *filter = NULL;
    if (arguments.code == SQLITE_OK)
        filter = filter_for(context, &arguments, &parameters, texts);
    if (arguments.code == SQLITE_OK && !add_text(connection, filter, text))
        arguments.code = interruption_code(&connection->interruption);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
    connection_trim(connection);
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void minhash_filter_final(sqlite3_context *context) {
    struct minhash_filter **place = sqlite3_aggregate_context(context, 0);
    struct minhash_filter *filter = place && *place ? *place : filter_new();
    if (!filter) {
        sqlite3_result_error_nomem(context);
        return;
    }
    collision_filter_seal(&filter->signatures, &sqlite_allocator);
    sqlite3_result_pointer(context, filter, pointer_type, filter_free);
}
