/*
 * title.h - titles of articles, and how two of them are related.
 *
 * A title is read as "Main, tail (paren)". What follows a comma belongs to the main title if it is
 * a year or nothing but digits: "July 4, 2010". Time is linear in the titles.
 */
#pragma once

#include "differences/presence.h"

/* Begins as all zeroes, reused from title to title, released by title_free(). */
struct title {
    struct words words;            /* without marks; those of the main title come first */
    size_t main_count;             /* how many of them are of the main title */
    bool main_is_little;           /* the main title consists of function words */
    struct word_range tail, paren; /* in code points; empty if there is none */
};

/* Returns false under the same conditions as words_split(). */
bool title_read(struct title *title, struct symbol_table *table, const struct allocator *allocator,
                const char *utf8, size_t length);

void title_free(struct title *title, const struct allocator *allocator);

/* Whether a word counts: function words do so only if the main title has no others. */
static inline bool title_has_content(const struct title *title, size_t word) {
    return !(title->words.items[word].roles & vocabulary_function) ||
           (title->main_is_little && word < title->main_count);
}

/* Notes the words of the first (0) or second (1) title that count. */
void title_note(const struct title *title, struct presence *presence, int side);

enum title_relation {
    title_related, /* about one thing: Hurricane Ike, Effects of Hurricane Ike in Texas */
    title_sibling, /* of one pattern: HIV/AIDS in Bolivia, HIV/AIDS in Nicaragua */
    title_unrelated
};

/* How two different titles are related; x is noted as title 0, y as title 1. */
enum title_relation title_relation(const struct title *x, const struct title *y,
                                   const struct presence *presence);

/* ---- Which of the two titles each sentence mentions, in linear time within these bounds ---- */

enum {
    title_mention_spelt_max = 256,  /* words that are compared letter by letter */
    title_mention_initials_max = 64 /* among which acronyms are looked for */
};

/* Two sentences with their titles, which are noted in `presence`. */
struct titled_pair {
    const struct sentence_pair *pair;
    const struct title *titles; /* two */
    struct presence *presence;
};

/*
 * Whether each sentence mentions its own title in what differs: a word that only its title has, in
 * any spelling, or its acronym. Acronyms of both titles are noted as presence_variant.
 */
bool title_mention_own(const struct titled_pair *pair);

/*
 * Whether each sentence mentions the other's title in what differs: a word that names the other
 * rather than its own, in any spelling, which is noted as presence_variant; or both mention both,
 * in another order.
 */
bool title_mention_swapped(const struct titled_pair *pair);

/* Whether the other sentence has half or more of the words that only this main title has. */
bool title_mention_by_other(const struct titled_pair *pair, int side);
