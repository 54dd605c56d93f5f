/*
 * likeness.h - whether two words are one: in another spelling, or cut short.
 *
 * Words are given as plain letters (characters.h), without case and diacritics. Bounded time: words
 * of more than likeness_letters_max letters are alike where they are equal.
 */
#ifndef NEARDUP_LIKENESS_H
#define NEARDUP_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { likeness_letters_max = 40 };

struct letters {
    const uint32_t *values;
    size_t count;
};

/*
 * One word, or run of words, in two spellings: at most 1 edit for 4 letters, 2 for 7, 3 for 10; or
 * the same but for vowels; or with digits at one end, as a lost footnote mark leaves. Names must
 * have their first letter in common.
 */
bool likeness_spelling(struct letters a, struct letters b, bool names);

/* One cut short: Gen. and General, St and Saint, J. and John, Dalmatia and Dalmatian. */
bool likeness_short_form(struct letters a, struct letters b);

#endif
