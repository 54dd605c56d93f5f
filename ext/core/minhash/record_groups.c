/* record_groups.c - see record_groups.h. */
#include "record_groups.h"

#include <string.h> /* memset */

void record_groups_free(struct record_groups *groups, const struct allocator *allocator) {
    record_list_free(&groups->list, allocator);
    allocator->release(groups->bits);
    *groups = (struct record_groups){0};
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

/* Of records of the same words keeps the first, which has the smallest id. */
static void drop_copies(struct record_groups *groups) {
    struct record_list *list = &groups->list;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || list->keys[kept - 1] != list->keys[i] ||
            list->seconds[kept - 1] != list->seconds[i])
            keep(list, kept++, i);
    }
    list->count = kept;
}

enum record_result record_groups_load(struct record_groups *groups,
                                      const struct record_writer *const *writers, size_t count,
                                      size_t partition, unsigned same_bits,
                                      enum record_grouping grouping,
                                      struct interruption *interruption) {
    const struct allocator *allocator = writers[0]->allocator;
    struct record_list *list = &groups->list;
    groups->grouping = grouping;
    enum record_result result =
        record_list_load(list, writers, count, partition, grouping != record_group_key);
    if (result != record_ok)
        return result;
    size_t words = 1, kept = 0; /* a bit table has eight bits or more a record */
    while (words < list->count / 8)
        words *= 2;
    if (words > groups->bit_capacity) {
        groups->bits = record_array_replace(allocator, groups->bits, words, sizeof *groups->bits);
        groups->bit_capacity = groups->bits ? words : 0;
    }
    if (!groups->bits || interruption_after(interruption, list->count))
        return record_no_memory;
    unsigned used = drop_most(groups, same_bits);
    drop_most(groups, same_bits + used);
    int64_t *const by_words[] = {list->keys, (int64_t *)list->seconds, list->ids};
    int64_t *const by_key[] = {list->keys, list->ids, NULL};
    bool one = grouping == record_group_key;
    if (!record_list_sort(list, allocator, one ? by_key : by_words, 0, interruption))
        return record_no_memory;
    if (grouping == record_group_texts) {
        drop_copies(groups);
        if (!record_list_sort(list, allocator, by_key, 1, interruption))
            return record_no_memory;
    }
    /* Drops groups of one text, also if it came several times. */
    for (size_t begin = 0, end; begin < list->count; begin = end) {
        end = record_groups_end(groups, begin);
        for (size_t i = begin; i < end && list->ids[begin] != list->ids[end - 1]; i++)
            if (i == begin || list->ids[i] != list->ids[i - 1])
                keep(list, kept++, i);
    }
    list->count = kept;
    return record_ok;
}
