/* collision_filter.c - see collision_filter.h. */
#include "collision_filter.h"

#include "../base/mix.h"

#include <string.h> /* memset */

enum { block_bytes = 64, block_words = 8, block_bits = 512, position_bits = 9 };

/*
 * Bits of a block that stand for one key. With 7 bits of room for each key the first filter errs
 * for 0.8 % of the keys, on the average while it fills; with 6 bits for 1.4 %, with 8 for 0.5 %.
 * Four to seven probes make no difference that counts.
 */
enum { probes = 5 };
enum { seen_key_bits = 7 };

/* Few keys come twice, so the second filter can be generous. It begins with this share of them. */
enum { repeated_key_bits = 16, repeated_share = 16 };

/* SQLite hands out at most 2,147,483,391 bytes at once; one block goes to the alignment. */
static const uint64_t layer_blocks_max = UINT64_C(2147483391) / block_bytes - 1;

/* The block of a key, by multiplication instead of division; the low half of `mixed` is unused. */
static uint64_t *block_of(const struct filter_layer *layer, uint64_t mixed) {
    return layer->words + (((mixed >> 32) * layer->blocks) >> 32) * block_words;
}

static void prefetch(const struct key_filter *filter, uint64_t mixed) {
#if defined(__GNUC__)
    for (size_t i = 0; i < filter->layer_count; i++)
        __builtin_prefetch(block_of(&filter->layers[i], mixed), 1);
#else
    (void)filter, (void)mixed;
#endif
}

static bool block_holds(const uint64_t *block, uint64_t positions) {
    for (int i = 0; i < probes; i++, positions >>= position_bits)
        if (!(block[positions % block_bits / 64] >> positions % 64 & 1))
            return false;
    return true;
}

static void block_set(uint64_t *block, uint64_t positions) {
    for (int i = 0; i < probes; i++, positions >>= position_bits)
        block[positions % block_bits / 64] |= UINT64_C(1) << positions % 64;
}

static bool key_filter_holds(const struct key_filter *filter, uint64_t mixed, uint64_t positions) {
    for (size_t i = filter->layer_count; i > 0; i--)
        if (block_holds(block_of(&filter->layers[i - 1], mixed), positions))
            return true;
    return false;
}

static void key_filter_set(struct key_filter *filter, uint64_t mixed, uint64_t positions) {
    block_set(block_of(&filter->layers[filter->layer_count - 1], mixed), positions);
    if (filter->room > 0)
        filter->room--;
}

static bool add_layer(struct key_filter *filter, const struct allocator *allocator, uint64_t keys) {
    uint64_t blocks = keys / (block_bits / filter->key_bits) + 1;
    if (blocks > layer_blocks_max)
        blocks = layer_blocks_max;
    if (blocks > SIZE_MAX / block_bytes - 1)
        return false;
    size_t size = (size_t)blocks * block_bytes;
    unsigned char *memory = allocator->resize(NULL, size + block_bytes);
    if (!memory)
        return false;
    size_t beyond = (size_t)((uintptr_t)memory % block_bytes);
    uint64_t *words = (uint64_t *)(void *)(memory + (block_bytes - beyond) % block_bytes);
    memset(words, 0, size);
    filter->layers[filter->layer_count++] = (struct filter_layer){memory, words, blocks};
    filter->room = blocks * (block_bits / filter->key_bits);
    filter->capacity += filter->room;
    return true;
}

/* Once no more layers can be had, the last one is overfilled: it errs more, that is all. */
static bool key_filter_reserve(struct key_filter *filter, const struct allocator *allocator,
                               uint64_t keys) {
    if (filter->room >= keys || filter->layer_count == filter_layers_max)
        return true;
    uint64_t wanted = filter->capacity;
    if (filter->announced > filter->capacity && filter->announced - filter->capacity < wanted)
        wanted = filter->announced - filter->capacity;
    return add_layer(filter, allocator, keys > wanted ? keys : wanted);
}

bool collision_filter_begin(struct collision_filter *filter, const struct allocator *allocator,
                            uint64_t keys, uint64_t at_once) {
    uint64_t first = keys < at_once ? keys : at_once;
    filter->seen.key_bits = seen_key_bits;
    filter->seen.announced = keys;
    filter->repeated.key_bits = repeated_key_bits;
    filter->repeated.announced = keys / repeated_share;
    return key_filter_reserve(&filter->seen, allocator, first) &&
           key_filter_reserve(&filter->repeated, allocator, first / repeated_share);
}

/* Few enough to be mixed and prefetched together. */
enum { batch_most = 32 };

static void add_batch(struct collision_filter *filter, const int64_t *keys, size_t count) {
    uint64_t mixed[batch_most];
    for (size_t i = 0; i < count; i++) {
        mixed[i] = mix64((uint64_t)keys[i]);
        prefetch(&filter->seen, mixed[i]);
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t positions = mix64(~mixed[i]);
        if (!key_filter_holds(&filter->seen, mixed[i], positions))
            key_filter_set(&filter->seen, mixed[i], positions);
        else if (!key_filter_holds(&filter->repeated, mixed[i], positions))
            key_filter_set(&filter->repeated, mixed[i], positions);
    }
}

bool collision_filter_add(struct collision_filter *filter, const struct allocator *allocator,
                          const int64_t *keys, size_t count) {
    if (!key_filter_reserve(&filter->seen, allocator, count) ||
        !key_filter_reserve(&filter->repeated, allocator, count))
        return false;
    for (; count > batch_most; keys += batch_most, count -= batch_most)
        add_batch(filter, keys, batch_most);
    add_batch(filter, keys, count);
    return true;
}

bool collision_filter_holds(const struct collision_filter *filter, int64_t key) {
    uint64_t mixed = mix64((uint64_t)key);
    return key_filter_holds(&filter->repeated, mixed, mix64(~mixed));
}

static void key_filter_free(struct key_filter *filter, const struct allocator *allocator) {
    for (size_t i = 0; i < filter->layer_count; i++)
        allocator->release(filter->layers[i].memory);
    *filter = (struct key_filter){.key_bits = filter->key_bits};
}

void collision_filter_seal(struct collision_filter *filter, const struct allocator *allocator) {
    key_filter_free(&filter->seen, allocator);
}

static uint64_t key_filter_size(const struct key_filter *filter) {
    uint64_t size = 0;
    for (size_t i = 0; i < filter->layer_count; i++)
        size += filter->layers[i].blocks * block_bytes;
    return size;
}

uint64_t collision_filter_size(const struct collision_filter *filter) {
    return key_filter_size(&filter->seen) + key_filter_size(&filter->repeated);
}

void collision_filter_free(struct collision_filter *filter, const struct allocator *allocator) {
    key_filter_free(&filter->seen, allocator);
    key_filter_free(&filter->repeated, allocator);
}
