/*
 * alignment.h - the shortest edit script that turns one sequence of symbols into another.
 *
 * The common beginning and end are removed. The rest uses the greedy algorithm of Myers 1986, An
 * O(ND) Difference Algorithm and Its Variations, run from the end so that the script can be read
 * off from the beginning. Of several shortest scripts it finds the one that keeps every equal
 * symbol it meets and deletes before it inserts, which is the one that the table of longest common
 * subsequences gives.
 *
 * Sequences that differ in d symbols cost d^2 steps and d^2 / 2 words of memory. Beyond
 * alignment_exact_max differences they are aligned in pieces from the end, each by the script that
 * gets furthest with that many differences. The result is then correct but may not be shortest, and
 * time remains linear for any input.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"

/* More than two sentences of 128 words can have. */
enum { alignment_exact_max = 256 };

/* a[a_begin .. a_end - 1] became b[b_begin .. b_end - 1]. One of them may be empty. */
struct hunk {
    uint32_t a_begin, a_end, b_begin, b_end;
};

/* Memory reused from pair to pair. Initialise with zeroes; release with its _free(). */
struct alignment {
    struct hunk *hunks; /* in order, separated by equal symbols */
    size_t count, capacity;
    int32_t *reached; /* the place reached on each diagonal, by number of differences */
    size_t reached_capacity;
    struct interruption *interruption; /* may be NULL */
};

/* Finds the hunks. Both counts must be below 2^31. False: no memory, or interrupted. */
bool alignment_find(struct alignment *alignment, const struct allocator *allocator,
                    const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count);

void alignment_free(struct alignment *alignment, const struct allocator *allocator);
