/*
 * enumeration.h - "1) one 2) two 3) three" within a block.
 *
 * A block that starts with a bullet or with a number, a small letter or a small Roman numeral
 * and ")", ".)" or "." is an enumeration. Its next item starts where the same bullet, or the
 * next number in the same style, stands behind white space. Anything else that looks like an
 * item is prose.
 */
#ifndef NEARDUP_ENUMERATION_H
#define NEARDUP_ENUMERATION_H

#include "language.h"
#include "punctuation.h"

#include <stdbool.h>
#include <stddef.h>

enum numbering { numbering_none, numbering_decimal, numbering_letters, numbering_roman };

struct enumeration {
    enum numbering numbering;
    unsigned value; /* of the last item seen */
    char style[3];  /* what stands behind the number */
    char bullet[4]; /* the bullet, if there is one: then numbers do not matter */
};

struct enumeration enumeration_start(const struct language *language, const char *text,
                                     size_t length);

/*
 * Whether `mark`, a bullet, or the first character behind a number, belongs to the next item.
 * If so the item starts at `*item`, and the enumeration moves on. O(1).
 */
bool enumeration_next(struct enumeration *enumeration, const char *text, size_t length,
                      const struct mark *mark, size_t *item);

#endif
