/*
 * punctuation.h - the places in a block that could matter to where its sentences end.
 *
 * A mark is a run of stops, a bracket, a quotation mark or a bullet. marks_find() collects
 * those of a block with one flat PCRE2 pattern, then finds out which brackets and quotation
 * marks belong together. An apostrophe inside a word and a period before a small letter or a
 * digit are no marks.
 *
 * The pattern works on bytes and names the characters beyond ASCII by their bytes. That is as
 * exact as PCRE2_UTF, since no character of valid UTF-8 starts inside another; invalid bytes
 * match nothing, or a harmless mark, without a validity check; and the search is faster.
 * It is tried only where the byte at hand and the next can begin a match: few places do, and a
 * table of such pairs finds them faster than PCRE2 would.
 * The pattern's parts are single characters and look at a character around them. Its only
 * repetition is bounded and possessive with nothing after it: no match is ever given back, and
 * a longer run of stops is simply several marks.
 *
 * Finding and pairing cost O(length of the block). A pair is not seen when it spans more than
 * `marks_longest_pair` bytes, or lies deeper than `marks_deepest` brackets: a lost closing
 * mark must not glue the rest of an article together.
 */
#ifndef NEARDUP_PUNCTUATION_H
#define NEARDUP_PUNCTUATION_H

#include "../base/failure.h"
#include "language.h"

#include <stdbool.h>
#include <stddef.h>

enum { marks_longest_pair = 600, marks_deepest = 16 };

enum mark_kind {
    mark_period,   /* one "." */
    mark_two_dots, /* ".." */
    mark_ellipsis, /* "...", or the one character */
    mark_exclaim,  /* "!", "?", and runs in which they occur */
    mark_wide,     /* a stop that needs no white space after it */
    mark_bracket_open,
    mark_bracket_close,
    mark_quote,
    mark_bullet
};

enum mark_family {
    family_none,
    family_round,
    family_square,
    family_curly,
    family_corner, /* the brackets of East Asia, each with its own mate */
    family_white_corner,
    family_double_angle,
    family_angle,
    family_lenticular,
    family_shell,
    family_double_quote,
    family_single_quote,
    family_guillemet,
    family_single_guillemet,
    family_count
};

enum mark_role { mark_alone, mark_opens, mark_closes };

struct mark {
    size_t offset, length; /* bytes */
    size_t partner;        /* index of the other mark of a pair; unused in one that is alone */
    unsigned char kind;    /* enum mark_kind */
    unsigned char family;  /* enum mark_family */
    unsigned char role;    /* enum mark_role: paired, and which end */
    bool may_close;        /* a lone quotation mark that looks like, or could be, a closing one */
};

struct marks {
    struct mark *marks;
    size_t count, capacity;
};

/* The compiled pattern of a language; NULL, with `failure` filled in, when that fails. */
struct mark_finder *mark_finder_open(const struct language *language, struct failure *failure);
void mark_finder_close(struct mark_finder *finder);

/* Fills `marks`, which is emptied first and whose memory is reused; the caller frees it. */
bool marks_find(struct mark_finder *finder, const char *text, size_t length, struct marks *marks,
                struct failure *failure);
void marks_free(struct marks *marks);

static inline bool mark_is_stop(const struct mark *mark) {
    return mark->kind <= mark_wide;
}

#endif
