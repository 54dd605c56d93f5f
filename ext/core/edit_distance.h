/*
 * edit_distance.h - Levenshtein distance in code points.
 *
 * The least number of insertions, deletions and substitutions that make one text the other. Bit-
 * parallel: a column of the dynamic programme is a few machine words (Myers 1999, A Fast Bit-Vector
 * Algorithm for Approximate String Matching, in the form of Hyyro 2003), so that the cost is
 * ceil(m / 64) * n steps for texts of m <= n code points after what they share at both ends has
 * been taken off. Memory is linear in the shorter text.
 */
#ifndef NEARDUP_EDIT_DISTANCE_H
#define NEARDUP_EDIT_DISTANCE_H

#include "code_points.h"

struct edit_block;
struct edit_symbol;
struct edit_occurrence;

/* Room to work in, reused from pair to pair: begins as all zeroes, released by its _free(). */
struct edit_work {
    struct code_points a, b;
    struct edit_block *blocks;           /* the column of the dynamic programme, 64 rows each */
    struct edit_symbol *symbols;         /* hash table of the symbols of the shorter text */
    struct edit_occurrence *occurrences; /* where they stand, symbol by symbol */
    size_t block_capacity, symbol_capacity, occurrence_capacity;
};

void edit_work_free(struct edit_work *work, const struct allocator *allocator);

/*
 * The distance between `work->a` and `work->b`, which the caller has decoded; where it is more
 * than `bound`, bound + 1, found early. False when memory runs out.
 */
bool edit_distance(struct edit_work *work, const struct allocator *allocator, size_t bound,
                   size_t *distance);

#endif
