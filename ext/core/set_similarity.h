/*
 * set_similarity.h - how much the shingle sets of two texts have in common, exactly.
 *
 * Sets, not bags: a shingle that stands twice in a text counts once. Shingles are found by their
 * fingerprints and compared as text, so that the counts are exact whatever the input. Expected
 * time linear in both texts.
 */
#ifndef NEARDUP_SET_SIMILARITY_H
#define NEARDUP_SET_SIMILARITY_H

#include "code_points.h"

struct set_slot;

/* Room to work in, reused from pair to pair: begins as all zeroes, released by its _free(). */
struct set_work {
    struct code_points a, b;
    uint64_t *fingerprints;
    struct set_slot *slots;
    size_t fingerprint_capacity, slot_capacity;
};

void set_work_free(struct set_work *work, const struct allocator *allocator);

/* The sizes of the two shingle sets and of their intersection. */
struct set_counts {
    size_t a, b, both;
};

/*
 * Counts for `work->a` and `work->b`, which the caller has decoded. Shorter texts are one shingle,
 * see shingle.h. False when memory runs out.
 */
bool set_count(struct set_work *work, const struct allocator *allocator, size_t shingle,
               struct set_counts *counts);

/* |A and B| / |A or B| (Jaccard 1901); 1 for two empty sets, which are equal. */
double set_jaccard(const struct set_counts *counts);

/* |A and B| / |A| (Broder 1997); 1 for an empty A, which is part of any set. */
double set_containment(const struct set_counts *counts);

#endif
