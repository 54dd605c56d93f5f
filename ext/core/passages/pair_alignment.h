/*
 * pair_alignment.h - the passages that pairs of documents share, found by several threads.
 *
 * The pairs of one document a, its candidates, follow each other. They are divided into tasks of
 * about equal work. A task makes the index of a (seed_index.h) once, and aligns each with it.
 *
 *   (1) Passages are those of passage_alignment.h. They come in the order of a, b, and their
 *       places, whatever the number of threads.
 *   (2) Candidates are aligned in order of descending score, then b, until a score is below
 *       score_least, rank_most of them were aligned, or misses_most one after the other shared no
 *       passage. The rest are cut.
 *   (3) A few tasks for each thread are ahead of what the owner has read, so memory does not grow
 *       with the passages; but the candidates of a document are one task if misses or ranks count.
 *
 * Takes 4 bytes a document, and for each thread the index of one, and the passages of a few tasks.
 */
#pragma once

#include "../base/task_ring.h"
#include "document_pairs.h"
#include "document_set.h"
#include "passage_alignment.h"

/* What is wanted. */
struct pair_alignment_rule {
    struct passage_parameters parameters;
    float score_least;             /* -INFINITY: no limit */
    size_t rank_most, misses_most; /* SIZE_MAX: no limit */
};

struct aligned_passage {
    uint32_t a, b; /* documents */
    struct shared_passage passage;
};

/* What became of the pairs. */
struct pair_alignment_counts {
    uint64_t aligned, with_passages, passages;
    uint64_t below_score, beyond_rank, after_misses; /* not aligned */
};

struct pair_alignment;

/*
 * Prepares the alignment, with up to `threads` threads. All that is passed must live as long; the
 * documents are numbered and the pairs are in order. Returns NULL if memory runs out or
 * `interruption`, which may be NULL, stops it; or if no document has an id of the pairs, to which
 * `*unknown` then points, else to nothing. Release with pair_alignment_free(), after which no
 * thread is left; it accepts NULL.
 */
struct pair_alignment *
pair_alignment_new(const struct allocator *allocator, const struct document_set *documents,
                   const struct document_pairs *pairs, const struct pair_alignment_rule *rule,
                   unsigned threads, struct interruption *interruption, const int64_t **unknown);
void pair_alignment_free(struct pair_alignment *alignment);

/* Sets `passage` to the next one. Fails if memory runs out or the work is interrupted. */
enum task_results pair_alignment_next(struct pair_alignment *alignment,
                                      struct aligned_passage *passage);

/* What was counted in the tasks that were read: in all of them after the end. */
struct pair_alignment_counts pair_alignment_counts(const struct pair_alignment *alignment);
