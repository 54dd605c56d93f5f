/* language.c - see language.h. */
#include "language.h"

#include <string.h> /* strcmp */

static const struct language no_language = {"", "", 0, 0, NULL};

const struct language *language_find(const char *code) {
    for (size_t i = 0; i < language_table_count; i++) {
        if (strcmp(language_tables[i].code, code) == 0)
            return &language_tables[i];
    }
    return &no_language;
}

unsigned language_roles(const struct language *language, const char *word) {
    size_t low = 0, high = language->word_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(language->words[middle].word, word);
        if (order == 0)
            return language->words[middle].roles;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}
