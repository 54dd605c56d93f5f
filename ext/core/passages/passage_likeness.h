/*
 * passage_likeness.h - what two aligned passages have in common, and what they exchange.
 *
 * Two passages can follow one text structure and state other facts, or one can be a copy of the
 * other. These features tell the two apart; reuse_judge.sql decides by them.
 *
 *   (1) Words are those of kinds/sentences/sentence_words.h without the marks. Two are equal if
 *       their folded forms are. They are aligned by the shortest edit script (alignment.h).
 *   (2) A change is a run in which the two differ. If both sides have words, it exchanges them.
 *   (3) A name is a word with a capital letter that does not begin a sentence, in either passage.
 *       It is in a passage that has it with a capital letter anywhere. Function words, months and
 *       numbers are no names. (Where all nouns have capitals, see words_unmark_nouns().)
 *   (4) A value is a number, a date or a time (kinds/values/values.h). Values of one change differ
 *       if they are of one sort and cannot both be true, and agree if they mean the same.
 *   (5) Exchanging the passages exchanges what belongs to each. What belongs to both stays, except
 *       where several shortest edit scripts exist.
 *
 * Time is linear in the passages, except as alignment.h says; memory is linear.
 */
#pragma once

#include "../kinds/differences/sentence_pair.h"
#include "../kinds/title.h"

enum {
    passage_gram_words = 10,    /* of a word n-gram */
    passage_change_values = 16, /* of each side of a change are compared with the other side */
};

/* UTF-8. */
struct passage_text {
    const char *bytes;
    size_t length;
};

struct passage_likeness {
    size_t words[2];         /* of each passage */
    size_t equal_words;      /* in order, on each side */
    size_t longest_run;      /* of equal words */
    size_t changes;          /* in which words differ */
    size_t exchanges;        /* those with words on both sides */
    size_t grams[2];         /* distinct word 10-grams of each passage, */
    size_t grams_both;       /* and of both */
    size_t names[2];         /* distinct names of each passage, */
    size_t names_both;       /* and of both */
    size_t names_exchanged;  /* exchanges with a name on each side that the other passage lacks */
    size_t numbers[2];       /* distinct numbers in digits of each passage, */
    size_t numbers_both;     /* and of both */
    size_t values_agree;     /* values that both state, in one place */
    size_t values_differ;    /* pairs of values in one place that contradict each other */
    size_t titles_exchanged; /* exchanges with a word of the own title only, on each side */
    enum title_relation relation; /* of the titles; title_unrelated if one is empty */
};

/* Begins as all zeroes, reused from pair to pair, released by passage_likeness_free(). */
struct passage_likeness_work {
    struct sentence_pair pair;
    struct title titles[2];
    struct presence presence; /* of the titles */
    uint8_t *marks;           /* by symbol: the marks of a word */
    uint64_t *grams;          /* a hash table of the word 10-grams of both passages */
    size_t mark_capacity, gram_slots, gram_capacity;
};

/*
 * Compares two passages with the vocabulary of their language; NULL: it is not named. `titles` are
 * two, of their articles; empty ones are not known. Returns false if memory runs out or the
 * alignment of `work->pair` is interrupted.
 */
bool passage_likeness_find(struct passage_likeness *likeness, struct passage_likeness_work *work,
                           const struct allocator *allocator, const struct vocabulary *vocabulary,
                           const struct passage_text *passages, const struct passage_text *titles);

void passage_likeness_free(struct passage_likeness_work *work, const struct allocator *allocator);
