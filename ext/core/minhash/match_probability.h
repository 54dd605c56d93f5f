/*
 * match_probability.h - how likely two texts of given Jaccard similarity share a signature.
 *
 * For the disjoint draws of `banded` it is 1 - (1 - s^rows)^bands. Draws that overlap are not
 * independent: the papers' formula does not hold for them, and the exact value follows from which
 * functions each draw holds, be they distinct (`paper`) or some of them there more than once
 * (`wikiduper`, whose draws of ten of twenty hold seven to nine). With U_u the signed number of
 * non-empty sets of draws whose union has u functions (sign + for odd sets), inclusion-exclusion
 * gives sum U_u * s^u: integers, computed exactly, 2^bands of them. Where the family is smaller
 * than the number of draws, the 2^hashes sets of agreeing functions are enumerated instead and
 * those that hold a whole draw are counted by size.
 */
#ifndef NEARDUP_MATCH_PROBABILITY_H
#define NEARDUP_MATCH_PROBABILITY_H

#include "minhash.h"

/* Where draws overlap, at most this many bands or at most this many hashes: 2^20 steps. */
enum { match_probability_overlap_max = 20 };

struct match_probability;

/*
 * Prepares the curve of a family with these parameters; NULL when memory runs out or
 * `interruption`, which may be NULL, says so. For all schemes but `banded`, min(bands, hashes) must
 * be at most match_probability_overlap_max, and it takes O(2^min(bands, hashes) * bands); for
 * `banded` O(1).
 */
struct match_probability *match_probability_new(const struct allocator *allocator,
                                                const struct minhash_parameters *parameters,
                                                struct interruption *interruption);
void match_probability_free(struct match_probability *probability);

/* The probability at Jaccard similarity `jaccard`, 0 to 1. O(hashes). */
double match_probability_at(const struct match_probability *probability, double jaccard);

#endif
