/* quantifier.c - see quantifier.h. */
#include "quantifier.h"

#include "negation.h"

/* Whether the word before a quantifier makes a few or nearly all of it. */
static bool is_modified(const struct words *words, size_t at) {
    bool few = words_meaning(words, at)->value < quantifier_some;
    bool all = (int)words_meaning(words, at)->value == quantifier_all;
    return at > 0 && ((few && words_has_role(words, at - 1, vocabulary_vague)) ||
                      (all && words_has_role(words, at - 1, vocabulary_hedge)));
}

uint32_t quantifier_begin(const struct words *words, size_t at) {
    return (uint32_t)(is_modified(words, at) ? at - 1 : at);
}

int quantifier_level(const struct words *words, size_t at) {
    bool follows = at > 0;
    if (words_has_role(words, at, vocabulary_before_number) && negation_at(words, at))
        return quantifier_none;                                  /* "no lamps" */
    bool of_value = words_is_kind(words, at + 1, word_number) || /* "some 200", "at most ten" */
                    words_has_role(words, at + 1, vocabulary_number | vocabulary_tens);
    if (!words_has_role(words, at, vocabulary_quantifier) || of_value ||
        (follows && negation_at(words, at - 1)))
        return quantifier_absent;
    int level = (int)words_meaning(words, at)->value;
    if (is_modified(words, at))
        return level == quantifier_all ? quantifier_nearly_all : quantifier_some;
    bool superlative = follows && words_has_role(words, at, vocabulary_superlative) &&
                       words_has_role(words, at - 1, vocabulary_determiner | vocabulary_subject);
    return superlative ? quantifier_absent : level;
}

bool quantifiers_exclude(int x, int y) {
    int lower = x < y ? x : y, higher = x < y ? y : x;
    return lower >= 0 && lower < higher &&
           (higher >= quantifier_most || higher - lower >= 2 || lower == quantifier_none);
}
