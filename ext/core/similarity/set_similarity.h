/*
 * set_similarity.h - how much the shingle sets of two texts have in common, exactly.
 *
 * Sets, not bags: a shingle that stands twice in a text counts once. Shingles are found by a hash
 * of 32 bits and compared as text, so that the counts are exact whatever the input. Expected time
 * linear in both texts: what they share, or repeat, is compared run by run.
 */
#ifndef NEARDUP_SET_SIMILARITY_H
#define NEARDUP_SET_SIMILARITY_H

#include "../base/interruption.h"
#include "../text/code_points.h"

/* Room to work in, reused from pair to pair: begins as all zeroes, released by its _free(). */
struct set_work {
    struct code_points a, b;
    uint32_t *room; /* for what set_count() needs meanwhile, 45 bytes for each shingle */
    size_t room_capacity;
    struct interruption *interruption; /* may be NULL */
};

void set_work_free(struct set_work *work, const struct allocator *allocator);

/* The sizes of the two shingle sets and of their intersection. */
struct set_counts {
    size_t a, b, both;
};

/*
 * The hashes under which the shingles of `count` values are found, which every path computes alike.
 * `hashes` has room for set_hash_slack more than there are values, and `values` can be read as far
 * beyond its end. Public for tests that make hashes meet.
 */
enum { set_hash_slack = code_points_slack };
void set_hashes(const uint32_t *values, size_t count, size_t shingle, uint32_t *hashes);

/*
 * What does it, by path: "scalar", "avx2"; NULL where this CPU or build lacks it. `shingles` and
 * `width` are at least 1.
 */
typedef void set_hash_kernel(const uint32_t *values, size_t shingles, size_t width,
                             uint32_t *hashes);
set_hash_kernel *set_hash_kernel_named(const char *name);

/*
 * Counts for `work->a` and `work->b`, which the caller has decoded. Shorter texts are one shingle,
 * see shingle.h. False when memory runs out or the interruption says so, or where the two texts
 * have 2^32 shingles or more.
 */
bool set_count(struct set_work *work, const struct allocator *allocator, size_t shingle,
               struct set_counts *counts);

/* |A and B| / |A or B| (Jaccard 1901); 1 for two empty sets, which are equal. */
double set_jaccard(const struct set_counts *counts);

/* |A and B| / |A| (Broder 1997); 1 for an empty A, which is part of any set. */
double set_containment(const struct set_counts *counts);

#endif
