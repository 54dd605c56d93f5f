/* family_arguments.h - the arguments that determine a family of hash functions. */
#pragma once

#include "../functions.h"

/* "banded", "paper" …, by number; NULL ends them. */
extern const char *const scheme_names[minhash_scheme_count + 1];

/* Their defaults depend on the scheme, so family_read() finds them. */
#define ARGUMENT_SHINGLE \
    OPTIONAL("shingle", integer, .range = {1, shingle_length_max, 0}, .unset = true)
#define ARGUMENT_BANDS OPTIONAL("bands", integer, .range = {1, minhash_bands_max, 0}, .unset = true)
#define ARGUMENT_ROWS OPTIONAL("rows", integer, .range = {1, minhash_rows_max, 0}, .unset = true)
#define ARGUMENT_HASHES \
    OPTIONAL("hashes", integer, .range = {1, minhash_hashes_max, 0}, .unset = true)
#define ARGUMENT_SCHEME                                                                 \
    OPTIONAL("scheme", word, .words = scheme_names,                                     \
             .wanted = "'banded', 'words', 'paper', 'wikiduper', 'wikiduper-fixed' or " \
                       "'wikiduper-report'")
#define ARGUMENT_SEED OPTIONAL("seed", integer, .range = ANY_INTEGER, .unset = true)
#define FAMILY_ARGUMENTS \
    ARGUMENT_SHINGLE, ARGUMENT_BANDS, ARGUMENT_ROWS, ARGUMENT_HASHES, ARGUMENT_SCHEME, ARGUMENT_SEED

/*
 * Checks those of a call together and fills in the defaults of the scheme. `bands` is the first of
 * the others in FAMILY_ARGUMENTS; `shingle` may be NULL, if the function does not have it.
 */
struct minhash_parameters family_read(struct call *call, const struct given *shingle,
                                      const struct given *bands);

/* Records an error, which begins with `what` and shows both, unless the two are equal. */
void family_require_same(struct call *call, const char *what, const struct minhash_parameters *a,
                         const struct minhash_parameters *b);
