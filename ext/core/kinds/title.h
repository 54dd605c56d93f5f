/*
 * title.h - titles of articles, and how two of them stand to each other.
 *
 * A title is taken apart as "Main, tail (paren)". What follows the comma is part of the main title
 * where it begins with a number: "July 4, 2010". Time is linear in the titles.
 */
#ifndef NEARDUP_TITLE_H
#define NEARDUP_TITLE_H

#include "sentence_words.h"

/* In code points of the title. */
struct title_part {
    uint32_t begin, end;
};

/* Begins as all zeroes, reused from title to title, released by title_free(). */
struct title {
    struct words words; /* without marks: those of the main title, then the others */
    size_t main_count;
    bool main_is_little;           /* the main title has no word but function words */
    struct title_part tail, paren; /* empty where there are none */
};

bool title_read(struct title *title, struct symbols *symbols, const struct allocator *allocator,
                const char *utf8, size_t length);

void title_free(struct title *title, const struct allocator *allocator);

/* Whether a word counts: function words do not, but where the main title has no others. */
static inline bool title_has_content(const struct title *title, size_t word) {
    return !(title->words.items[word].roles & vocabulary_function) ||
           (title->main_is_little && word < title->main_count);
}

/*
 * Where a word is found, by the symbol of its plain form: a bit for the first of the two sentences
 * or titles; one further left for the second.
 */
enum presence {
    presence_text = 1 << 0,     /* in the sentence */
    presence_changed = 1 << 2,  /* in what differs of it */
    presence_main = 1 << 4,     /* in the main title; in all of these but for little words */
    presence_more = 1 << 6,     /* in the rest of the title */
    presence_title = 1 << 8,    /* in the title */
    presence_initials = 1 << 10 /* in what differs, made of the initials of the title */
};

/*
 * Notes where the words of a title are found. `side` is 0 or 1; presence has room for all symbols.
 */
void title_note(const struct title *title, const struct symbols *symbols, uint16_t *presence,
                int side);

enum title_relation {
    title_related, /* about one thing: Hurricane Ike, Effects of Hurricane Ike in Texas */
    title_sibling, /* of one pattern: HIV/AIDS in Bolivia, HIV/AIDS in Nicaragua */
    title_other
};

/* How two titles that are not equal stand to each other, by what was noted of x as 0 and y as 1. */
enum title_relation title_relation(const struct title *x, const struct title *y,
                                   const struct symbols *symbols, const uint16_t *presence);

#endif
