/*
 * canonical_form.h - the order of combining marks, and canonical composition, as in Unicode
 * Standard Annex 15.
 *
 * Text whose characters have been replaced by their canonical mappings becomes normalization form
 * D by canonical_order() and then form C by canonical_compose(). Syllables of Hangul may be whole.
 * Both take linear time on any text; characters are those of characters.h.
 */
#pragma once

#include "code_points.h"
#include "characters.h"

/*
 * Puts marks that follow each other into the order of their combining classes. `scratch` is reused
 * memory, which long runs of marks need. Returns false if there is none to be had.
 */
bool canonical_order(struct code_points *text, struct code_points *scratch,
                     const struct allocator *allocator);

/* Composes characters in place. The text must be in canonical order. */
void canonical_compose(struct code_points *text);
