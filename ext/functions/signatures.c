/*
 * signatures.c - minhash_signatures(text [, shingle, bands, rows, hashes, scheme, seed, filter]).
 *
 *     SELECT a.id, b.id
 *       FROM signature AS a JOIN signature AS b USING (band, signature)
 *      WHERE a.id < b.id;
 *
 * Table-valued: one row (band, signature) for each of `bands` draws, in the order of bands from 1.
 * Texts that share a row are candidates to be alike: see core/minhash.h for how likely that is.
 *
 *   (1) A NULL argument gives no rows, and so does the empty text, which has no shingles.
 *   (2) The family of hash functions is made once and kept while parameters stay the same, so that
 *       a join over a table of texts pays for the texts alone.
 *   (3) With a filter (filters.h) only signatures that may collide are given. It is asked when the
 *       call begins, and not held on to.
 */
#include "connection.h"
#include "filters.h"
#include "table_function.h"

enum { column_band, column_signature, result_count };
enum {
    argument_of_text,
    argument_of_shingle,
    argument_of_bands,
    argument_of_rows,
    argument_of_hashes,
    argument_of_scheme,
    argument_of_seed,
    argument_of_filter,
    argument_count
};

struct signatures_cursor {
    struct table_cursor base;
    struct minhash_family *family;
    struct minhash_work work;
    uint64_t *signatures; /* of all bands */
    uint32_t *bands;      /* those that are rows */
    size_t signature_capacity, band_capacity;
};

/* The family for these parameters, made anew only when they change. */
static bool choose_family(struct signatures_cursor *cursor,
                          const struct minhash_parameters *parameters) {
    if (cursor->family &&
        minhash_parameters_equal(minhash_family_parameters(cursor->family), parameters))
        return true;
    minhash_family_free(cursor->family);
    cursor->family = minhash_family_new(&sqlite_allocator, parameters);
    return cursor->family != NULL;
}

static bool make_room(struct signatures_cursor *cursor, uint32_t bands) {
    uint64_t *signatures = allocator_grow(&sqlite_allocator, cursor->signatures,
                                          &cursor->signature_capacity, bands, sizeof *signatures);
    if (!signatures)
        return false;
    cursor->signatures = signatures;
    uint32_t *rows = allocator_grow(&sqlite_allocator, cursor->bands, &cursor->band_capacity, bands,
                                    sizeof *rows);
    if (rows)
        cursor->bands = rows;
    return rows != NULL;
}

/* Fills in the rows of the text whose minima are in `work`; false when memory runs out. */
static bool make_rows(struct signatures_cursor *cursor, const struct minhash_filter *filter) {
    uint32_t bands = minhash_family_parameters(cursor->family)->bands, rows = 0;
    cursor->base.rows = 0;
    if (cursor->work.shingles == 0)
        return true;
    if (!make_room(cursor, bands))
        return false;
    minhash_signatures(cursor->family, cursor->work.minima, cursor->signatures);
    for (uint32_t band = 0; band < bands; band++)
        if (!filter ||
            collision_filter_holds(&filter->signatures, (int64_t)cursor->signatures[band]))
            cursor->bands[rows++] = band;
    cursor->base.rows = rows;
    return true;
}

static void signatures_open(struct table_cursor *base, const struct table_arguments *given,
                            struct arguments *arguments) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    sqlite3_value *const *values = given->values;
    struct argument_bytes text = argument_text(arguments, "text", values[argument_of_text]);
    struct family_arguments family = {
        .shingle = values[argument_of_shingle],
        .bands = values[argument_of_bands],
        .rows = values[argument_of_rows],
        .hashes = values[argument_of_hashes],
        .scheme = values[argument_of_scheme],
        .seed = values[argument_of_seed],
    };
    struct minhash_parameters parameters = argument_family(arguments, &family);
    const struct minhash_filter *filter = NULL;
    if (values[argument_of_filter])
        filter = argument_filter(arguments, values[argument_of_filter]);
    if (filter)
        check_filter(arguments, filter, &parameters);
    if (arguments->code != SQLITE_OK)
        return;
    cursor->work.interruption = &base->interruption;
    if (!choose_family(cursor, &parameters) ||
        !minhash_minima(cursor->family, &cursor->work, text.bytes, text.length) ||
        !make_rows(cursor, filter))
        arguments->code = interruption_code(&base->interruption);
}

static void signatures_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct signatures_cursor *cursor = (const struct signatures_cursor *)base;
    uint32_t band = cursor->bands[base->row];
    sqlite3_result_int64(context, column == column_band ? (sqlite3_int64)band + 1
                                                        : (sqlite3_int64)cursor->signatures[band]);
}

static struct default_value signatures_default(struct table_cursor *base, int argument) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    const struct minhash_parameters *p = minhash_family_parameters(cursor->family);
    const int64_t numbers[argument_count] = {
        [argument_of_shingle] = p->shingle, [argument_of_bands] = p->bands,
        [argument_of_rows] = p->rows,       [argument_of_hashes] = p->hashes,
        [argument_of_seed] = p->seed,
    };
    if (argument == argument_of_scheme)
        return (struct default_value){.text = scheme_name(p->scheme)};
    return (struct default_value){.number = numbers[argument]};
}

static void signatures_close(struct table_cursor *base) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    minhash_family_free(cursor->family);
    minhash_work_free(&cursor->work, &sqlite_allocator);
    sqlite3_free(cursor->signatures);
    sqlite3_free(cursor->bands);
}

static const char *const argument_names[] = {"text",   "shingle", "bands", "rows",
                                             "hashes", "scheme",  "seed",  "filter"};

const struct table_function minhash_signatures_table = {
    .name = "minhash_signatures",
    .columns =
        "CREATE TABLE x(band INTEGER, signature INTEGER, input_text HIDDEN, shingle HIDDEN, "
        "bands HIDDEN, rows HIDDEN, hashes HIDDEN, scheme HIDDEN, seed HIDDEN, filter HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .pointer_count = 1,
    .estimated_rows = 25,
    .cursor_size = sizeof(struct signatures_cursor),
    .open = signatures_open,
    .column = signatures_column,
    .default_argument = signatures_default,
    .close = signatures_close,
};
