/*
 * set_similarity.h - Jaccard similarity and containment of the shingle sets of two texts, exactly.
 *
 * Sets, not bags: a shingle that occurs twice in a text counts once. Shingles are found by a 32-bit
 * hash and compared as text, so the counts are exact for every input. Expected time is linear in
 * both texts: what they share or repeat is compared run by run.
 */
#pragma once

#include "../base/interruption.h"
#include "../text/code_points.h"

/* Memory reused from pair to pair. Initialise with zeroes; release with its _free(). */
struct set_similarity_workspace {
    struct code_points a, b;
    uint32_t *arrays; /* for set_similarity_count(), 45 bytes per shingle */
    size_t array_capacity;
    struct interruption *interruption; /* may be NULL */
};

void set_similarity_workspace_free(struct set_similarity_workspace *workspace,
                                   const struct allocator *allocator);

/* The sizes of the two shingle sets and of their intersection. */
struct set_counts {
    size_t a, b, both;
};

/*
 * Computes the hashes of all shingles of `count` values. `values` must be readable, and `hashes`
 * writable, for set_hash_slack elements beyond `count`. All paths give the same hashes.
 */
enum { set_hash_slack = code_points_slack };
void set_similarity_hashes(const uint32_t *values, size_t count, size_t shingle, uint32_t *hashes);

/* `shingles` and `width` must be at least 1. */
typedef void set_hash_kernel(const uint32_t *values, size_t shingles, size_t width,
                             uint32_t *hashes);
/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
set_hash_kernel *set_hash_kernel_named(const char *name);

/*
 * Counts the shingles of workspace->a and workspace->b, which the caller has decoded. A text
 * shorter than `shingle` is one shingle, see shingle.h. Returns false if memory runs out, the work
 * is interrupted, or the two texts have 2^32 shingles or more.
 */
bool set_similarity_count(struct set_similarity_workspace *workspace,
                          const struct allocator *allocator, size_t shingle,
                          struct set_counts *counts);

/* |A and B| / |A or B| (Jaccard 1901). 1 for two empty sets. */
double set_similarity_jaccard(const struct set_counts *counts);

/* |A and B| / |A| (Broder 1997). 1 for an empty A. */
double set_similarity_containment(const struct set_counts *counts);
