/*
 * projection_probability.h - the probability that two vectors of a cosine share a band of bits.
 *
 * A hyperplane leaves both vectors on one side with probability p = 1 - acos(cosine) / pi, and the
 * hyperplanes of a signature are independent. So a band of `rows` bits is equal with probability
 * p^rows, and at least one of `bands` disjoint bands with probability 1 - (1 - p^rows)^bands.
 */
#pragma once

/*
 * That probability, for a cosine from -1 to 1 and at least one band and row. Its relative error is
 * small near 0 too. O(1).
 */
double projection_match_probability(double cosine, double bands, double rows);
