/*
 * signature_probability.c - minhash_match_probability(): how likely two texts of a similarity share
 * a signature, exactly; see core/minhash/match_probability.h and docs/functions/minhash.md.
 *
 * The sum is prepared once for each set of parameters, so a curve costs little more than a point.
 */
#include "family_arguments.h"

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
