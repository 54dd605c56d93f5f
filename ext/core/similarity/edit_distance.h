/*
 * edit_distance.h - Levenshtein distance in code points.
 *
 * The least number of insertions, deletions and substitutions that make one text the other. Bit-
 * parallel: a column of the dynamic programme is a few machine words (Myers 1999, A Fast Bit-Vector
 * Algorithm for Approximate String Matching, in the form of Hyyro 2003), so that the cost is
 * ceil(m / 64) * n steps for texts of m <= n code points after what they share at both ends has
 * been taken off; texts that differ in d places, few for their length, cost about d^2 strides
 * instead (Ukkonen 1985, Algorithms for Approximate String Matching). Under a bound k only the rows
 * within k of the diagonal count: one word a column where k < 32, 2 * k / 64 + 2 of them otherwise.
 * Memory is linear in the shorter text.
 */
#ifndef NEARDUP_EDIT_DISTANCE_H
#define NEARDUP_EDIT_DISTANCE_H

#include "../base/interruption.h"
#include "../text/code_points.h"

struct edit_block;
struct edit_symbol;
struct edit_occurrence;

/* Room to work in, reused from pair to pair: begins as all zeroes, released by its _free(). */
struct edit_work {
    struct code_points a, b;
    unsigned char *letters;              /* short texts as letters of a small alphabet */
    struct edit_block *blocks;           /* the column of the dynamic programme, 64 rows each */
    struct edit_symbol *symbols;         /* hash table of the symbols of the shorter text */
    struct edit_occurrence *occurrences; /* where they stand, symbol by symbol */
    size_t letter_capacity, block_capacity, symbol_capacity, occurrence_capacity;
    struct interruption *interruption; /* may be NULL */
};

void edit_work_free(struct edit_work *work, const struct allocator *allocator);

enum edit_result { edit_ok, edit_no_memory, edit_interrupted };

/*
 * The distance between `work->a` and `work->b`, which the caller has decoded; where it is more
 * than `bound`, bound + 1, found early.
 */
enum edit_result edit_distance(struct edit_work *work, const struct allocator *allocator,
                               size_t bound, size_t *distance);

/* The same of two UTF-8 texts; *longer is the length of the longer one in code points. */
enum edit_result edit_distance_utf8(struct edit_work *work, const struct allocator *allocator,
                                    const char *a, size_t a_length, const char *b, size_t b_length,
                                    size_t bound, size_t *distance, size_t *longer);

#endif
