/*
 * boundary.h - does a sentence end here?
 *
 * A boundary is a stop with what belongs to it: more stops, closing quotation marks and
 * brackets, citations. boundary_splits() decides by a table of rules, asked in order; the first
 * that has an opinion is followed. When in doubt it joins after an abbreviation and splits after
 * a common word. O(1): it looks at a bounded stretch on either side, and at the white space.
 */
#ifndef NEARDUP_BOUNDARY_H
#define NEARDUP_BOUNDARY_H

#include "language.h"
#include "punctuation.h"

#include <stdbool.h>
#include <stddef.h>

struct boundary {
    const char *text;
    size_t length;         /* of the text */
    size_t sentence_start; /* first character of the sentence that may end here */
    size_t stop;           /* the stop, or the last run of them */
    size_t end;            /* behind all that belongs to the stop */
    size_t opener;         /* where the last pair closed behind the stop opens; if any */
    enum mark_kind kind;   /* of the stop */
    bool cited;            /* a citation follows the stop */
    bool quoted;           /* a quotation closes behind the stop */
    bool bracketed;        /* a bracket does */
};

bool boundary_splits(const struct language *language, const struct boundary *boundary);

#endif
