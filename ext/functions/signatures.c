/*
 * signatures.c - minhash_signatures(text [, shingle, bands, rows, hashes, scheme, seed]).
 *
 *     SELECT a.id, b.id
 *       FROM signature AS a JOIN signature AS b USING (band, signature)
 *      WHERE a.id < b.id;
 *
 * Table-valued: one row (band, signature) for each of `bands` draws, bands ascending from 1. Texts
 * that share a row are candidates; core/minhash/minhash.h says how likely a match is.
 *
 *   (1) If an argument is NULL or the text is empty, there are no rows.
 *   (2) The family of hash functions is kept for as long as the parameters do not change, so a join
 *       with a table of texts makes it once.
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
    struct minhash_workspace workspace;
    uint64_t signatures[minhash_bands_max]; /* by band */
};

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
    cursor->workspace.interruption = &base->interruption;
    if (!minhash_family_change(&cursor->family, &sqlite_allocator, &parameters) ||
        !minhash_minima(cursor->family, &cursor->workspace, text.bytes, text.length)) {
        arguments->code = interruption_code(&base->interruption);
        return;
    }
    if (cursor->workspace.shingles == 0)
        return;
    minhash_signatures(cursor->family, cursor->workspace.minima, cursor->signatures);
    base->rows = parameters.bands;
}

static void signatures_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct signatures_cursor *cursor = (const struct signatures_cursor *)base;
    sqlite3_result_int64(context, column == column_band
                                      ? (sqlite3_int64)base->row + 1
                                      : (sqlite3_int64)cursor->signatures[base->row]);
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
        return (struct default_value){.text = argument_scheme_name(p->scheme)};
    return (struct default_value){.number = numbers[argument]};
}

static void signatures_close(struct table_cursor *base) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    minhash_family_free(cursor->family);
    minhash_workspace_free(&cursor->workspace, &sqlite_allocator);
}

static const char *const argument_names[] = {"text",   "shingle", "bands", "rows",
                                             "hashes", "scheme",  "seed"};

const struct table_function minhash_signatures_table = {
    .name = "minhash_signatures",
    .columns =
        "CREATE TABLE x(band INTEGER, signature INTEGER, input_text HIDDEN, shingle HIDDEN, "
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
