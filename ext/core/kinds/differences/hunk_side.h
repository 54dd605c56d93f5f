/*
 * hunk_side.h - what one of two sentences says in a hunk: its words sorted by what they contribute.
 */
#pragma once

#include "presence.h"

/* Per sentence; further values count as wording. This bounds the time for comparing all pairs. */
enum { changed_values_max = 64 };

struct changed_value {
    const struct value *value;
    size_t hunk;  /* the first hunk that it touches */
    bool settled; /* the other sentence states it too */
};

/*
 * The values of a sentence, or their bounds, that a change touches, or that have become others by
 * words beside them: "5", "5 [million]".
 *
 * A value that both sentences state, in one place or moved, has not changed. It is settled before
 * the rest are compared, except where one value was exchanged for another: "5 of 7" and "7 of 5"
 * state the same numbers and contradict each other. A conversion is settled by the value that it
 * converts, if that has changed: "30 ft" contradicts "28 ft (9 m)", and does so once.
 */
struct changed_values {
    struct changed_value items[changed_values_max]; /* in order */
    size_t count;
};

/* A hunk with more words of content counts as reworded; further opposites are ignored. */
enum { hunk_side_content_max = 64, hunk_side_opposites_max = 16 };

/* Words, by their places in the sentence. */
struct word_list {
    uint32_t at[hunk_side_content_max];
    size_t count;
    bool full; /* there were more */
};

struct hunk_side {
    int side;                                /* 0 or 1 */
    struct words *words;                     /* of the whole sentence */
    uint32_t first_word;                     /* of the sentence: the first that is not a mark */
    struct word_range range;                 /* of the hunk */
    bool at_start;                           /* the hunk begins with the first word */
    const struct changed_value *first_value; /* of the sentence */
    struct changed_value *values;            /* that touch this hunk and none before */
    size_t value_count, values_left;
    uint32_t word_count;        /* words other than marks and values that are not settled */
    bool moved;                 /* a word of content is among the other's changes */
    struct word_list content;   /* words that say something and are not among the other's changes */
    struct word_list opposites; /* words that exclude others, not among the other's changes */
};

/* Begins both sentences of a pair, and finds their changed values. */
void hunk_sides_begin(struct hunk_side sides[2], struct changed_values values[2],
                      struct sentence_pair *pair);

/* Reads the next hunk of the sentence, which is number `number` of the alignment. */
void hunk_side_read(struct hunk_side *found, const struct hunk *hunk, size_t number,
                    const struct presence *presence);

/* Whether this side of the hunk has words, not only marks; or marks that make another value. */
bool hunk_side_has_words(const struct hunk_side *found);

/* The negations of this side, but for clauses that only it begins: these are additions. */
uint32_t hunk_side_negations(const struct hunk_side *side, const struct hunk_side *other);

/* Removes a word from a list. */
void word_list_remove(struct word_list *list, size_t i);
