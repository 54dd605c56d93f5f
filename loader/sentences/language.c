/* language.c - see language.h. */
#include "language.h"

#include "../../ext/core/text/language_code.h"
#include "../base/words.h"

#include <string.h> /* strcmp, strlen */

static const struct language no_language = {"", "", 0, NULL, 0, NULL};

const struct language *language_find(const char *code) {
    for (size_t i = 0; i < language_table_count; i++) {
        if (language_code_is(code, strlen(code), language_tables[i].code))
            return &language_tables[i];
    }
    return &no_language;
}

unsigned language_roles(const struct language *language, const char *word) {
    if (language->slot_count == 0)
        return 0;
    size_t mask = language->slot_count - 1;
    for (size_t slot = word_hash(word, strlen(word)) & mask; language->slots[slot];
         slot = (slot + 1) & mask) {
        const struct language_word *found = &language->words[language->slots[slot] - 1];
        if (strcmp(found->word, word) == 0)
            return found->roles;
    }
    return 0;
}
