/* record_groups.c - see record_groups.h. */
#include "record_groups.h"

#include "../base/radix_sort.h"

#include <string.h> /* memcpy, memset */

void record_groups_free(struct record_groups *groups, const struct allocator *allocator) {
    RELEASE(allocator, groups->list.keys, groups->list.ids, groups->list.seconds, groups->order,
            groups->sorted, groups->bits, groups->buffer);
    *groups = (struct record_groups){0};
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* An array in place of `old`, whose content is not needed any more; NULL if memory runs out. */
static void *replaced(const struct allocator *allocator, void *old, size_t count, size_t size) {
    allocator->release(old);
    return count <= SIZE_MAX / 2 / size ? allocator->resize(NULL, count * size) : NULL;
}

/* Makes room for `count` records, and one bit table of eight bits or more a record. */
static bool make_room(struct record_groups *groups, const struct allocator *allocator, size_t count,
                      bool seconds) {
    struct record_list *list = &groups->list;
    size_t words = 1;
    while (words < count / 8)
        words *= 2;
    if (words > groups->bit_capacity) {
        groups->bit_capacity = 0;
        groups->bits = replaced(allocator, groups->bits, words, sizeof *groups->bits);
        if (!groups->bits)
            return false;
        groups->bit_capacity = words;
    }
    if (count > groups->room || !list->keys || !list->ids) {
        groups->room = 0;
        list->keys = replaced(allocator, list->keys, count + 1, sizeof *list->keys);
        list->ids = replaced(allocator, list->ids, count + 1, sizeof *list->ids);
        if (!list->keys || !list->ids)
            return false;
        groups->room = count;
        allocator->release(list->seconds);
        list->seconds = NULL;
    }
    if (seconds && !list->seconds)
        list->seconds = replaced(allocator, NULL, groups->room + 1, sizeof *list->seconds);
    return !seconds || list->seconds;
}

/* ---- Dropping keys that occur once ----------------------------------------------------------- */

static void keep(struct record_list *list, size_t to, size_t from) {
    list->keys[to] = list->keys[from];
    list->ids[to] = list->ids[from];
    if (list->seconds)
        list->seconds[to] = list->seconds[from];
}

/*
 * Keeps records whose bit another record has, too. The bit is numbered by the upper bits of the
 * key, after those that are skipped. Returns how many bits of the key that takes.
 */
static unsigned drop_most(struct record_groups *groups, unsigned skipped) {
    struct record_list *list = &groups->list;
    size_t words = 1, kept = 0;
    unsigned used = 6;
    for (; words < list->count / 8; words *= 2)
        used++;
    struct bit_words *bits = groups->bits;
    memset(bits, 0, words * sizeof *bits);
    for (size_t i = 0; i < list->count; i++) {
        uint64_t bit = (uint64_t)list->keys[i] << skipped >> (64 - used);
        uint64_t mask = UINT64_C(1) << bit % 64;
        bits[bit / 64].again |= bits[bit / 64].seen & mask;
        bits[bit / 64].seen |= mask;
    }
    for (size_t i = 0; i < list->count; i++) {
        uint64_t bit = (uint64_t)list->keys[i] << skipped >> (64 - used);
        keep(list, kept, i);
        kept += bits[bit / 64].again >> bit % 64 & 1;
    }
    list->count = kept;
    return used;
}

size_t record_groups_end(const struct record_groups *groups, size_t begin) {
    const struct record_list *list = &groups->list;
    size_t end = begin + 1;
    while (end < list->count && list->keys[end] == list->keys[begin] &&
           (groups->grouping != record_group_both || list->seconds[end] == list->seconds[begin]))
        end++;
    return end;
}

/* ---- Sorting --------------------------------------------------------------------------------- */

/* Sorts `by` from `begin` to `end`, and ids and perhaps `second` along with it. */
static bool sort(struct record_groups *groups, int64_t *by, uint64_t *second, size_t begin,
                 size_t end, struct interruption *interruption) {
    int64_t *ids = groups->list.ids;
    return radix_sort_words(by + begin, by == ids ? NULL : (uint64_t *)ids + begin,
                            second ? second + begin : NULL, end - begin, groups->order,
                            groups->sorted, interruption);
}

static bool sort_ids(struct record_groups *groups, struct interruption *interruption) {
    for (size_t begin = 0, end; begin < groups->list.count; begin = end) {
        end = record_groups_end(groups, begin);
        if (end - begin > 1 && !sort(groups, groups->list.ids, NULL, begin, end, interruption))
            return false;
    }
    return true;
}

/* Records of the same key come together, and within them those of the same second word. */
static bool sort_words(struct record_groups *groups, struct interruption *interruption) {
    struct record_list *list = &groups->list;
    if (!sort(groups, list->keys, list->seconds, 0, list->count, interruption))
        return false;
    for (size_t begin = 0, end; begin < list->count && list->seconds; begin = end) {
        for (end = begin + 1; end < list->count && list->keys[end] == list->keys[begin];)
            end++;
        if (end - begin > 1 &&
            !sort(groups, (int64_t *)list->seconds, NULL, begin, end, interruption))
            return false;
    }
    return true;
}

/* Of records of the same words keeps the one with the smallest id. Words must be sorted. */
static void drop_copies(struct record_groups *groups) {
    struct record_list *list = &groups->list;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || list->keys[kept - 1] != list->keys[i] ||
            list->seconds[kept - 1] != list->seconds[i])
            keep(list, kept++, i);
        else if (list->ids[i] < list->ids[kept - 1])
            list->ids[kept - 1] = list->ids[i];
    }
    list->count = kept;
}

static bool make_room_to_sort(struct record_groups *groups, const struct allocator *allocator) {
    size_t count = groups->list.count + 1;
    if (count > groups->order_capacity) {
        groups->order_capacity = 0;
        groups->order = replaced(allocator, groups->order, count, sizeof *groups->order);
        groups->sorted = replaced(allocator, groups->sorted, count, sizeof *groups->sorted);
        if (!groups->order || !groups->sorted)
            return false;
        groups->order_capacity = count;
    }
    return true;
}

enum record_result record_groups_load(struct record_groups *groups,
                                      const struct record_writer *const *writers, size_t count,
                                      size_t partition, unsigned same_bits,
                                      enum record_grouping grouping,
                                      struct interruption *interruption) {
    const struct allocator *allocator = writers[0]->allocator;
    bool seconds = grouping != record_group_key;
    uint64_t records = 0;
    for (size_t i = 0; i < count; i++)
        records += writers[i]->streams[partition].records;
    groups->grouping = grouping;
    groups->list.count = 0;
    if (records > UINT32_MAX - 1 || !make_room(groups, allocator, (size_t)records, seconds))
        return record_no_memory;
    for (size_t i = 0; i < count; i++) {
        enum record_result result = record_writer_read(writers[i], partition, &groups->buffer,
                                                       &groups->buffer_capacity, &groups->list);
        if (result != record_ok)
            return result;
    }
    if (interruption_after(interruption, groups->list.count))
        return record_no_memory;
    unsigned used = drop_most(groups, same_bits);
    drop_most(groups, same_bits + used);
    if (!make_room_to_sort(groups, allocator) || !sort_words(groups, interruption))
        return record_no_memory;
    if (grouping == record_group_texts)
        drop_copies(groups);
    if (!sort_ids(groups, interruption))
        return record_no_memory;
    /* Drops groups of one text, also if it came several times. */
    struct record_list *list = &groups->list;
    size_t kept = 0;
    for (size_t begin = 0, end; begin < list->count; begin = end) {
        end = record_groups_end(groups, begin);
        for (size_t i = begin; i < end && list->ids[begin] != list->ids[end - 1]; i++)
            if (i == begin || list->ids[i] != list->ids[i - 1])
                keep(list, kept++, i);
    }
    list->count = kept;
    return record_ok;
}
