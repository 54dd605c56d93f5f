/*
 * edit_distance.h - Levenshtein distance in code points.
 *
 * The least number of insertions, deletions and substitutions that turn one text into the other.
 * Common beginnings and ends are removed first. Then, for texts of m <= n code points that differ
 * in d places, the first of these that applies:
 *
 *   (1) d is small for the length: furthest-reaching diagonals, about d^2 steps, each of which
 *       compares a run of equal text (Ukkonen 1985, Algorithms for Approximate String Matching).
 *   (2) The bound k is below 32: one machine word per column, n steps (Hyyro 2003, section 5).
 *   (3) Bit-parallel columns, 64 rows per machine word: ceil(m / 64) * n steps (Myers 1999, A Fast
 *       Bit-Vector Algorithm for Approximate String Matching, in Hyyro's form), in stripes of up
 *       to 512 rows. With a bound k, at most 2 * k / 64 + 8 words of a column are computed.
 *
 * Memory is linear in the texts.
 */
#pragma once

#include "../base/interruption.h"
#include "../text/code_points.h"

/* Memory reused from pair to pair. Initialise with zeroes; release with its _free(). */
struct edit_distance_workspace {
    struct code_points a, b;
    unsigned char *bytes; /* the texts, over a small alphabet */
    signed char *steps;   /* a row of the matrix, from each column to the next */
    size_t byte_capacity, step_capacity;
    struct interruption *interruption; /* may be NULL */
};

void edit_distance_workspace_free(struct edit_distance_workspace *workspace,
                                  const struct allocator *allocator);

enum edit_distance_result { edit_distance_ok, edit_distance_no_memory, edit_distance_interrupted };

/*
 * Sets `distance` to the distance between workspace->a and workspace->b, which the caller has
 * decoded, or to bound + 1 if it is more than `bound`; this is found early.
 */
enum edit_distance_result edit_distance(struct edit_distance_workspace *workspace,
                                        const struct allocator *allocator, size_t bound,
                                        size_t *distance);

/* The same for two UTF-8 texts. `longer` is set to the longer length in code points. */
enum edit_distance_result edit_distance_utf8(struct edit_distance_workspace *workspace,
                                             const struct allocator *allocator, const char *a,
                                             size_t a_length, const char *b, size_t b_length,
                                             size_t bound, size_t *distance, size_t *longer);

/*
 * The same for two texts whose code points are coded in bytes below `alphabet`. Returns false, and
 * sets nothing, if they are too long for that.
 */
bool edit_distance_bytes(const unsigned char *a, size_t a_count, const unsigned char *b,
                         size_t b_count, size_t alphabet, size_t bound, size_t *distance);
