/* posting_filter.c - see posting_filter.h. */
#include "posting_filter.h"

static size_t words_for(size_t count) {
    size_t words = 1;
    while (words < count / 64 * 10 + 1)
        words *= 2;
    return words;
}

size_t posting_filter_size(size_t count) {
    return words_for(count) * sizeof(uint64_t);
}

bool posting_filter_make(struct posting_filter *filter, const struct allocator *allocator,
                         size_t count) {
    size_t words = words_for(count);
    filter->words = allocator_zeroes(allocator, words, sizeof *filter->words);
    filter->mask = words - 1;
    return filter->words != NULL;
}

void posting_filter_free(struct posting_filter *filter, const struct allocator *allocator) {
    allocator->release(filter->words);
    filter->words = NULL;
}
