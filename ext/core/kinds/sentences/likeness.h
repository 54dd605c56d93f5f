/*
 * likeness.h - whether two words are the same word, spelt differently or abbreviated.
 *
 * Both words are given by their plain letters (characters.h), without case and diacritics. Time is
 * bounded: words of more than likeness_letters_max letters are alike only if they are equal.
 */
#pragma once

#include "sentence_words.h"

enum { likeness_letters_max = 40 };

/*
 * Whether they are two spellings of one word, or of one run of words. They may differ by one edit
 * if the longer has four letters, two if it has seven, three if it has ten; or in vowels only; or
 * by digits at the end of one, which a lost footnote mark leaves behind, or in the order of two
 * neighbours if they have four letters. Names must begin with the same sound, unless one is the
 * other without a prefix of two or three letters, or they have the same four consonants or more, as
 * transliterations do: c, k and q count as one consonant, and so do s and z, v, w and f, "ph" and
 * "f", "ch" and "tch", and a consonant with an h and without one.
 */
bool likeness_spelling(struct letter_slice a, struct letter_slice b, bool names);

/* Whether one abbreviates the other: Gen. General, St Saint, J. John, Dalmatia Dalmatian. */
bool likeness_short_form(struct letter_slice a, struct letter_slice b);

/* 1 less the share of letters of the longer one that must change; up to likeness_letters_max. */
double likeness_ratio(struct letter_slice a, struct letter_slice b);

/* The mean of the ratios of their letters and of the consonants that are heard: Creole, Kriol. */
double likeness_of_names(struct letter_slice a, struct letter_slice b);

/*
 * Whether they are one word as two standards spell it: colour and color. They differ only where the
 * vocabulary lists what one standard writes for the other. Linear, times the length of the list.
 */
bool spelling_variants(const struct vocabulary *vocabulary, struct letter_slice a,
                       struct letter_slice b);

/* ---- Words of two sentences ---- */

/* Whether two words with capitals are names of one thing: America, US. */
bool words_are_aliases(const struct words *a, size_t a_at, const struct words *b, size_t b_at);

/*
 * Whether they are the same word or name in two forms: by the functions above, or as aliases
 * (France, French). Two acronyms, such as ABC and ABD, are alike only if they are equal.
 */
bool words_alike(const struct words *a, size_t a_at, const struct words *b, size_t b_at);

/* Whether a rank is here: before a name or "of", or after "the" or a rank; not "Stephen King". */
bool word_is_rank(const struct words *words, size_t at);
