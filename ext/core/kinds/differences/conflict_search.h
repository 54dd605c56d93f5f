/*
 * conflict_search.h - the search for conflicts that is under way, for those who find some.
 *
 * conflicts.c goes from hunk to hunk; opposite_conflicts.h and others look at each of them.
 */
#pragma once

#include "conflict.h"
#include "hunk_side.h"

enum { conflict_search_near = 2 }; /* words at most, from a deletion to what replaces it */

/* A word that says how many of all. */
struct quantifier {
    struct word_range range;
    int level; /* quantifier.h */
};

struct conflict_search {
    struct conflicts *conflicts;
    const struct allocator *allocator;
    const struct sentence_pair *pair;
    const struct presence *presence;
    const struct hunk *hunk; /* that is compared now */
    uint32_t types;          /* of this hunk */
    bool retold;             /* a verb changed between past and present tense */
    bool moved;              /* a word of content is among the changes of both sentences */
    bool failed;             /* memory ran out */
    bool has_last;
    struct word_range last_ranges[2]; /* of the last hunk that had words */
    struct word_list last_opposites[2];
    struct quantifier last_quantifiers[2]; /* of the last hunk, if they had no counterpart */
};

/* Notes what this hunk is about: a type of difference_type.h or conflict.h. */
void conflict_search_note(struct conflict_search *search, unsigned type);

/* Adds a conflict of this hunk, with its evidence; sets `failed` if memory runs out. */
void conflict_search_add(struct conflict_search *search, struct conflict conflict);
