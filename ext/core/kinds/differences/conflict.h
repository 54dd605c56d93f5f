/*
 * conflict.h - one conflict: what two sentences say that cannot both be true of one thing.
 *
 * `struct conflicts` holds all those of a pair. The fields of a conflict from `replaced` on are
 * evidence for how reliable it is. Time is linear in the hunk, except for the letters of names, of
 * which likeness.h bounds the number.
 */
#pragma once

#include "difference_type.h"
#include "presence.h"

struct conflict {
    enum difference_type type;
    bool tense;                 /* between verbs, by their tense: is, was; the type is status */
    bool gender;                /* between "he" and "she" and the like; the type is person */
    bool names;                 /* concerns only those words of the ranges that are `in_name` */
    bool replaced;              /* one for one: nothing else differs in this place */
    bool slip;                  /* of digits: one differs, or two neighbours are exchanged */
    bool shares_word;           /* names with an equal word beside them: Gulf Hills, Gulf Shores */
    bool elsewhere;             /* what one side says occurs in the other sentence, too */
    bool in_title;              /* a word of it occurs in one of the titles */
    uint32_t names_least;       /* names of the side that has fewer of them, up to 3 */
    double distance;            /* how far apart the sides are, from 0 to 1: see below */
    struct word_range sides[2]; /* in each sentence; empty if it says nothing there */
};

/* What a hunk without a conflict is about, besides the types of difference_type.h. */
enum {
    conflicts_compatible_value = difference_other + 1, /* the same, compatible, or added */
    conflicts_short_form,
    conflicts_name_added,
    conflicts_wording,
    conflicts_added,
    conflicts_moved /* the same words elsewhere */
};

/* Begins as all zeroes, reused from pair to pair, released by conflicts_free(). */
struct conflicts {
    struct conflict *items;
    size_t count, capacity;
    uint32_t types;            /* a bit 1 << type for each type of a hunk, those above included */
    uint32_t reworded, added;  /* hunks */
    bool same;                 /* words differ, but all hunks are mere notation (notation.h) */
    bool different_beginnings; /* the sentences begin with different words of content */
    bool subject_dropped;      /* by conflicts_drop_subjects(); the first is `subject` */
    struct conflict subject;
};

/*
 * Fills in the evidence of a conflict that was found in this hunk.
 *
 * The distance of numbers is their difference as a share of the larger one, that of years is in
 * centuries, that of times in half days, each at most 1. That of names is 1 less
 * likeness_of_names(), that of quantifiers the share of their scale between them. It is 1 for
 * everything else.
 */
void conflict_weigh(struct conflict *conflict, const struct sentence_pair *pair,
                    const struct hunk *hunk, const struct presence *presence);
