/* words.c - see words.h. */
#include "words.h"

#include "../text/utf8.h"
#include "letters.h"

#include <string.h> /* memcpy, strcmp */

static bool is_apostrophe(struct letter letter) {
    return letter.code_point == '\'' || letter.code_point == 0x2019;
}

/* What may stand inside an abbreviation, or be a part of it as in "5 °C" and "n.º". */
static bool joins_word(struct letter letter) {
    return letter.code_point == '.' || letter.code_point == '-' || letter.code_point == 0xB0 ||
           letter.code_point == 0x2116 || is_apostrophe(letter);
}

static void count(struct word *word, struct letter letter) {
    if (letter.class == letter_digit) {
        word->digits++;
        return;
    }
    if (!letter_is_word(letter) || letter.class == letter_combining)
        return;
    word->letters++;
    word->all_capitals = word->all_capitals && letter.class == letter_upper;
}

/* Spells the word from `start` to `end`; one character may grow when folded, hence the margin. */
static void spell(struct word *word, const char *text) {
    size_t length = word->end - word->start;
    if (length + 4 > word_size)
        return;
    memcpy(word->exact, text + word->start, length);
    size_t used = 0;
    for (size_t i = word->start; i < word->end && used + 5 <= word_size;) {
        struct letter letter = letter_at(text, word->end, i);
        /* One shape of apostrophe, so that a table need not list both. */
        uint32_t folded = is_apostrophe(letter) ? '\'' : letter_lower_case(letter);
        used += utf8_write(word->folded + used, folded);
        i += letter.length;
    }
    word->folded[used] = '\0';
}

static struct word empty_word(size_t position) {
    return (struct word){.start = position, .end = position, .all_capitals = true};
}

struct word word_before(const char *text, size_t start, size_t end) {
    struct word word = empty_word(end);
    while (word.start > start && end - word.start < word_size) {
        struct letter letter = letter_before(text, word.start);
        if ((!letter_is_word(letter) && !joins_word(letter)) || letter.length > word.start - start)
            break;
        word.start -= letter.length;
        count(&word, letter);
    }
    /* A quotation or a dash before the word is no part of it. */
    while (word.start < end &&
           (text[word.start] == '\'' || text[word.start] == '-' || text[word.start] == '.'))
        word.start++;
    word.capital = letter_at(text, end, word.start).class == letter_upper;
    spell(&word, text);
    return word;
}

struct word word_after(const char *text, size_t length, size_t start) {
    struct word word = empty_word(start);
    while (word.end - start < word_size) {
        struct letter letter = letter_at(text, length, word.end);
        bool inside = letter_is_word(letter);
        if (is_apostrophe(letter))
            inside = letter_is_word(letter_at(text, length, word.end + letter.length));
        if (!inside)
            break;
        word.end += letter.length;
        count(&word, letter);
    }
    word.capital = letter_at(text, length, start).class == letter_upper;
    spell(&word, text);
    return word;
}

unsigned word_roles(const struct language *language, const struct word *word) {
    unsigned roles = language_roles(language, word->folded);
    if (strcmp(word->exact, word->folded) != 0)
        roles |= language_roles(language, word->exact);
    return roles;
}
