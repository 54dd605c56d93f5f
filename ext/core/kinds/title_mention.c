/* title_mention.c - see title.h. */
#include "title.h"

#include "sentences/likeness.h"

#include <string.h> /* memcmp */

enum { spelt_letters_least = 5 }; /* shorter words are not compared letter by letter */

static const struct words *words_of(const struct titled_pair *pair, int side) {
    assert(side == 0 || side == 1);
    return &pair->pair->sentences[side].words;
}

/* A word that differs on this side and is another spelling of `word`; SIZE_MAX if there is none. */
static size_t find_spelt(const struct titled_pair *pair, int side, struct letter_slice word) {
    const struct alignment *alignment = &pair->pair->alignment;
    const struct words *words = words_of(pair, side);
    size_t compared = 0;
    for (size_t i = 0; i < alignment->count; i++) {
        struct word_range range = hunk_range(&alignment->hunks[i], side);
        for (uint32_t at = range.begin; at < range.end; at++) {
            if (compared++ == title_mention_spelt_max)
                return SIZE_MAX;
            struct letter_slice other = words_plain_letters(words, at);
            if (other.count >= spelt_letters_least &&
                presence_changed_only(presence_at(pair->presence, words, at), side) &&
                likeness_spelling(word, other, false))
                return at;
        }
    }
    return SIZE_MAX;
}

/* Whether a word that only its own title has is among what differs on this side. */
static bool mentions_own(const struct titled_pair *pair, int side) {
    const struct words *title = &pair->titles[side].words;
    for (size_t i = 0; i < title->count; i++) {
        uint16_t places = presence_at(pair->presence, title, i);
        if (presence_title_only(places, side) && presence_changed_only(places, side))
            return true;
    }
    for (size_t i = 0; i < title->count && i < title_mention_spelt_max; i++) {
        struct letter_slice word = words_plain_letters(title, i);
        if (presence_title_only(presence_at(pair->presence, title, i), side) &&
            word.count >= spelt_letters_least && find_spelt(pair, side, word) < SIZE_MAX)
            return true;
    }
    return false;
}

/* Whether differing acronyms are initials of their sentence's main title; notes them if `note`. */
static bool has_acronyms(const struct titled_pair *pair, int side, bool note) {
    const struct title *title = &pair->titles[side];
    const struct words *words = words_of(pair, side);
    uint32_t initials[title_mention_initials_max];
    size_t count = 0;
    bool found = false;
    for (size_t i = 0; i < title->main_count && count < title_mention_initials_max; i++)
        if (title_has_content(title, i))
            initials[count++] = *words_plain_letters(&title->words, i).values;
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        if (word->kind != word_letters || !word->all_capitals || word->length < 2 ||
            !presence_changed_only(presence_at(pair->presence, words, at), side))
            continue;
        struct letter_slice letters = words_letters(words, at);
        for (size_t i = 0; i + letters.count <= count; i++)
            if (memcmp(letters.values, initials + i, letters.count * sizeof *initials) == 0) {
                if (note)
                    presence_note(pair->presence, words, at, presence_variant, side);
                found = true;
                break;
            }
    }
    return found;
}

bool title_mention_own(const struct titled_pair *pair) {
    if (has_acronyms(pair, 0, false) &&
        has_acronyms(pair, 1, true)) /* one by itself says nothing */
        return has_acronyms(pair, 0, true);
    return mentions_own(pair, 0) && mentions_own(pair, 1);
}

/* Whether a word is in this main title, and not in the other title. */
static bool is_main_only(uint16_t places, int side) {
    return presence_in(places, presence_main, side) &&
           !presence_in(places, presence_title, 1 - side);
}

/* Whether a word that names this title is noted for `side` at `place`: see presence.h. */
static bool is_named(const struct titled_pair *pair, int title_side, int place, int side) {
    const struct words *title = &pair->titles[title_side].words;
    for (size_t i = 0; i < title->count; i++) {
        uint16_t places = presence_at(pair->presence, title, i);
        if (presence_names(places, title_side) && presence_in(places, place, side))
            return true;
    }
    return false;
}

/* The same among what differs, in another spelling; that one is noted as presence_variant. */
static bool is_named_otherwise(const struct titled_pair *pair, int title_side, int side) {
    const struct title *title = &pair->titles[title_side];
    for (size_t i = 0; i < title->main_count && i < title_mention_spelt_max; i++) {
        struct letter_slice word = words_plain_letters(&title->words, i);
        if (word.count < spelt_letters_least ||
            !presence_names(presence_at(pair->presence, &title->words, i), title_side))
            continue;
        size_t at = find_spelt(pair, side, word);
        if (at == SIZE_MAX)
            continue;
        presence_note(pair->presence, words_of(pair, side), at, presence_variant, title_side);
        return true;
    }
    return false;
}

static bool names_in_changes(const struct titled_pair *pair, int title_side, int side) {
    return is_named(pair, title_side, presence_changed, side) ||
           is_named_otherwise(pair, title_side, side);
}

static bool is_named_in_both(const struct titled_pair *pair, int title_side, int place) {
    return is_named(pair, title_side, place, 0) && is_named(pair, title_side, place, 1);
}

bool title_mention_swapped(const struct titled_pair *pair) {
    bool swapped = names_in_changes(pair, 1, 0) && names_in_changes(pair, 0, 1);
    /* A word that names one title stands elsewhere in the other sentence, and both name both. */
    for (int side = 0; side < 2 && !swapped; side++)
        swapped = is_named_in_both(pair, side, presence_changed) &&
                  is_named_in_both(pair, 1 - side, presence_text);
    return swapped;
}

bool title_mention_by_other(const struct titled_pair *pair, int side) {
    assert(side == 0 || side == 1);
    const struct title *title = &pair->titles[side];
    size_t own = 0, mentioned = 0;
    for (size_t i = 0; i < title->main_count; i++) {
        uint16_t places = presence_at(pair->presence, &title->words, i);
        own += is_main_only(places, side);
        mentioned += is_main_only(places, side) && presence_in(places, presence_text, 1 - side);
    }
    return own > 0 && 2 * mentioned >= own;
}
