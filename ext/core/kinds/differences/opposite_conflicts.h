/*
 * opposite_conflicts.h - conflicts between words that exclude each other, in one hunk: north and
 * south, king and queen, "is" and "was" by the vocabulary, others by antonyms.h.
 *
 * Time is constant for each hunk, since hunk_side.h bounds its lists.
 */
#pragma once

#include "conflict.h"
/*
 * Adds the conflicts of a hunk, and of a word that was deleted in the last hunk with one that is
 * inserted in this one. Removes the words in conflict from the content of both sides, and keeps
 * what the next hunk needs.
 */
void opposite_conflicts_find(struct conflict_search *search, struct hunk_side *a,
                             struct hunk_side *b);

/*
 * Adds a conflict between antonyms that stand in one hunk, neither of them in a name, and removes
 * both from the content; further ones of a hunk are consequences of the first. Returns whether a
 * negation undoes the antonym: "not sufficient" means "insufficient".
 */
bool opposite_conflicts_find_antonyms(struct conflict_search *search, struct hunk_side *a,
                                      struct hunk_side *b);
