/* word_likeness.c - of words of sentences, see likeness.h. */
#include "likeness.h"

#include "../../text/characters.h"

enum { acronym_letters_max = 5 };

static bool is_acronym(const struct words *words, size_t at) {
    const struct word *word = &words->items[at];
    return word->all_capitals && word->length >= 2 && word->length <= acronym_letters_max;
}

bool words_are_aliases(const struct words *a, size_t a_at, const struct words *b, size_t b_at) {
    return a->items[a_at].capital && b->items[b_at].capital &&
           words_has_role(a, a_at, vocabulary_alias) && words_has_role(b, b_at, vocabulary_alias) &&
           words_meaning(a, a_at)->value == words_meaning(b, b_at)->value;
}

/* Whether they are equal but for the script of their digits: PM10 in full width. */
static bool are_equal(struct letter_slice x, struct letter_slice y) {
    for (size_t i = 0; i < x.count && x.count == y.count; i++) {
        uint32_t a = x.values[i], b = y.values[i];
        if (a != b &&
            (character_of(a).class != character_digit || character_of(b).class != character_digit ||
             character_digit_value(a) != character_digit_value(b)))
            return false;
    }
    return x.count == y.count;
}

bool words_alike(const struct words *a, size_t a_at, const struct words *b, size_t b_at) {
    struct letter_slice x = words_plain_letters(a, a_at), y = words_plain_letters(b, b_at);
    bool names = a->items[a_at].capital && b->items[b_at].capital;
    if (x.count == 0 || y.count == 0)
        return false;
    if (are_equal(x, y) || words_are_aliases(a, a_at, b, b_at))
        return true;
    if (is_acronym(a, a_at) && is_acronym(b, b_at))
        return words_plain(a, a_at) == words_plain(b, b_at);
    return likeness_spelling(x, y, names) || likeness_short_form(x, y) ||
           spelling_variants(a->table->vocabulary, x, y);
}

bool word_is_rank(const struct words *words, size_t at) {
    if (!words_has_role(words, at, vocabulary_rank))
        return false;
    size_t next = words_is_letter(words, at + 1, '.') ? at + 2 : at + 1;
    bool office = at > 0 && words_has_role(words, at - 1, vocabulary_rank | vocabulary_determiner);
    return office || words_has_role(words, next, vocabulary_of) ||
           (words_is_kind(words, next, word_letters) && words->items[next].capital);
}
