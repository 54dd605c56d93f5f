/*
 * signatures.c - minhash_signatures(text …), table-valued: one row (band, signature) for each of
 * `bands` draws, bands ascending from 1; and minhash_match_probability(): how likely two texts
 * share one, exactly (core/minhash/match_probability.h). See docs/functions/minhash.md.
 *
 * The family of hash functions is kept for as long as the parameters do not change, so a join with
 * a table of texts makes it once.
 */
#include "../table_function.h"
#include "family_arguments.h"

enum { argument_text, argument_family };

struct signatures_cursor {
    struct table_cursor base;
    struct minhash_family *family;
    struct minhash_workspace workspace;
    uint64_t signatures[minhash_bands_max]; /* by band */
};

static void signatures_open(struct table_cursor *base, struct call *call) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    struct argument_bytes text = call->given[argument_text].bytes;
    const struct given *family = &call->given[argument_family];
    struct minhash_parameters parameters = family_read(call, family, family + 1);
    if (call->code != SQLITE_OK)
        return;
    cursor->workspace.interruption = &base->interruption;
    if (!minhash_family_change(&cursor->family, &sqlite_allocator, &parameters) ||
        !minhash_minima(cursor->family, &cursor->workspace, text.bytes, text.length)) {
        call_interrupted(call);
        return;
    }
    if (cursor->workspace.shingles == 0)
        return;
    minhash_signatures(cursor->family, cursor->workspace.minima, cursor->signatures);
    base->rows = parameters.bands;
}

static void signatures_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct signatures_cursor *cursor = (const struct signatures_cursor *)base;
    sqlite3_result_int64(context,
                         column == 0 ? base->row + 1 : (int64_t)cursor->signatures[base->row]);
}

/* In the order of FAMILY_ARGUMENTS, of which `scheme` has a default of its own. */
static int64_t signatures_usual(struct table_cursor *base, int argument) {
    const struct minhash_parameters *p =
        minhash_family_parameters(((struct signatures_cursor *)base)->family);
    return (const int64_t[]){
        p->shingle, p->bands, p->rows, p->hashes, 0, p->seed}[argument - argument_family];
}

static void signatures_close(struct table_cursor *base) {
    struct signatures_cursor *cursor = (struct signatures_cursor *)base;
    minhash_family_free(cursor->family);
    minhash_workspace_free(&cursor->workspace, &sqlite_allocator);
}

TABLE(minhash_signatures, signatures, struct signatures_cursor, "band INTEGER, signature INTEGER",
      .arguments = ARGUMENTS(INPUT("text", text), FAMILY_ARGUMENTS), .estimated_rows = 25,
      .usual = signatures_usual, .close = signatures_close);

/* The sum is prepared once for each set of parameters: a curve costs little more than a point. */
static void minhash_match_probability_call(struct call *call) {
    const struct given *given = call->given;
    struct minhash_parameters parameters = family_read(call, NULL, given + 1);
    if (!minhash_scheme_is_banded(parameters.scheme) &&
        parameters.bands > match_probability_overlap_max &&
        parameters.hashes > match_probability_overlap_max)
        call_refuse(call,
                    "for scheme '%s' argument bands or hashes must be at most %d, found bands %u "
                    "and hashes %u",
                    scheme_names[parameters.scheme], match_probability_overlap_max,
                    parameters.bands, parameters.hashes);
    if (call->code != SQLITE_OK)
        return;
    struct match_probability *probability = connection_probability(call->connection, &parameters);
    if (probability)
        sqlite3_result_double(call->context, match_probability_at(probability, given[0].number));
    else
        call_interrupted(call);
}

SCALAR(minhash_match_probability, "REAL",
       .arguments = ARGUMENTS({.name = "jaccard", .type = argument_is_number, .numbers = {0, 1, 0}},
                              ARGUMENT_BANDS, ARGUMENT_ROWS, ARGUMENT_HASHES, ARGUMENT_SCHEME,
                              ARGUMENT_SEED));
