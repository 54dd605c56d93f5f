/*
 * boundary.h - does a sentence end here?
 *
 * A boundary is a stop with the further stops, closing marks and citations that belong to it. The
 * first rule of boundary_splits() that applies decides. In doubt, a sentence continues after an
 * abbreviation and ends after a common word. Constant time: it looks at a bounded stretch of text
 * on either side, and at the white space.
 */
#pragma once

#include "language.h"
#include "punctuation.h"

struct boundary {
    const char *text;
    size_t length;              /* of the text */
    size_t sentence_start;      /* first character of the sentence that may end here */
    size_t stop;                /* the last run of stops */
    size_t end;                 /* after everything that belongs to the stop */
    size_t opener;              /* where the pair that closes last opens, if there is one */
    enum punctuation_kind kind; /* of the stop */
    bool cited;                 /* a citation follows the stop */
    bool quoted;                /* a quotation closes after the stop */
    bool bracketed;             /* a bracket closes after the stop */
};

bool boundary_splits(const struct language *language, const struct boundary *boundary);
