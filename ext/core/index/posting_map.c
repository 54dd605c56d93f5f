/* posting_map.c - see posting_map.h. */
#include "posting_map.h"

static void chain(struct posting_map *map, size_t i) {
    uint32_t *head = &map->heads[map->postings[i].key & (map->slots - 1)];
    map->next[i] = *head;
    *head = (uint32_t)i + 1;
}

bool posting_map_add(struct posting_map *map, const struct allocator *allocator, int64_t id,
                     const uint64_t *keys, size_t count) {
    size_t wanted = map->count + count;
    if (wanted >= UINT32_MAX ||
        !ARRAY_RESERVE(allocator, map->postings, map->posting_capacity, wanted) ||
        !ARRAY_RESERVE(allocator, map->next, map->next_capacity, wanted))
        return false;
    if (wanted > map->slots) {
        size_t slots = map->slots ? map->slots : 1024;
        while (slots < wanted)
            slots *= 2;
        uint32_t *heads = allocator_zeroes(allocator, slots, sizeof *heads);
        if (!heads)
            return false;
        allocator->release(map->heads);
        map->heads = heads;
        map->slots = slots;
        for (size_t i = 0; i < map->count; i++)
            chain(map, i);
    }
    for (size_t i = 0; i < count; i++) {
        map->postings[map->count] = (struct posting){keys[i], id};
        chain(map, map->count++);
    }
    return true;
}

uint32_t posting_map_find(const struct posting_map *map, uint64_t key, uint32_t after) {
    if (map->count == 0)
        return 0;
    uint32_t at = after ? map->next[after - 1] : map->heads[key & (map->slots - 1)];
    while (at && map->postings[at - 1].key != key)
        at = map->next[at - 1];
    return at;
}

void posting_map_clear(struct posting_map *map) {
    map->count = 0;
    if (map->heads)
        memset(map->heads, 0, map->slots * sizeof *map->heads);
}

void posting_map_free(struct posting_map *map, const struct allocator *allocator) {
    allocator->release(map->postings);
    allocator->release(map->next);
    allocator->release(map->heads);
    *map = (struct posting_map){.postings = NULL};
}
