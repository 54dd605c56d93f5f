/*
 * bracket_pairs.h - which brackets and quotation marks belong together.
 *
 * Brackets say which end they are. Quotation marks are told by what stands beside them, since
 * languages disagree on their shape (a mark that opens in English closes in German) and
 * typewriters know one shape only; where that says nothing, by their usual direction, and last
 * by whether a quotation is open.
 */
#ifndef NEARDUP_BRACKET_PAIRS_H
#define NEARDUP_BRACKET_PAIRS_H

#include "punctuation.h"

/* Sets `role`, `partner` and `may_close` of each. O(number of marks). */
void pairs_find(struct marks *marks, const char *text, size_t length);

#endif
