/* negation.c - see negation.h. */
#include "negation.h"

/* "no more than", "no less a person than", "none other than" */
static bool is_before_comparison(const struct words *words, size_t at) {
    return words_has_role(words, at + 2, vocabulary_than);
}

/* Whether a word of content with a capital is here; at the beginning it says nothing. */
static bool is_capital(const struct words *words, size_t at) {
    return at > 0 && words_is_kind(words, at, word_letters) && words->items[at].capital &&
           !(words->items[at].roles & vocabulary_function);
}

bool negation_of_status(const struct words *words, size_t at) {
    return words_is_negation(words, at) && words_has_role(words, at + 1, vocabulary_longer) &&
           !is_before_comparison(words, at);
}

bool negation_in(const struct words *words, size_t at, size_t end) {
    if (!words_is_negation(words, at))
        return false;
    bool contracted = !words_has_role(words, at, vocabulary_negation);
    assert(!contracted || at > 0);
    size_t host = contracted && at > 1 ? at - 2 : at; /* "Don" of "Don't" */
    bool undone = words_has_role(words, at + 1, vocabulary_only) ||
                  is_before_comparison(words, at) || negation_of_status(words, at);
    size_t next = words_is_letter(words, at + 1, '.') ? at + 2 : at + 1;
    bool numero = words_has_role(words, at, vocabulary_before_number) &&
                  (words_is_kind(words, next, word_number) || words_is_letter(words, next, '#'));
    /* A capital beside another one, as in a title. */
    const struct word *word = &words->items[host];
    bool emphasis = word->all_capitals && word->length > 1;
    bool in_name = host > 0 && word->capital && !emphasis &&
                   (is_capital(words, at + 1) || is_capital(words, host - 1));
    return !(undone && at + 1 < end) && !numero && !in_name;
}

bool negation_at(const struct words *words, size_t at) {
    return negation_in(words, at, words->count);
}
