/*
 * presence.h - in which sentences and titles of a pair each word occurs.
 *
 * Words are looked up by their plain form (characters.h), so that "café" is found in "Cafe". The
 * table holds 16 bits for each symbol: filling it is linear, a lookup is one load.
 */
#pragma once

#include "sentence_pair.h"

/* Two bits for each place: for the first sentence or title, and the next one for the second. */
enum {
    presence_text = 1 << 0,    /* in the sentence */
    presence_changed = 1 << 2, /* in a hunk of the sentence */
    presence_main = 1 << 4,    /* in the main title; see title.h for these three */
    presence_more = 1 << 6,    /* in the rest of the title */
    presence_title = 1 << 8,   /* in the title */
    presence_variant = 1 << 10 /* in a hunk, as an acronym or another spelling of the title */
};

/* Begins as all zeroes, reused from pair to pair, released by presence_free(). */
struct presence {
    uint16_t *bits; /* by symbol */
    size_t count, capacity;
};

/*
 * Empties the table, with room for all symbols of the pair's table, and notes where the words of
 * the two sentences occur. Returns false if memory runs out.
 */
bool presence_of_pair(struct presence *presence, const struct allocator *allocator,
                      const struct sentence_pair *pair);

void presence_free(struct presence *presence, const struct allocator *allocator);

/* All bits of a word. */
static inline uint16_t presence_at(const struct presence *presence, const struct words *words,
                                   size_t at) {
    uint32_t plain = words_plain(words, at);
    assert(plain < presence->count);
    return presence->bits[plain];
}

/* Whether the bits of a word have this place of the first or second sentence or title. */
static inline bool presence_in(uint16_t presence, int place, int side) {
    assert(side == 0 || side == 1);
    return presence & place << side;
}

static inline void presence_note(struct presence *presence, const struct words *words, size_t at,
                                 int places, int side) {
    assert(words_plain(words, at) < presence->count && places << side <= UINT16_MAX);
    uint16_t *noted = &presence->bits[words_plain(words, at)];
    *noted = (uint16_t)(*noted | places << side);
}

/* Whether a word occurs in a hunk of this sentence but in none of the other. */
static inline bool presence_changed_only(uint16_t presence, int side) {
    return presence_in(presence, presence_changed, side) &&
           !presence_in(presence, presence_changed, 1 - side);
}

/* Whether a word belongs to this title but not to the other; acronyms of a title do. */
static inline bool presence_title_only(uint16_t presence, int side) {
    return (presence_in(presence, presence_title, side) &&
            !presence_in(presence, presence_title, 1 - side)) ||
           presence_in(presence, presence_variant, side);
}

/* Whether a word names this title, not the other: only its main title has it, or only its rest. */
static inline bool presence_names(uint16_t presence, int side) {
    bool main = presence_in(presence, presence_main, side) &&
                !presence_in(presence, presence_main, 1 - side);
    return main || presence_title_only(presence, side);
}
