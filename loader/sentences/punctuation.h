/*
 * punctuation.h - the places in a block that matter to where its sentences end.
 *
 * A mark is a run of stops, a bracket, a quotation mark or a bullet. An apostrophe inside a word is
 * no mark, nor is a period before a small letter or a digit. One flat PCRE2 pattern finds them. It
 * works on bytes: as exact as PCRE2_UTF, because no character of valid UTF-8 begins inside another,
 * and faster. Each part is a single character that looks at its neighbours. The only repetition is
 * bounded, possessive and last, so no match is ever given back, and time is linear; a longer run of
 * stops makes several marks.
 */
#pragma once

#include "../base/failure.h"
#include "language.h"

/*
 * A pair that spans more bytes, or lies inside more brackets, is not recognised: a missing closing
 * mark must not glue the rest of an article together.
 */
enum { punctuation_longest_pair = 600, punctuation_deepest_pair = 16 };

enum punctuation_kind {
    punctuation_period,   /* one "." */
    punctuation_two_dots, /* ".." */
    punctuation_ellipsis, /* three dots or more, or the character "…" */
    punctuation_exclaim,  /* "!", "?", and runs that contain them */
    punctuation_wide,     /* a stop that needs no white space after it */
    punctuation_bracket_open,
    punctuation_bracket_close,
    punctuation_quote,
    punctuation_bullet
};

enum punctuation_family {
    punctuation_no_family,
    punctuation_round,
    punctuation_square,
    punctuation_curly,
    punctuation_corner, /* from here on, the brackets of East Asia */
    punctuation_white_corner,
    punctuation_double_angle,
    punctuation_angle,
    punctuation_lenticular,
    punctuation_shell,
    punctuation_double_quote,
    punctuation_single_quote,
    punctuation_guillemet,
    punctuation_single_guillemet,
    punctuation_families
};

enum punctuation_role { punctuation_unpaired, punctuation_opens, punctuation_closes };

struct punctuation_mark {
    size_t offset, length; /* bytes */
    size_t partner;        /* index of the other mark of the pair; unset if unpaired */
    unsigned char kind;    /* enum punctuation_kind */
    unsigned char family;  /* enum punctuation_family */
    unsigned char role;    /* enum punctuation_role */
    bool may_close;        /* an unpaired quotation mark that may close a quotation */
};

struct punctuation_list {
    struct punctuation_mark *marks;
    size_t count, capacity;
};

/* For one thread at a time. NULL with `failure` filled in: no memory, or PCRE2 refuses. */
struct punctuation_finder *punctuation_finder_open(const struct language *language,
                                                   struct failure *failure);
void punctuation_finder_close(struct punctuation_finder *finder);

/* Fills the list anew. False with `failure` filled in: no memory, or a limit of PCRE2. */
bool punctuation_find(struct punctuation_finder *finder, const char *text, size_t length,
                      struct punctuation_list *list, struct failure *failure);
void punctuation_list_free(struct punctuation_list *list);

static inline bool punctuation_is_stop(const struct punctuation_mark *mark) {
    return mark->kind <= punctuation_wide;
}
