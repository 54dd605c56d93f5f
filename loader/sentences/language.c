/* language.c - see language.h. */
#include "language.h"

#include "../../ext/core/text/language_code.h"

#include <string.h> /* strlen */

static const struct language no_language = {"", "", 0, {NULL, NULL, 0}, NULL};

const struct language *language_find(const char *code) {
    for (size_t i = 0; i < language_table_count; i++) {
        if (language_code_is(code, strlen(code), language_tables[i].code))
            return &language_tables[i];
    }
    return &no_language;
}

unsigned language_roles(const struct language *language, const char *word) {
    size_t number = word_table_find(&language->words, word, strlen(word));
    return number > 0 ? language->roles[number - 1] : 0;
}
