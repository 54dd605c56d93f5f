/* spelling_variants.c - see spelling_variants.h. */
#include "spelling_variants.h"

/*
 * Whether these letters stand in a word from a place on; `end` is where they end then. "^" stands
 * before the first letter of the word, and "$" after the last one.
 */
static bool stand_at(struct letter_slice word, size_t at, const char *letters, size_t *end) {
    if (*letters == '^' && at > 0)
        return false;
    for (letters += *letters == '^'; *letters && *letters != '$'; letters++, at++)
        if (at >= word.count || word.values[at] != (uint32_t)*letters)
            return false;
    *end = at;
    return !*letters || at == word.count;
}

bool spelling_variants(const struct vocabulary *vocabulary, struct letter_slice a,
                       struct letter_slice b) {
    size_t x = 0, y = 0;
    /* No two standards differ at both ends of a word: most words are done here. */
    if (!vocabulary->spellings || a.count == 0 || b.count == 0 ||
        (a.values[0] != b.values[0] && a.values[a.count - 1] != b.values[b.count - 1]))
        return false;
    for (;;) {
        while (x < a.count && y < b.count && a.values[x] == b.values[y]) {
            x++;
            y++;
        }
        if (x == a.count && y == b.count)
            return true;
        const struct spelling *found = vocabulary->spellings;
        for (; found->one; found++) {
            size_t common = found->common, x_end, y_end;
            if (common > x || common > y)
                continue;
            if ((stand_at(a, x - common, found->one, &x_end) &&
                 stand_at(b, y - common, found->other, &y_end)) ||
                (stand_at(a, x - common, found->other, &x_end) &&
                 stand_at(b, y - common, found->one, &y_end))) {
                x = x_end;
                y = y_end;
                break;
            }
        }
        if (!found->one)
            return false;
    }
}
