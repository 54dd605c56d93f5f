/* notation.c - see conflict.h. */
#include "conflict.h"

#include "../sentences/likeness.h"

static bool all_settled(const struct hunk_side *side) {
    for (size_t i = 0; i < side->value_count; i++)
        if (!side->values[i].settled)
            return false;
    return true;
}

/* Whether a word is part of a changed value, which an earlier hunk may have touched, too. */
static bool is_in_value(const struct hunk_side *side, uint32_t at) {
    const struct changed_value *end = side->values + side->value_count;
    for (const struct changed_value *item = side->first_value; item < end; item++)
        if (item->value->begin <= at && at < item->value->end)
            return true;
    return false;
}

/* The next word from a place on that is neither a mark nor part of a value; range.end if none. */
static uint32_t next_word(const struct hunk_side *side, uint32_t at) {
    while (at < side->range.end &&
           (side->words->items[at].kind == word_mark || is_in_value(side, at)))
        at++;
    return at;
}

static bool has_mark(const struct hunk_side *side, uint32_t mark) {
    for (uint32_t at = side->range.begin; at < side->range.end; at++)
        if (words_is_letter(side->words, at, mark))
            return true;
    return false;
}

static bool has_minus(const struct hunk_side *side) {
    for (uint32_t at = side->range.begin; at < side->range.end; at++)
        if (words_is_letter(side->words, at, '-') &&
            words_is_kind(side->words, at + 1, word_number) &&
            words_is_attached(side->words, at + 1) && !words_is_attached(side->words, at))
            return true;
    return false;
}

/* Whether a word is abbreviated: "Gen." or, as a rank, "Gen". A full stop may end the sentence. */
static bool is_abbreviated(const struct words *words, uint32_t at) {
    enum { rank_letters_most = 4 };
    return (words_is_letter(words, at + 1, '.') && at + 2 < words->count) ||
           (words_has_role(words, at, vocabulary_rank) &&
            words->items[at].length <= rank_letters_most);
}

static bool are_one_word(const struct words *a, uint32_t x, const struct words *b, uint32_t y) {
    struct letter_slice left = words_plain_letters(a, x), right = words_plain_letters(b, y);
    if (words_plain(a, x) == words_plain(b, y) || words_are_aliases(a, x, b, y) ||
        spelling_variants(a->table->vocabulary, left, right))
        return true;
    bool abbreviated = left.count < right.count ? is_abbreviated(a, x) : is_abbreviated(b, y);
    return left.count != right.count && abbreviated && likeness_short_form(left, right);
}

/* Whether one side is an acronym, with or without full stops, of the words that the other has. */
static bool is_acronym(const struct hunk_side *side, const struct hunk_side *spelt_out) {
    uint32_t at = next_word(side, side->range.begin), letter = 0, count = 0;
    uint32_t word = next_word(spelt_out, spelt_out->range.begin);
    for (; at < side->range.end && word < spelt_out->range.end; count++) {
        struct letter_slice letters = words_letters(side->words, at);
        while (word < spelt_out->range.end && !spelt_out->words->items[word].capital &&
               words_has_role(spelt_out->words, word, vocabulary_function))
            word = next_word(spelt_out, word + 1); /* "of" in "United States of America" */
        if (!side->words->items[at].all_capitals || word == spelt_out->range.end ||
            !spelt_out->words->items[word].capital ||
            *words_letters(spelt_out->words, word).values != letters.values[letter])
            return false;
        word = next_word(spelt_out, word + 1);
        if (++letter == letters.count) {
            at = next_word(side, at + 1);
            letter = 0;
        }
    }
    return count > 1 && at == side->range.end && word == spelt_out->range.end;
}

bool notation_same(const struct hunk_side *a, const struct hunk_side *b) {
    if (!all_settled(a) || !all_settled(b) || has_minus(a) != has_minus(b))
        return false;
    uint32_t x = next_word(a, a->range.begin), y = next_word(b, b->range.begin);
    while (x < a->range.end && y < b->range.end && are_one_word(a->words, x, b->words, y)) {
        x = next_word(a, x + 1);
        y = next_word(b, y + 1);
    }
    if (x < a->range.end && words_has_role(a->words, x, vocabulary_and) && has_mark(b, '&'))
        x = next_word(a, x + 1);
    if (y < b->range.end && words_has_role(b->words, y, vocabulary_and) && has_mark(a, '&'))
        y = next_word(b, y + 1);
    return (x == a->range.end && y == b->range.end) || is_acronym(a, b) || is_acronym(b, a);
}
