/* byte_chain.h - bytes that stay where they are: they are reserved in a chain of blocks. */
#pragma once

#include "allocator.h"

enum { byte_block_size = 1 << 20 }; /* at least */

struct byte_block {
    struct byte_block *previous;
    size_t used, size;
    unsigned char bytes[];
};

/* Initialise with zeroes; release with byte_chain_free(). */
struct byte_chain {
    struct byte_block *last;
};

/*
 * Returns room for `size` bytes, or NULL if memory runs out. It is aligned to 8 bytes if all sizes
 * are multiples of 8, and so on.
 */
static inline unsigned char *byte_chain_reserve(struct byte_chain *chain,
                                                const struct allocator *allocator, size_t size) {
    struct byte_block *block = chain->last;
    if (!block || block->size - block->used < size) {
        size_t room = size > byte_block_size ? size : byte_block_size;
        block = room < SIZE_MAX / 2 ? allocator->resize(NULL, sizeof *block + room) : NULL;
        if (!block)
            return NULL;
        *block = (struct byte_block){.previous = chain->last, .size = room};
        chain->last = block;
    }
    block->used += size;
    return block->bytes + block->used - size;
}

/* Gives back the last `size` bytes of the last reservation. */
static inline void byte_chain_return(struct byte_chain *chain, size_t size) {
    assert(chain->last && chain->last->used >= size);
    chain->last->used -= size;
}

/* Moves all bytes of another chain to this one. They stay where they are. */
static inline void byte_chain_join(struct byte_chain *chain, struct byte_chain *other) {
    struct byte_block *first = other->last;
    while (first && first->previous)
        first = first->previous;
    if (!first)
        return;
    first->previous = chain->last;
    chain->last = other->last;
    other->last = NULL;
}

static inline void byte_chain_free(struct byte_chain *chain, const struct allocator *allocator) {
    for (struct byte_block *block = chain->last, *previous; block; block = previous) {
        previous = block->previous;
        allocator->release(block);
    }
    chain->last = NULL;
}
