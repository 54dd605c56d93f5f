/* presence.c - see presence.h. */
#include "presence.h"

#include <string.h> /* memset */

static void note_range(struct presence *presence, const struct words *words,
                       struct word_range range, int place, int side) {
    for (uint32_t at = range.begin; at < range.end; at++)
        if (words->items[at].kind != word_mark)
            presence_note(presence, words, at, place, side);
}

bool presence_of_pair(struct presence *presence, const struct allocator *allocator,
                      const struct sentence_pair *pair) {
    size_t count = pair->table.count;
    if (!ARRAY_RESERVE(allocator, presence->bits, presence->capacity, count))
        return false;
    uint16_t *bits = presence->bits;
    presence->count = count;
    memset(bits, 0, count * sizeof *bits);
    for (int side = 0; side < 2; side++) {
        const struct words *words = &pair->sentences[side].words;
        struct word_range all = {0, (uint32_t)words->count};
        note_range(presence, words, all, presence_text, side);
        for (size_t i = 0; i < pair->alignment.count; i++)
            note_range(presence, words, hunk_range(&pair->alignment.hunks[i], side),
                       presence_changed, side);
    }
    return true;
}

void presence_free(struct presence *presence, const struct allocator *allocator) {
    allocator->release(presence->bits);
    *presence = (struct presence){0};
}
