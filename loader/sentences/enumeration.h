/*
 * enumeration.h - "1) one 2) two 3) three" within a block.
 *
 * A block is an enumeration if it starts with a bullet, or with a number, a small letter or a small
 * Roman numeral followed by ")", ".)" or ".". The next item begins at the same bullet, or at the
 * next number in the same style, after white space. Anything else is prose, even if it looks like
 * an item.
 */
#pragma once

#include "language.h"
#include "punctuation.h"

enum numbering { numbering_none, numbering_decimal, numbering_letters, numbering_roman };

struct enumeration {
    enum numbering numbering;
    unsigned value; /* of the last item */
    char style[3];  /* what follows the number: ")", ".)" or "." */
    char bullet[4]; /* the bullet of an enumeration without numbers; else empty */
};

/* Reads the start of a block; `numbering` and `bullet` are empty if it is no enumeration. */
struct enumeration enumeration_start(const struct language *language, const char *text,
                                     size_t length);

/*
 * Whether `mark` is a bullet, or the first character after a number, that begins the next item. If
 * so, stores where the item begins in `*item` and advances to it. Takes constant time.
 */
bool enumeration_next(struct enumeration *enumeration, const char *text, size_t length,
                      const struct punctuation_mark *mark, size_t *item);
