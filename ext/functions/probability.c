/*
 * probability.c - minhash_match_probability(jaccard [, bands, rows, hashes, scheme, seed]).
 *
 * The exact probability that two texts of that Jaccard similarity share at least one signature,
 * which is the recall at that similarity; see core/minhash/match_probability.h. Except for schemes
 * 'banded' and 'words' it depends on the functions that the seed draws.
 *
 *   (1) If an argument is NULL, the result is NULL.
 *   (2) Except for 'banded' and 'words', bands or hashes must be at most 20, since the exact sum
 *       has 2^min(bands, hashes) terms.
 *   (3) The sum is prepared once for each set of parameters, so a curve costs little more than a
 *       point.
 */
#include "arguments.h"
#include "connection.h"

void match_probability_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "minhash_match_probability"};
    double jaccard = argument_number(&arguments, "jaccard", values[0], 0, 1);
    struct family_arguments given = {
        .bands = count > 1 ? values[1] : NULL,
        .rows = count > 2 ? values[2] : NULL,
        .hashes = count > 3 ? values[3] : NULL,
        .scheme = count > 4 ? values[4] : NULL,
        .seed = count > 5 ? values[5] : NULL,
    };
    struct minhash_parameters parameters = argument_family(&arguments, &given);
    if (!minhash_scheme_is_banded(parameters.scheme) &&
        parameters.bands > match_probability_overlap_max &&
        parameters.hashes > match_probability_overlap_max)
        arguments_refuse(&arguments,
                         "for scheme '%s' argument bands or hashes must be at most %d, found "
                         "bands %u and hashes %u",
                         argument_scheme_name(parameters.scheme), match_probability_overlap_max,
                         parameters.bands, parameters.hashes);
    struct match_probability *probability = NULL;
    if (arguments.code == SQLITE_OK) {
        struct connection *connection = sqlite3_user_data(context);
        probability = connection_probability(connection, &parameters);
        if (!probability)
            arguments.code = interruption_code(&connection->interruption);
    }
    if (probability)
        sqlite3_result_double(context, match_probability_at(probability, jaccard));
    else
        arguments_result(&arguments, context);
}
