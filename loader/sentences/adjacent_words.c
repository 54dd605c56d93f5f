/* adjacent_words.c - see adjacent_words.h. */
#include "adjacent_words.h"

#include "../text/utf8.h"
#include "text_characters.h"

#include <assert.h>
#include <string.h> /* memcpy, strcmp */

static bool is_apostrophe(struct text_character character) {
    return character.code_point == '\'' || character.code_point == 0x2019;
}

static void count(struct word *word, struct text_character character) {
    if (character.class == character_digit) {
        word->digits++;
    } else if (text_character_in_word(character) && character.class != character_mark) {
        word->letters++;
        word->all_capitals = word->all_capitals && character.class == character_upper;
    }
}

/* Writes both spellings. A character may take more bytes in lower case, hence the margin. */
static void spell(struct word *word, const char *text) {
    size_t length = word->end - word->start;
    if (length + 4 > word_size)
        return;
    memcpy(word->exact, text + word->start, length);
    size_t used = 0;
    for (size_t i = word->start; i < word->end && used + 5 <= word_size;) {
        struct text_character character = text_character_at(text, word->end, i);
        uint32_t folded = is_apostrophe(character) ? '\'' : text_character_lower(character);
        used += utf8_write(word->folded + used, folded);
        i += character.length;
    }
    assert(used < word_size);
    word->folded[used] = '\0';
}

static struct word empty_word(size_t position) {
    return (struct word){.start = position, .end = position, .all_capitals = true};
}

struct word word_before(const char *text, size_t start, size_t end) {
    assert(start <= end);
    struct word word = empty_word(end);
    while (word.start > start && end - word.start < word_size) {
        struct text_character character = text_character_before(text, word.start);
        uint32_t c = character.code_point;
        /* These occur inside abbreviations, or as in "5 °C" and "n.º" are part of one. */
        bool joins = c == '.' || c == '-' || c == 0xB0 || c == 0x2116 || is_apostrophe(character);
        if ((!text_character_in_word(character) && !joins) || character.length > word.start - start)
            break;
        word.start -= character.length;
        count(&word, character);
    }
    /* An opening quotation mark or a dash is not part of the word. */
    while (word.start < end &&
           (text[word.start] == '\'' || text[word.start] == '-' || text[word.start] == '.'))
        word.start++;
    word.capital = text_character_at(text, end, word.start).class == character_upper;
    spell(&word, text);
    return word;
}

struct word word_after(const char *text, size_t length, size_t start) {
    struct word word = empty_word(start);
    while (word.end - start < word_size) {
        struct text_character character = text_character_at(text, length, word.end);
        bool inside = text_character_in_word(character);
        if (is_apostrophe(character))
            inside = text_character_in_word(
                text_character_at(text, length, word.end + character.length));
        if (!inside)
            break;
        word.end += character.length;
        count(&word, character);
    }
    word.capital = text_character_at(text, length, start).class == character_upper;
    spell(&word, text);
    return word;
}

unsigned word_roles(const struct language *language, const struct word *word) {
    unsigned roles = language_roles(language, word->folded);
    if (strcmp(word->exact, word->folded) != 0)
        roles |= language_roles(language, word->exact);
    return roles;
}
