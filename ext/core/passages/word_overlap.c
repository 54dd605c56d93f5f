/* word_overlap.c - see word_overlap.h. */
#include "word_overlap.h"

#include "../base/mix.h"

#include <math.h>
#include <string.h> /* memset */

static struct word_count *slot_of(struct word_count *slots, size_t mask, uint32_t hash) {
    size_t at = (size_t)mix64(hash) & mask;
    while (slots[at].a + slots[at].b > 0 && slots[at].hash != hash)
        at = (at + 1) & mask;
    slots[at].hash = hash;
    return &slots[at];
}

bool word_overlap_measure(struct word_overlap *overlap, const struct allocator *allocator,
                          enum passage_measure measure, const uint32_t *a, size_t a_count,
                          const uint32_t *b, size_t b_count) {
    size_t slots = 16;
    while (slots / 2 < a_count + b_count)
        slots *= 2;
    if (!ARRAY_RESERVE(allocator, overlap->slots, overlap->slots_capacity, slots))
        return false;
    struct word_count *grown = overlap->slots;
    memset(grown, 0, slots * sizeof *grown);
    for (size_t i = 0; i < a_count; i++)
        slot_of(grown, slots - 1, a[i])->a++;
    for (size_t i = 0; i < b_count; i++)
        slot_of(grown, slots - 1, b[i])->b++;
    size_t shorter = a_count < b_count ? a_count : b_count;
    uint64_t both = 0, either = 0;
    double product = 0, a_square = 0, b_square = 0;
    for (size_t i = 0; i < slots; i++) {
        const struct word_count *word = &overlap->slots[i];
        both += word->a < word->b ? word->a : word->b;
        either += word->a < word->b ? word->b : word->a;
        product += (double)word->a * word->b;
        a_square += (double)word->a * word->a;
        b_square += (double)word->b * word->b;
    }
    overlap->words = (uint32_t)both;
    if (both == 0)
        overlap->similarity = 0;
    else if (measure == measure_overlap)
        overlap->similarity = (double)both / (double)shorter;
    else if (measure == measure_jaccard)
        overlap->similarity = (double)both / (double)either;
    else
        overlap->similarity = fmin(1, product / sqrt(a_square * b_square));
    return true;
}

void word_overlap_free(struct word_overlap *overlap, const struct allocator *allocator) {
    allocator->release(overlap->slots);
    *overlap = (struct word_overlap){0};
}
