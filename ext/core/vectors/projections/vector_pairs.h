/*
 * vector_pairs.h - the pairs of vectors whose cosine similarity is high, found by random projection
 * on several threads.
 *
 * Each vector is projected on bands * rows random hyperplanes (hyperplanes.h). For each band the
 * vectors are sorted by its bits; those that agree are a bucket, and pairs that meet in a bucket
 * are candidates, by the rule of pairs/candidates.h: in large buckets, vectors are ranked by their
 * first 64 bits. A candidate whose first 128 bits, or all bits, differ in more places than those of
 * nearly all pairs of `cosine_least` (vector_banding_distance_most()) is passed over. The others
 * are collected, each once, and compared exactly (dot_product.h).
 *
 *   (1) A pair of cosine c >= cosine_least meets with projection_match_probability(), and is passed
 *       over with at most 2e-6. None is reported wrongly.
 *   (2) Pairs come in the order of their numbers, each once, whatever the number of threads.
 *
 * candidates.h lists the buckets of each text, and finds the candidates of one text at a time, each
 * once. Here a pair may meet in several bands and is then looked at in each: few bits decide, and
 * without those lists this takes half of the time and a third of the memory.
 *
 * Besides the vectors it takes bands * rows bits and 16 bytes for each vector, for each thread 16
 * bytes a vector, and up to 40 bytes for each pair that is compared exactly.
 */
#pragma once

#include "../../base/task_ring.h"
#include "../../pairs/candidates.h"
#include "vector_banding.h"
#include "vector_set.h"

/* What is wanted. */
struct vector_pair_rule {
    double cosine_least; /* of pairs */
    struct vector_banding banding;
    int64_t seed;                  /* of the hyperplanes */
    struct candidate_rule buckets; /* which pairs of one are compared; bands, ranks are not read */
    double comparisons_most; /* of all bands, by which buckets.whole_most is chosen if it is 0 */
};

/* Buckets of up to so many vectors are then compared wholly, however many there are. */
enum { vector_pairs_whole_least = 30 };

struct vector_pair {
    uint32_t a, b; /* vectors, a < b */
    double cosine;
};

/* What was counted. A pair that meets in several bands counts in each. */
struct vector_pair_counts {
    uint64_t candidates; /* pairs that meet in a bucket and are compared there */
    uint64_t close;      /* different ones of them that differ in few bits */
    uint64_t left_out;   /* pairs in large buckets that are not compared there */
    uint32_t large_buckets, in_large_buckets; /* buckets, and different vectors in them */
    uint32_t whole_most;                      /* the least of all bands */
};

struct vector_pairs;

/*
 * Projects the vectors of a numbered set, which must live as long, and finds what to compare, on up
 * to `threads` threads. No number of the banding is 0. Returns NULL if memory runs out or
 * `interruption`, which may be NULL, stops it. vector_pairs_free() leaves no thread.
 */
struct vector_pairs *vector_pairs_new(const struct allocator *allocator,
                                      const struct vector_set *set,
                                      const struct vector_pair_rule *rule, unsigned threads,
                                      struct interruption *interruption);
void vector_pairs_free(struct vector_pairs *pairs);

/* Sets `pair` to the next pair. Fails if memory runs out or the work is interrupted. */
enum task_results vector_pairs_next(struct vector_pairs *pairs, struct vector_pair *pair);

struct vector_pair_counts vector_pairs_counts(const struct vector_pairs *pairs);
