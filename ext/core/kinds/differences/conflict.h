/*
 * conflict.h - one conflict: what two sentences say that cannot both be true of one thing; and the
 * search for conflicts that is under way, for those who find some.
 *
 * `struct conflicts` holds all those of a pair. The fields of a conflict from `replaced` on are
 * evidence for how reliable it is. Time is linear in the hunk, except for the letters of names, of
 * which likeness.h bounds the number.
 */
#pragma once

#include "difference_type.h"
#include "hunk_side.h"

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
    double distance;            /* how far apart the sides are, 0 to 1: conflict_search_add() */
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
    bool same;                 /* words differ, but all hunks are mere notation: notation_same() */
    bool different_beginnings; /* the sentences begin with different words of content */
    bool subject_reworded;     /* words of content before the first verb are others */
    bool subject_dropped;      /* by conflicts_drop_subjects(); the first is `subject` */
    struct conflict subject;
};

/*
 * ---- The search: conflicts.c goes from hunk to hunk, and the functions below look at each. ----
 */

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

/*
 * Adds a conflict of this hunk, with its evidence; sets `failed` if memory runs out. The distance
 * of numbers is their difference as a share of the larger one, that of years is in centuries, that
 * of times in half days, each at most 1. That of names is 1 less likeness_of_names(), that of
 * quantifiers the share of their scale between them, any other is 1.
 */
void conflict_search_add(struct conflict_search *search, struct conflict conflict);

/*
 * Whether the two sides of a hunk say the same in another notation.
 *
 *   (1) Each value means one of the other side: 1,300 and 1300, 30 ft and 9 m, "five" and 5.
 *   (2) The other words pair up in their order, and each pair is one word: in two spellings that
 *       the vocabulary knows (colour, color), abbreviated (Dr., Doctor; J., John), or by another
 *       name (US, America). An acronym stands for its words: UK, United Kingdom; & for "and".
 *   (3) Marks say nothing, except the minus before a number.
 *
 * Time is linear in the hunk.
 */
bool notation_same(const struct hunk_side *a, const struct hunk_side *b);

/* ---- Words that exclude each other, in one hunk. Constant time, since hunk_side.h bounds its
 * lists ---- */

/*
 * Adds the conflicts of a hunk by the vocabulary: north and south, king and queen, "is" and "was";
 * and of a word that was deleted in the last hunk with one that is inserted in this one. Removes
 * the words in conflict from the content of both sides, and keeps what the next hunk needs.
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

/*
 * Adds a conflict of the first two words that changed places, if any did: "Ann taught Bo", "Bo
 * taught Ann".
 *
 * Each of them stands in one sentence where the other one stands in the other sentence, as far as
 * their neighbours tell: at least two more of their eight neighbours follow the place than follow
 * the word. They are words of content, both names or neither, and each occurs once in either
 * sentence. What stands between them must make a difference: in a list ("Ann, Bo and Cy") the order
 * says nothing.
 *
 * So are two neighbouring hunks with names if each side of one is the other side of the other:
 * "[Port Maurel|Tolva] lost to [Tolva|Port Maurel]".
 *
 * Time is linear in the sentences: a bounded number of words near the hunks is compared.
 */
void exchange_conflict_find(struct conflict_search *search);
