/*
 * pair_comparison.h - which candidates are similar, found by several threads.
 *
 * First the shingle sets of all texts are made (shingle_classes.h). Then the texts are divided into
 * tasks of about equal work. A task finds the candidates of each of its texts (candidates.h),
 * counts the shingles that each shares with the text, and measures the edit distance of the pairs
 * that are similar enough, up to a bound. Those of one text are measured together: edit_pattern.h.
 *
 * A text that is not owned (text_set.h, bucket_parts.h) has no candidates: it is compared with the
 * owned texts before it only. So if each text is owned by one of several processes, each pair is
 * found by one of them, provided that it has all texts of the buckets that its own texts are in;
 * and the numbers of candidates and of texts that a text resembles add up.
 *
 * Similarities and distances are those of set_similarity.h and edit_distance.h, bit by bit. Pairs
 * come in the order of their texts, whatever the number of threads. A few tasks for each thread are
 * ahead of what the owner has read, so memory does not grow with the pairs. Besides the classes it
 * takes for each thread 4 bytes a class, 8 a text, and that of a slice; and 24 bytes for each pair
 * that comes close, of which there are at most near_most for each text.
 */
#pragma once

#include "../base/task_ring.h"
#include "candidates.h"
#include "text_set.h"

/* What is wanted. */
struct similarity_rule {
    size_t shingle;
    double jaccard_least;         /* of pairs */
    double edit_similarity_least; /* the distance is measured up to this part of the longer text */
    double near_least;            /* of pairs that come close to jaccard_least; NAN: none do, ... */
    size_t near_most;   /* ... nor do those of a text that resembles more texts than this, nor those
                           that begin with the same text if they are more */
    double count_least; /* from here on texts resemble each other; NAN: that is not counted */
};

#define DISTANCE_UNKNOWN UINT32_MAX /* more than wanted */

struct similar_pair {
    uint32_t a, b; /* texts, a < b */
    double jaccard;
    uint32_t edit_distance; /* in code points, or DISTANCE_UNKNOWN */
};

struct pair_comparison;

/*
 * Prepares the comparison, with up to `threads` threads. All that is passed must live as long; the
 * candidates and texts belong to one bucket set, and all texts were added. Returns NULL if memory
 * runs out or `interruption`, which may be NULL, stops it. Release with pair_comparison_free(),
 * after which no thread is left; it accepts NULL.
 */
struct pair_comparison *pair_comparison_new(const struct allocator *allocator,
                                            const struct candidates *candidates,
                                            const struct text_set *texts,
                                            const struct similarity_rule *rule, unsigned threads,
                                            struct interruption *interruption);
void pair_comparison_free(struct pair_comparison *comparison);

/* Sets `pair` to the next pair. Fails if memory runs out or the work is interrupted. */
enum task_results pair_comparison_next(struct pair_comparison *comparison,
                                       struct similar_pair *pair);

/* Valid after the end: the pairs that came close, in order; their distances are not measured. */
const struct similar_pair *pair_comparison_near(const struct pair_comparison *comparison,
                                                size_t *count);

/* Also then: how many texts this one resembles, and the candidates of all texts. */
uint64_t pair_comparison_resembled(const struct pair_comparison *comparison, uint32_t text);
uint64_t pair_comparison_candidates(const struct pair_comparison *comparison);
