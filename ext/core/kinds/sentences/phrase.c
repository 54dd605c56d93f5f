/* phrase.c - see phrase.h. */
#include "phrase.h"

#include "../../text/characters.h"

static bool is_letter(enum character_class class) {
    return class == character_upper || class == character_lower || class == character_letter;
}

/* Whether a word can end between these two characters. */
static bool is_boundary(uint32_t left, uint32_t right) {
    enum character_class next = character_of(right).class;
    if (!is_letter(character_of(left).class))
        return next != character_mark;
    return !is_letter(next) && next != character_mark && next != character_digit;
}

size_t phrase_length(const struct vocabulary *vocabulary, const uint32_t *points, size_t count,
                     size_t length) {
    uint32_t letters[vocabulary_letters_max];
    size_t longest = length;
    for (size_t at = 0; at < count && at < vocabulary_letters_max; at++) {
        struct character character = character_of(points[at]);
        if (character.class == character_space)
            break;
        letters[at] = character.folded;
        if (at + 1 < length)
            continue;
        uint64_t roles = vocabulary_lookup(vocabulary, letters, at + 1)->roles;
        if (at + 1 == length && !(roles & vocabulary_begins))
            break;
        if (roles & ~vocabulary_begins &&
            (at + 1 == count || is_boundary(points[at], points[at + 1])))
            longest = at + 1;
    }
    return longest;
}
