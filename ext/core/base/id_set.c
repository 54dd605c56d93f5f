/* id_set.c - see id_set.h. */
#include "id_set.h"

#include "mix.h"

/* The slot that holds `id`, or the empty one where it belongs. */
static size_t slot_of(const struct id_set *set, int64_t id) {
    size_t slot = (size_t)mix64((uint64_t)id ^ set->key) & set->mask;
    while (set->slots[slot] != id && set->slots[slot] != set->absent)
        slot = (slot + 1) & set->mask;
    return slot;
}

bool id_set_begin(struct id_set *set, const struct allocator *allocator, uint64_t key,
                  size_t most) {
    size_t slots = 16;
    while (slots / 2 < most) {
        if (slots > SIZE_MAX / 2 / sizeof *set->slots / 2)
            return false;
        slots *= 2;
    }
    *set = (struct id_set){.allocator = allocator,
                           .slots = allocator->resize(NULL, slots * sizeof *set->slots),
                           .mask = slots - 1,
                           .key = key,
                           .absent = INT64_MIN};
    if (!set->slots)
        return false;
    for (size_t i = 0; i < slots; i++)
        set->slots[i] = set->absent;
    return true;
}

bool id_set_add(struct id_set *set, int64_t id) {
    bool absent = !id_set_contains(set, id);
    if (id == set->absent)
        set->contains_absent = true;
    else
        set->slots[slot_of(set, id)] = id;
    return absent;
}

bool id_set_make(struct id_set *set, const struct allocator *allocator, uint64_t key,
                 const int64_t *ids, size_t count) {
    assert(ids || count == 0);
    if (!id_set_begin(set, allocator, key, count))
        return false;
    for (size_t i = 0; i < count; i++)
        id_set_add(set, ids[i]);
    return true;
}

bool id_set_contains(const struct id_set *set, int64_t id) {
    return id == set->absent ? set->contains_absent : set->slots[slot_of(set, id)] == id;
}

void id_set_free(struct id_set *set) {
    if (set->allocator)
        set->allocator->release(set->slots);
    *set = (struct id_set){0};
}
