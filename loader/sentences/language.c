/* language.c - see language.h. */
#include "language.h"

#include <stdint.h> /* uint16_t */
#include <string.h> /* strcmp */

static const struct language no_language = {"", "", 0, NULL, 0, NULL};

const struct language *language_find(const char *code) {
    for (size_t i = 0; i < language_table_count; i++) {
        if (strcmp(language_tables[i].code, code) == 0)
            return &language_tables[i];
    }
    return &no_language;
}

/* As hash() in languages/generate.sh, which filled the tables. */
static size_t hash_of(const char *word) {
    uint16_t hash = 0;
    for (; *word; word++)
        hash = (uint16_t)(hash * 31 + (unsigned char)*word);
    return hash;
}

unsigned language_roles(const struct language *language, const char *word) {
    if (language->slot_count == 0)
        return 0;
    size_t last = language->slot_count - 1;
    for (size_t slot = hash_of(word) & last; language->slots[slot]; slot = (slot + 1) & last) {
        const struct language_word *found = &language->words[language->slots[slot] - 1];
        if (strcmp(found->word, word) == 0)
            return found->roles;
    }
    return 0;
}
