/*
 * title_mention.h - which of the two titles each sentence mentions.
 *
 * Bounds: title_mention_spelt_max words are compared letter by letter, and acronyms are looked for
 * among title_mention_initials_max initials. Within them, time is linear in sentences and titles.
 */
#pragma once

#include "title.h"

enum { title_mention_spelt_max = 256, title_mention_initials_max = 64 };

/* Two sentences with their titles, which are noted in `presence`. */
struct titled_pair {
    const struct sentence_pair *pair;
    const struct title *titles; /* two */
    struct presence *presence;
};

/*
 * Whether each sentence mentions its own title in what differs: a word that only its title has, in
 * the same or another spelling, or the title's acronym. Acronyms of both titles are noted in
 * `presence` as presence_variant.
 */
bool title_mention_own(const struct titled_pair *pair);

/*
 * Whether each sentence mentions the other's title in what differs: a word that names the other
 * rather than its own, in the same or another spelling; or both mention both, in another order.
 * Other spellings are noted in `presence` as presence_variant.
 */
bool title_mention_swapped(const struct titled_pair *pair);

/*
 * Whether the other sentence mentions the main title of this one: at least half of the words that
 * only this main title has.
 */
bool title_mention_by_other(const struct titled_pair *pair, int side);
