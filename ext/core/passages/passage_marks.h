/*
 * passage_marks.h - which words of two passages are the same, which moved, and which only one has.
 *
 * What differs is what difference.h finds, made legible:
 *
 *   (1) A few equal words between two changes that are longer belong to the changes. An alignment
 *       of texts that have little in common finds many such, as "of the".
 *   (2) Words that only one passage has in one place, and the other in another place, have moved if
 *       at least passage_moved_least words follow each other in both.
 */
#pragma once

#include "../kinds/differences/difference.h"

enum passage_mark { passage_same, passage_own, passage_moved, passage_mark_count };

enum { passage_moved_least = 4 };

/* Words that both passages have, in one order: a_first .. a_first + count - 1, and b likewise. */
struct passage_stretch {
    uint32_t a_first, b_first, count;
};

/* Begins as all zeroes, reused from pair to pair, released by passage_marks_free(). */
struct passage_marks {
    uint8_t *marks[2]; /* of each word of a and of b, an enum passage_mark */
    size_t mark_capacity[2];
    struct passage_stretch *stretches; /* in order; between any two, words that are not the same */
    size_t count, capacity;
    struct alignment alignment; /* of the different parts */
    uint32_t *rest[2]; /* its symbols; between words that do not follow each other another one */
    uint32_t *rest_words[2]; /* which words these are */
    size_t rest_count[2], rest_capacity[2], rest_word_capacity[2];
};

/*
 * Marks the words of the pair of `differences`, which must stay as they are while the marks are
 * used. False: no memory, or interrupted. Linear in the words, except as alignment.h says.
 */
bool passage_marks_find(struct passage_marks *marks, const struct allocator *allocator,
                        const struct differences *differences, struct interruption *interruption);

void passage_marks_free(struct passage_marks *marks, const struct allocator *allocator);
