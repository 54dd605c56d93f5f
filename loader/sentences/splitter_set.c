/* splitter_set.c - see splitter_set.h. */
#include "splitter_set.h"

#include <string.h> /* memmove */

void splitter_set_free(struct splitter_set *set) {
    for (int i = 0; i < set->count; i++)
        sentence_splitter_close(set->places[i].splitter);
    *set = (struct splitter_set){0};
}

/* Moves a place to the front. */
static struct sentence_splitter *use(struct splitter_set *set, int place) {
    struct splitter_set before = *set;
    memmove(set->places + 1, before.places, (size_t)place * sizeof *set->places);
    set->places[0] = before.places[place];
    return set->places[0].splitter;
}

struct sentence_splitter *splitter_set_find(struct splitter_set *set, const char *code,
                                            struct failure *failure) {
    const struct language *wanted = language_find(code);
    for (int i = 0; i < set->count; i++)
        if (set->places[i].language == wanted)
            return use(set, i);
    struct sentence_splitter *splitter = sentence_splitter_open(code, failure);
    if (!splitter)
        return NULL;
    if (set->count == splitters_max)
        sentence_splitter_close(set->places[--set->count].splitter);
    set->places[set->count].language = wanted;
    set->places[set->count].splitter = splitter;
    return use(set, set->count++);
}
