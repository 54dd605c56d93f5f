/* value_bounds.c - see values.h. */
#include "values.h"

bool value_bounds_is_currency(const struct words *words, size_t at) {
    return words_is_one_of(words, at, U"$\xA3\xA5\x20AC"); /* £, ¥, € */
}

/* "more than", "fewer than", "no more than", "not less than"; `than` is where "than" stands. */
static void read_comparison(const struct words *words, size_t than, struct value_bounds *bounds) {
    if (than == 0 || !words_has_role(words, than - 1, vocabulary_more | vocabulary_less))
        return;
    bool more = words_has_role(words, than - 1, vocabulary_more);
    bool denied = than > 1 && words_is_negation(words, than - 2);
    bounds->least = more != denied;
    bounds->most = more == denied;
    bounds->begin = (uint32_t)(denied ? than - 2 : than - 1);
}

struct value_bounds value_bounds_read(const struct words *words, size_t at) {
    struct value_bounds bounds = {.begin = (uint32_t)at};
    for (size_t back = 1; back <= 2 && back <= at; back++)
        bounds.hedged |= words_has_role(words, at - back, vocabulary_hedge);
    if (at > 0 && (value_bounds_is_currency(words, at - 1) || /* "over $200", "about the 200" */
                   words_has_role(words, at - 1, vocabulary_determiner)))
        at--;
    if (at == 0)
        return bounds;
    size_t last = at - 1;
    bool least = words_has_role(words, last, vocabulary_least);
    /* "up" by itself is not a bound: "up 5 %" */
    bool most = words_has_role(words, last, vocabulary_most) &&
                !words_has_role(words, last, vocabulary_hedge);
    if (words_has_role(words, last, vocabulary_than)) {
        read_comparison(words, last, &bounds);
    } else if (words_has_role(words, last, vocabulary_to) && last > 0 &&
               words_has_role(words, last - 1, vocabulary_most)) {
        bounds.most = true;
        bounds.begin = (uint32_t)last - 1;
    } else if (least || most) {
        bool superlative = words_has_role(words, last, vocabulary_superlative) && last > 0;
        bounds.least = least;
        bounds.most = most;
        bounds.begin = (uint32_t)(superlative ? last - 1 : last); /* "at least" */
    }
    return bounds;
}
