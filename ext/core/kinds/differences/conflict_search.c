/* conflict_search.c - see conflict_search.h. */
#include "conflict_search.h"

_Static_assert(conflicts_moved < 32, "a bit for each type");

void conflict_search_note(struct conflict_search *search, unsigned type) {
    assert(type > difference_none && type <= conflicts_moved);
    search->types |= UINT32_C(1) << type;
}

void conflict_search_add(struct conflict_search *search, struct conflict conflict) {
    struct conflicts *conflicts = search->conflicts;
    conflict_search_note(search, conflict.type);
    conflict_weigh(&conflict, search->pair, search->hunk, search->presence);
    if (!ARRAY_APPEND(search->allocator, conflicts->items, conflicts->count, conflicts->capacity,
                      conflict))
        search->failed = true;
}
