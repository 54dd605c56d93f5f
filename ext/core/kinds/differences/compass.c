/* compass.c - see compass.h. */
#include "compass.h"

struct word_range compass_range(const struct words *words, uint32_t at) {
    struct word_range range = {at, at};
    if (!words_has_role(words, at, vocabulary_compass))
        return range;
    range.end++;
    while (range.begin > 0 && range.end - range.begin + 2 <= compass_words_max) {
        uint32_t before = range.begin - 1;
        if (before > 0 && words_is_letter(words, before, '-'))
            before--;
        if (!words_has_role(words, before, vocabulary_compass))
            break;
        range.begin = before;
    }
    while (range.end - range.begin + 2 <= compass_words_max) {
        uint32_t after = range.end;
        if (words_is_letter(words, after, '-'))
            after++;
        if (!words_has_role(words, after, vocabulary_compass))
            break;
        range.end = after + 1;
    }
    return range;
}

/* The letter that follows those up to *at and *letter, without hyphens; 0 after the last one. */
static uint32_t next_letter(const struct words *words, struct word_range range, uint32_t *at,
                            size_t *letter) {
    for (; *at < range.end; ++*at, *letter = 0) {
        struct letter_slice letters = words_letters(words, *at);
        if (words->items[*at].kind != word_mark && *letter < letters.count)
            return letters.values[(*letter)++];
    }
    return 0;
}

bool compass_same(const struct words *a, struct word_range x, const struct words *b,
                  struct word_range y) {
    uint32_t a_at = x.begin, b_at = y.begin, left, right;
    size_t a_letter = 0, b_letter = 0;
    do {
        left = next_letter(a, x, &a_at, &a_letter);
        right = next_letter(b, y, &b_at, &b_letter);
    } while (left == right && left != 0);
    return left == right;
}
