/* language_code.c - see language_code.h. */
#include "language_code.h"

#include <assert.h>
#include <string.h> /* strcmp, strcspn, strlen */

/* Whether the code is these letters, or goes on with a hyphen or underscore. */
static bool begins(const char *code, size_t length, const char *letters, size_t count) {
    if (length < count || (length > count && code[count] != '-' && code[count] != '_'))
        return false;
    for (size_t i = 0; i < count; i++)
        if ((code[i] >= 'A' && code[i] <= 'Z' ? code[i] - 'A' + 'a' : code[i]) != letters[i])
            return false;
    return true;
}

bool language_code_is(const char *code, size_t length, const char *language) {
    assert(code || length == 0);
    return begins(code, length, language, strlen(language)) ||
           (strcmp(language, "en") == 0 && begins(code, length, "simple", strlen("simple")));
}

bool language_code_is_known(const char *code, size_t length) {
    const char *at = LANGUAGE_CODES " other simple";
    while (*at) {
        size_t count = strcspn(at, " ");
        if (begins(code, length, at, count))
            return true;
        at += count + (at[count] == ' ');
    }
    return false;
}
