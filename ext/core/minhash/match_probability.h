/*
 * match_probability.h - how probably two texts of given Jaccard similarity share a signature.
 *
 * For the disjoint bands of `banded` and `words` it is 1 - (1 - s^rows)^bands. Draws that overlap
 * are not independent, so this formula does not hold for them. The exact value depends on the
 * functions that each draw contains. By inclusion-exclusion it is the sum of U_u * s^u, where U_u
 * is the number of odd minus the number of even non-empty sets of draws whose union has u
 * functions. The U_u are computed exactly, over all 2^bands sets. If the family is smaller than the
 * number of draws, the 2^hashes sets of agreeing functions are enumerated instead, and those that
 * contain a whole draw are counted by size.
 */
#pragma once

#include "minhash.h"

/* If draws overlap, bands or hashes must be at most this: 2^20 steps. */
enum { match_probability_overlap_max = 20 };

struct match_probability;

/*
 * Prepares the curve for these parameters. If draws overlap, min(bands, hashes) must be at most
 * match_probability_overlap_max. Returns NULL if memory runs out or `interruption`,
 * which may be NULL, stopped it. Disjoint bands: O(1); others: O(2^min(bands, hashes) * bands).
 */
struct match_probability *match_probability_new(const struct allocator *allocator,
                                                const struct minhash_parameters *parameters,
                                                struct interruption *interruption);
void match_probability_free(struct match_probability *probability);

/* The probability at a Jaccard similarity from 0 to 1. O(hashes). */
double match_probability_at(const struct match_probability *probability, double jaccard);
