/*
 * bracket_pairs.h - which brackets and quotation marks belong together.
 *
 * A bracket says by its shape whether it opens or closes. A quotation mark does not: a mark that
 * opens in English closes in German, and typewriters have a single shape. Its neighbours decide; if
 * they do not, its usual direction does, and finally whether a quotation is open.
 */
#pragma once

#include "punctuation.h"

/* Sets `role`, `partner` and `may_close` of each mark. Linear in the number of marks. */
void bracket_pairs_find(struct punctuation_list *list, const char *text, size_t length);
