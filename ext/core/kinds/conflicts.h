/*
 * conflicts.h - what two sentences say that cannot both be true of one thing.
 *
 * A conflict is a change of a value that is not only written in another way, nor more exact; of the
 * number of negations; of words that exclude each other; of names. What else differs is counted:
 * what is worded in another way, and what is added. It is all read off the hunks of a
 * sentence_pair, one after the other.
 *
 * Bounds, beyond which a difference is taken for another wording: conflicts_words_max words of
 * content and changed values a side. So time is linear in the sentences.
 */
#ifndef NEARDUP_CONFLICTS_H
#define NEARDUP_CONFLICTS_H

#include "difference_type.h"
#include "title.h"

enum { conflicts_words_max = 64 };

/* What a hunk is about that is no conflict, besides the types of difference_type.h. */
enum {
    conflicts_value = difference_other + 1, /* values that are the same or agree, or are added */
    conflicts_short_form,
    conflicts_name_added,
    conflicts_wording,
    conflicts_added
};

struct word_range {
    uint32_t begin, end; /* words: begin .. end - 1; empty where one side says nothing */
};

struct conflict {
    uint8_t type;               /* a difference_type */
    bool tense;                 /* of verbs that exclude each other by their tense alone */
    bool names;                 /* of the words in the ranges only those that are `named` */
    struct word_range sides[2]; /* of a and of b */
};

/* Begins as all zeroes, reused from pair to pair, released by conflicts_free(). */
struct conflicts {
    struct conflict *items;
    size_t count, capacity;
    uint32_t types;           /* bits 1 << type of all hunks, these of above too */
    uint32_t reworded, added; /* hunks */
    bool other_beginning;     /* the sentences begin with other words of content */
};

/*
 * Finds the conflicts of a pair, and notes `named` in its words. `presence` has presence_text and
 * presence_changed noted. False when memory runs out.
 */
bool conflicts_find(struct conflicts *conflicts, const struct allocator *allocator,
                    struct sentence_pair *pair, const uint16_t *presence);

void conflicts_free(struct conflicts *conflicts, const struct allocator *allocator);

#endif
