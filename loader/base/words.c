/* words.c - see words.h. */
#include "words.h"

#include "ascii.h"

#include <stdint.h>
#include <string.h> /* memcmp, strncmp */

static bool same(const char *word, const char *text, size_t length, bool any_case) {
    return any_case ? ascii_same(text, word, length) : memcmp(text, word, length) == 0;
}

/* Finds the word that the text is, or begins with: its number, or its length; else 0. */
static size_t find(const char *words, const char *text, size_t length, bool any_case, bool whole) {
    const char *word;
    for (size_t size, number = 1; words_next(&words, &word, &size); number++)
        if ((whole ? size == length : size <= length) && same(word, text, size, any_case))
            return whole ? number : size;
    return 0;
}

size_t words_find(const char *words, const char *text, size_t length) {
    return find(words, text, length, false, true);
}

size_t words_find_any_case(const char *words, const char *text, size_t length) {
    return find(words, text, length, true, true);
}

size_t words_begin(const char *words, const char *text, size_t length) {
    return find(words, text, length, false, false);
}

size_t words_begin_any_case(const char *words, const char *text, size_t length) {
    return find(words, text, length, true, false);
}

size_t words_end_any_case(const char *words, const char *text, size_t length) {
    const char *word;
    for (size_t size; words_next(&words, &word, &size);)
        if (size <= length && same(word, text + length - size, size, true))
            return size;
    return 0;
}

size_t word_table_find(const struct word_table *table, const char *text, size_t length) {
    uint16_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = (uint16_t)(hash * 31 + (unsigned char)text[i]);
    size_t mask = table->slot_count - 1;
    for (size_t slot = hash & mask; table->slot_count > 0 && table->slots[slot];
         slot = (slot + 1) & mask) {
        const char *word = table->words[table->slots[slot] - 1];
        if (strncmp(word, text, length) == 0 && word[length] == '\0')
            return table->slots[slot];
    }
    return 0;
}
