/*
 * vector_banding.h - into how many bands of how many bits projections are divided, if nobody says.
 *
 * A pair of cosine c shares a band of r bits with probability p^r, where p = 1 - acos(c) / pi. For
 * each r there is a least number of bands with which a pair of `cosine_least` shares one with
 * probability `probability_least`. Few bits cost comparisons of pairs that share a band by chance,
 * many cost projections. How alike vectors are that have nothing to do with each other is seen in a
 * sample of pairs, always the same ones, and the r that costs least is chosen.
 */
#pragma once

#include "vector_set.h"

enum { banding_bands_max = 1024, banding_rows_max = 64, banding_bits_max = 32768 };

struct vector_banding {
    uint32_t bands, rows; /* 0: to be chosen */
};

/* Chooses numbers that are 0, for numbered vectors; if no number of bands suffices, the best. */
struct vector_banding vector_banding_choose(const struct vector_set *set,
                                            struct vector_banding given, double cosine_least,
                                            double probability_least);

/*
 * The most bits in which a pair of `cosine_least` may differ, but for a probability of 1e-6. As
 * components are rounded to 15 bits, a thousandth is added to the angle. O(bits).
 */
uint32_t vector_banding_distance_most(uint32_t bits, double cosine_least);
