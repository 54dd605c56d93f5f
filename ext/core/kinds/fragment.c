/* fragment.c - see fragment.h. */
#include "fragment.h"

static bool has_few_words(const struct words *words, bool untitled) {
    enum { letters_least = 3, share_least = 3 };
    size_t letters = 0;
    for (size_t at = 0; at < words->count; at++)
        letters += words->items[at].kind == word_letters;
    return untitled ? letters == 0
                    : letters < letters_least || share_least * letters < words->count;
}

/* Whether no white space parts this mark from the letters before it, nor from what follows. */
static bool joins(const struct words *words, size_t at) {
    return at > 0 && words->items[at - 1].kind == word_letters && words_is_attached(words, at) &&
           words_is_attached(words, at + 1);
}

/* A colon and an equals sign are markup where they join two words. */
static bool is_markup(const struct words *words, size_t at) {
    static const uint32_t marks[] = {'{', '}', '|', '\\', '<', '>'};
    if (words->items[at].kind != word_mark)
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (words_is_letter(words, at, marks[i]))
            return true;
    return (words_is_letter(words, at, ':') && joins(words, at) &&
            words->items[at + 1].kind != word_mark) ||
           (words_is_letter(words, at, '=') && joins(words, at));
}

static bool is_markup_left(const struct words *words) {
    enum { marks_least = 3, share_least = 10 };
    size_t marks = 0;
    for (size_t at = 0; at < words->count; at++)
        marks += is_markup(words, at);
    return marks >= marks_least && share_least * marks >= words->count;
}

bool fragment_is_one(const struct words *words, bool untitled) {
    return has_few_words(words, untitled) || (!untitled && is_markup_left(words));
}
