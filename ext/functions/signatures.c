/*
 * signatures.c - minhash_signatures(text [, shingle, bands, rows, hashes, scheme, seed]).
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
 */
#include "connection.h"
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
    argument_count
};

struct signatures_cursor {
    struct table_cursor base;
    struct minhash_family *family;
    struct minhash_work work;
    uint64_t *signatures; /* of all bands, made when the first is read */
    size_t capacity;
    bool made;
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
    uint64_t *room = allocator_grow(&sqlite_allocator, cursor->signatures, &cursor->capacity, bands,
                                    sizeof *room);
    if (room)
        cursor->signatures = room;
    return room != NULL;
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
    if (arguments->code != SQLITE_OK)
        return;
    cursor->made = false;
    if (!choose_family(cursor, &parameters) || !make_room(cursor, parameters.bands) ||
        !minhash_minima(cursor->family, &cursor->work, text.bytes, text.length)) {
        arguments->code = SQLITE_NOMEM;
        return;
    }
    base->rows = cursor->work.shingles > 0 ? parameters.bands : 0;
}

static void signatures_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    if (column == column_band) {
        sqlite3_result_int64(context, base->row + 1);
        return;
    }
    if (!cursor->made)
        minhash_signatures(cursor->family, cursor->work.minima, cursor->signatures);
    cursor->made = true;
    sqlite3_result_int64(context, (sqlite3_int64)cursor->signatures[base->row]);
}

static void signatures_default(struct table_cursor *base, sqlite3_context *context, int argument) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    const struct minhash_parameters *p = minhash_family_parameters(cursor->family);
    const int64_t numbers[argument_count] = {
        [argument_of_shingle] = p->shingle, [argument_of_bands] = p->bands,
        [argument_of_rows] = p->rows,       [argument_of_hashes] = p->hashes,
        [argument_of_seed] = p->seed,
    };
    if (argument == argument_of_scheme)
        sqlite3_result_text(context, scheme_name(p->scheme), -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(context, numbers[argument]);
}

static void signatures_close(struct table_cursor *base) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    minhash_family_free(cursor->family);
    minhash_work_free(&cursor->work, &sqlite_allocator);
    sqlite3_free(cursor->signatures);
}

static const char *const argument_names[] = {"text",   "shingle", "bands", "rows",
                                             "hashes", "scheme",  "seed"};

const struct table_function minhash_signatures_table = {
    .name = "minhash_signatures",
    .columns = "CREATE TABLE x(band INTEGER, signature INTEGER, input_text HIDDEN, shingle HIDDEN, "
               "bands HIDDEN, rows HIDDEN, hashes HIDDEN, scheme HIDDEN, seed HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = 1,
    .estimated_rows = 25,
    .cursor_size = sizeof(struct signatures_cursor),
    .open = signatures_open,
    .column = signatures_column,
    .default_argument = signatures_default,
    .close = signatures_close,
};
