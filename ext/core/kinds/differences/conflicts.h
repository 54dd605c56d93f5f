/*
 * conflicts.h - what two sentences say that cannot both be true of one thing.
 *
 * A conflict is one of these changes:
 *
 *   (1) of a value, unless both values mean the same or one is a more exact form of the other;
 *   (2) an ordinal that only one sentence puts before a superlative: "the [second] longest river";
 *   (3) of the number of negations, unless they belong to a clause that was added, or more than one
 *       word beside it is replaced; and of status "no longer", and "until" after a negation that
 *       both have;
 *   (4) from a word to one that excludes it: points of the compass, quantifiers (quantifier.h), and
 *       others of the vocabulary; a main verb between present and past, if nothing is retold; "he"
 *       and "she", once, if nothing else conflicts;
 *       antonyms (antonyms.h), unless a negation undoes them;
 *   (5) of the order: two words changed places (exchange_conflict_find());
 *   (6) from a name to another one, which is not a spelling, short form, acronym or alias of the
 *       first. Ranks are no names.
 *
 * Hunks without a conflict are counted: those that are worded differently and those that add
 * something. Time is linear in the sentences, since hunk_side.h bounds what is compared.
 */
#pragma once

#include "conflict.h"

/* Finds the conflicts of a pair and sets `in_name` of its words. False if memory runs out. */
bool conflicts_find(struct conflicts *conflicts, const struct allocator *allocator,
                    struct sentence_pair *pair, const struct presence *presence);

/*
 * Drops conflicts of a mirrored pair, in which each sentence names the other's title where the
 * other one names its own (title_mention_swapped()). They are those in which each side
 *
 *   (1) names the other's title, as two brothers do: "with his brother A", "with his brother B";
 *   (2) occurs in the other sentence, too: "his 664 against the 644 of B", "his 644 against ...";
 *   (3) stands beside such a name: "Switzerland's A", "France's B"; or
 *   (4) is a place, a person or an antonym: what lies east of A has A to the west, the sister of A
 *       has A as a brother, and whoever won against A is whom A lost to.
 *
 * The titles must be noted in `presence`.
 */
void conflicts_drop_mirrored(struct conflicts *conflicts, const struct sentence_pair *pair,
                             const struct presence *presence);

/*
 * Drops conflicts, but no negations, with a side that is just the subject: words that only its own
 * title has. A name after the first verb, or without a word of the main title, is no subject,
 * unless both sides are words of their titles.
 */
void conflicts_drop_subjects(struct conflicts *conflicts, const struct sentence_pair *pair,
                             const struct presence *presence);

void conflicts_free(struct conflicts *conflicts, const struct allocator *allocator);
