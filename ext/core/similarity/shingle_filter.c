/* shingle_filter.c - see shingle_filter.h. */
#include "shingle_filter.h"

#include "../text/shingle.h"
#include "set_similarity.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy, memset */

/*
 * The set costs as much as some comparisons, so the text must have come a few times. With 512 bits
 * for each shingle, one of 512 shingles of other texts seems to be in the set.
 */
enum { times_least = 8, bits_per_shingle = 512, bytes_most = 2048, other_most = 1 << 16 };

void shingle_filter_free(struct shingle_filter *filter, const struct allocator *allocator) {
    RELEASE(allocator, filter->text, filter->bits, filter->hashes);
    *filter = (struct shingle_filter){0};
}

bool shingle_filter_sees_again(struct shingle_filter *filter, const struct allocator *allocator,
                               const char *utf8, size_t length) {
    if (filter->times > 0 && length == filter->length && memcmp(utf8, filter->text, length) == 0) {
        filter->times += filter->times < times_least;
        return true;
    }
    filter->times = 0;
    filter->shingle = 0;
    if (length == 0 || length > bytes_most)
        return false;
    if (!ARRAY_RESERVE(allocator, filter->text, filter->text_capacity, length))
        return false;
    memcpy(filter->text, utf8, length);
    filter->length = length;
    filter->times = 1;
    return false;
}

/* The hashes of a text. NULL if memory is short. */
static const uint32_t *hash(struct shingle_filter *filter, const struct allocator *allocator,
                            const struct code_points *text, size_t shingle) {
    if (!ARRAY_RESERVE(allocator, filter->hashes, filter->hash_capacity,
                       text->count + set_hash_slack))
        return NULL;
    set_similarity_hashes(text->values, text->count, shingle, filter->hashes);
    return filter->hashes;
}

/* Enters the shingles of `a`. False if memory is short. */
static bool prepare(struct shingle_filter *filter, const struct allocator *allocator,
                    const struct code_points *a, size_t shingle) {
    size_t shingles = shingle_count(a->count, shingle), words = 128;
    filter->shift = 32 - 12;
    while (words * 32 < shingles * bits_per_shingle) {
        words *= 2;
        filter->shift--;
    }
    if (!ARRAY_RESERVE(allocator, filter->bits, filter->bit_capacity, words))
        return false;
    uint32_t *bits = filter->bits;
    const uint32_t *hashes = hash(filter, allocator, a, shingle);
    if (!hashes)
        return false;
    memset(bits, 0, words * sizeof *bits);
    for (size_t i = 0; i < shingles; i++) {
        uint32_t bit = hashes[i] >> filter->shift;
        bits[bit / 32] |= UINT32_C(1) << bit % 32;
    }
    filter->shingle = shingle;
    return true;
}

bool shingle_filter_excludes(struct shingle_filter *filter, const struct allocator *allocator,
                             const struct code_points *a, const struct code_points *b,
                             size_t shingle) {
    size_t in_b = shingle_count(b->count, shingle);
    if (filter->times < times_least || in_b == 0 || in_b > other_most)
        return false;
    assert(a->count > 0 && a->count <= bytes_most);
    if (shingle_width(a->count, shingle) != shingle_width(b->count, shingle))
        return true;
    if (filter->shingle != shingle && !prepare(filter, allocator, a, shingle))
        return false;
    const uint32_t *hashes = hash(filter, allocator, b, shingle);
    if (!hashes)
        return false;
    uint32_t any = 0; /* no branch depends on the texts */
    for (size_t i = 0; i < in_b; i++) {
        uint32_t bit = hashes[i] >> filter->shift;
        any |= filter->bits[bit / 32] >> bit % 32;
    }
    return (any & 1) == 0;
}
