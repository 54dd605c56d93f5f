/*
 * alignment.h - how one sequence of symbols becomes another: the shortest edit script.
 *
 * What the two share at both ends is taken off; the rest is the greedy algorithm of Myers 1986, An
 * O(ND) Difference Algorithm and Its Variations, run from the end, so that the script can be read
 * off from the beginning. Of several shortest scripts it is the one that keeps whatever it meets
 * that is equal, and deletes before it inserts: the one that the table of longest common
 * subsequences gives.
 *
 * Two sequences that differ in d symbols cost d^2 steps and d^2 / 2 words of memory. Beyond
 * alignment_exact_max differences, they are aligned in pieces from the end, each by the script that
 * leads furthest with so many; the whole is then correct, but may not be shortest. So time is
 * linear in the sequences, whatever is in them.
 */
#ifndef NEARDUP_ALIGNMENT_H
#define NEARDUP_ALIGNMENT_H

#include "../base/allocator.h"
#include "../base/interruption.h"

/* More than two sentences of 128 words can have. */
enum { alignment_exact_max = 256 };

/* a[a_begin .. a_end - 1] became b[b_begin .. b_end - 1]; one of them may be empty. */
struct hunk {
    uint32_t a_begin, a_end, b_begin, b_end;
};

/* Room to work in, reused from pair to pair: begins as all zeroes, released by its _free(). */
struct alignment {
    struct hunk *hunks; /* in order; between any two something is equal */
    size_t count, capacity;
    int32_t *reached; /* how far each diagonal was reached, for each number of differences */
    size_t reached_capacity;
    struct interruption *interruption; /* may be NULL */
};

/* Finds the hunks. Both counts are below 2^31. False when memory runs out, or interrupted. */
bool alignment_find(struct alignment *alignment, const struct allocator *allocator,
                    const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count);

void alignment_free(struct alignment *alignment, const struct allocator *allocator);

#endif
