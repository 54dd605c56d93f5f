/* value_bounds.c - see values.h. */
#include "values.h"

bool value_is_currency(const struct words *words, size_t at) {
    return words_is_one_of(words, at, U"$\xA3\xA5\x20AC"); /* £, ¥, € */
}

/* What the word right before a number, or before its currency or article, makes of it. */
static void set_bound(struct value *value, const struct words *words, size_t last) {
    bool least = words_has_role(words, last, vocabulary_least);
    /* "up" by itself is not a bound: "up 5 %" */
    bool most = words_has_role(words, last, vocabulary_most) &&
                !words_has_role(words, last, vocabulary_hedge);
    size_t begin = last;
    if (words_has_role(words, last, vocabulary_than)) {
        /* "more than", "fewer than", "no more than", "not less than" */
        if (last == 0 || !words_has_role(words, last - 1, vocabulary_more | vocabulary_less))
            return;
        bool denied = last > 1 && words_is_negation(words, last - 2);
        least = words_has_role(words, last - 1, vocabulary_more) != denied;
        most = !least;
        begin = denied ? last - 2 : last - 1;
    } else if (last > 0 && words_has_role(words, last, vocabulary_to) &&
               words_has_role(words, last - 1, vocabulary_most)) {
        least = false;
        most = true;
        begin = last - 1;
    } else if (least || most) {
        begin -= last > 0 && words_has_role(words, last, vocabulary_superlative); /* "at least" */
    } else {
        return;
    }
    value->least = least;
    value->most = most;
    value->bound = (uint32_t)begin;
}

void value_set_bounds(struct value *value, const struct words *words) {
    size_t at = value->begin;
    value->bound = value->begin;
    for (size_t back = 1; back <= 2 && back <= at; back++)
        value->hedged |= words_has_role(words, at - back, vocabulary_hedge);
    bool currency = at > 0 && value_is_currency(words, at - 1);
    /* "over $200", "about the 200" */
    at -= currency || (at > 0 && words_has_role(words, at - 1, vocabulary_determiner));
    if (at > 0 && (value->type == value_number || value->type == value_year))
        set_bound(value, words, at - 1);
    if (!currency)
        return;
    value->currency = *words_letters(words, value->begin - (size_t)1).values;
    value->bound -= value->bound == value->begin;
}
