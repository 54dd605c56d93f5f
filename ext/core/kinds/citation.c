/* citation.c - see citation.h. */
#include "citation.h"

/*
 * "may" is a verb, "May" a month; a word in -ed is taken for a verb, except "retrieved" and such.
 */
static bool has_verb(const struct words *words) {
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        bool is_month = word->capital && word->roles & vocabulary_month;
        if (word->roles & vocabulary_finite && !is_month)
            return true;
        struct letter_slice letters = words_letters(words, at);
        bool in_ed = letters.count > 4 && letters.values[letters.count - 2] == 'e' &&
                     letters.values[letters.count - 1] == 'd';
        if (in_ed && !(word->roles & vocabulary_participle_of_citation))
            return true;
    }
    return false;
}

/* Whether it begins like an item of a list, and ends in a year. */
static bool is_dated_item(const struct words *words, const struct values *values) {
    uint32_t first = words->text.values[words->items[0].begin];
    size_t end = words->count;
    while (end > 0 && words->items[end - 1].kind == word_mark)
        end--;
    if (end == 0 || values->count == 0 || (first != '*' && first != ',' && first != '"'))
        return false;
    const struct value *value = &values->items[values->count - 1];
    return words_letters(words, end - 1).count == 4 && value->end == end &&
           (value->type == value_year || value->type == value_date || value->type == value_span) &&
           words_is_kind(words, end - 1, word_number);
}

/* Whether a page is named here: "p. 12", "pp 12". The p of "p = 12" and "p < 12" is a variable. */
static bool is_page(const struct words *words, size_t at) {
    return words_has_role(words, at, vocabulary_page) &&
           (words_is_kind(words, at + 1, word_number) ||
            (words_is_letter(words, at + 1, '.') && words_is_kind(words, at + 2, word_number)));
}

/* A title may have a verb; a page at the end of a text with a year is a citation all the same. */
static bool ends_in_page(const struct words *words, const struct values *values) {
    size_t end = words->count, most = 8; /* words from the page to the end */
    bool dated = false;
    for (size_t i = 0; i < values->count && !dated; i++)
        dated = values->items[i].type == value_year || values->items[i].type == value_date;
    for (size_t at = end > most ? end - most : 0; at < end && dated; at++)
        if (is_page(words, at))
            return true;
    return false;
}

bool citation_is_one(const struct sentence *sentence) {
    const struct words *words = &sentence->words;
    if (words->count == 0)
        return false;
    if (has_verb(words))
        return ends_in_page(words, &sentence->values);
    for (size_t at = 0; at < words->count; at++) {
        bool page = is_page(words, at);
        bool publisher =
            words_has_role(words, at, vocabulary_publisher) && words->items[at].capital;
        if (page || publisher || words_has_role(words, at, vocabulary_citation))
            return true;
    }
    return is_dated_item(words, &sentence->values);
}
