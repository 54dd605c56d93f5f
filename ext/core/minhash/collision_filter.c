/* collision_filter.c - see collision_filter.h. */
#include "collision_filter.h"

#include "../base/mix.h"

#include <string.h> /* memset */

enum { block_bytes = 64, block_words = 8, block_bits = 512, position_bits = 9 };

/*
 * Bits set per key. At 7 bits of room per key, the first filter errs for 0.8 % of keys on average
 * while it fills; at 6 bits for 1.4 %, at 8 for 0.5 %. Anything from four to seven probes performs
 * about the same.
 */
enum { probes = 5 };
enum { seen_bits_per_key = 7 };

/* Few keys repeat, so the second filter can be generous; it begins at a fraction of the first. */
enum { repeated_bits_per_key = 16, repeated_fraction = 16 };

/* SQLite allocates at most 2,147,483,391 bytes at once. One block is lost to alignment. */
static const uint64_t layer_blocks_max = UINT64_C(2147483391) / block_bytes - 1;

/* Chooses a block by multiplication, which is cheaper than division. Uses the upper 32 bits. */
static uint64_t *block_of(const struct bloom_layer *layer, uint64_t mixed) {
    return layer->words + (((mixed >> 32) * layer->blocks) >> 32) * block_words;
}

static bool bloom_contains(const struct bloom_filter *filter, uint64_t mixed, uint64_t positions) {
    for (size_t i = filter->layer_count; i > 0; i--) {
        const uint64_t *block = block_of(&filter->layers[i - 1], mixed);
        uint64_t left = positions;
        int probe = 0;
        while (probe < probes && block[left % block_bits / 64] >> left % 64 & 1) {
            left >>= position_bits;
            probe++;
        }
        if (probe == probes)
            return true;
    }
    return false;
}

static void bloom_add(struct bloom_filter *filter, uint64_t mixed, uint64_t positions) {
    assert(filter->layer_count > 0);
    uint64_t *block = block_of(&filter->layers[filter->layer_count - 1], mixed);
    for (int probe = 0; probe < probes; probe++, positions >>= position_bits)
        block[positions % block_bits / 64] |= UINT64_C(1) << positions % 64;
    if (filter->room > 0)
        filter->room--;
}

/*
 * Makes room for `keys` more keys by adding a layer if needed. At the limit of layers the last one
 * is overfilled instead, which only means more errors.
 */
static bool bloom_reserve(struct bloom_filter *filter, const struct allocator *allocator,
                          uint64_t keys) {
    if (filter->room >= keys || filter->layer_count == bloom_layers_max)
        return true;
    uint64_t wanted = filter->capacity, keys_per_block = block_bits / filter->bits_per_key;
    if (filter->announced > filter->capacity && filter->announced - filter->capacity < wanted)
        wanted = filter->announced - filter->capacity;
    uint64_t blocks = (keys > wanted ? keys : wanted) / keys_per_block + 1;
    if (blocks > layer_blocks_max)
        blocks = layer_blocks_max;
    if (blocks > SIZE_MAX / block_bytes - 1)
        return false;
    size_t size = (size_t)blocks * block_bytes;
    unsigned char *memory = allocator->resize(NULL, size + block_bytes);
    if (!memory)
        return false;
    size_t misalignment = (size_t)((uintptr_t)memory % block_bytes);
    uint64_t *words = (uint64_t *)(void *)(memory + (block_bytes - misalignment) % block_bytes);
    memset(words, 0, size);
    filter->layers[filter->layer_count++] = (struct bloom_layer){memory, words, blocks};
    filter->room = blocks * keys_per_block;
    filter->capacity += filter->room;
    return true;
}

bool collision_filter_begin(struct collision_filter *filter, const struct allocator *allocator,
                            uint64_t keys, uint64_t allocate_max) {
    uint64_t first = keys < allocate_max ? keys : allocate_max;
    filter->seen.bits_per_key = seen_bits_per_key;
    filter->seen.announced = keys;
    filter->repeated.bits_per_key = repeated_bits_per_key;
    filter->repeated.announced = keys / repeated_fraction;
    return bloom_reserve(&filter->seen, allocator, first) &&
           bloom_reserve(&filter->repeated, allocator, first / repeated_fraction);
}

/* The number of keys that are prefetched together. */
enum { batch_max = 32 };

static void add_batch(struct collision_filter *filter, const int64_t *keys, size_t count) {
    assert(count <= batch_max);
    uint64_t mixed[batch_max];
    for (size_t i = 0; i < count; i++) {
        mixed[i] = mix64((uint64_t)keys[i]);
#if defined(__GNUC__)
        for (size_t layer = 0; layer < filter->seen.layer_count; layer++)
            __builtin_prefetch(block_of(&filter->seen.layers[layer], mixed[i]), 1);
#endif
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t positions = mix64(~mixed[i]);
        if (!bloom_contains(&filter->seen, mixed[i], positions))
            bloom_add(&filter->seen, mixed[i], positions);
        else if (!bloom_contains(&filter->repeated, mixed[i], positions))
            bloom_add(&filter->repeated, mixed[i], positions);
    }
}

bool collision_filter_add(struct collision_filter *filter, const struct allocator *allocator,
                          const int64_t *keys, size_t count) {
    assert(filter->seen.bits_per_key > 0); /* collision_filter_begin() was called */
    if (!bloom_reserve(&filter->seen, allocator, count) ||
        !bloom_reserve(&filter->repeated, allocator, count))
        return false;
    for (; count > batch_max; keys += batch_max, count -= batch_max)
        add_batch(filter, keys, batch_max);
    add_batch(filter, keys, count);
    return true;
}

bool collision_filter_contains(const struct collision_filter *filter, int64_t key) {
    uint64_t mixed = mix64((uint64_t)key);
    return bloom_contains(&filter->repeated, mixed, mix64(~mixed));
}

static void bloom_free(struct bloom_filter *filter, const struct allocator *allocator) {
    for (size_t i = 0; i < filter->layer_count; i++)
        allocator->release(filter->layers[i].memory);
    *filter = (struct bloom_filter){.bits_per_key = filter->bits_per_key};
}

void collision_filter_seal(struct collision_filter *filter, const struct allocator *allocator) {
    bloom_free(&filter->seen, allocator);
}

static uint64_t bloom_size(const struct bloom_filter *filter) {
    uint64_t size = 0;
    for (size_t i = 0; i < filter->layer_count; i++)
        size += filter->layers[i].blocks * block_bytes;
    return size;
}

uint64_t collision_filter_size(const struct collision_filter *filter) {
    return bloom_size(&filter->seen) + bloom_size(&filter->repeated);
}

void collision_filter_free(struct collision_filter *filter, const struct allocator *allocator) {
    bloom_free(&filter->seen, allocator);
    bloom_free(&filter->repeated, allocator);
}
