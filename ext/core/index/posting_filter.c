/* posting_filter.c - see posting_filter.h. */
#include "posting_filter.h"

static uint64_t words_for(uint64_t keys) {
    uint64_t words = keys / 8 + 1;
    return words < posting_pages_max ? words : posting_pages_max;
}

size_t posting_filter_size(uint64_t keys) {
    return (size_t)words_for(keys) * sizeof(uint64_t);
}

bool posting_filter_make(struct posting_filter *filter, const struct allocator *allocator,
                         uint64_t keys) {
    filter->count = words_for(keys);
    filter->words = allocator_zeroes(allocator, (size_t)filter->count, sizeof *filter->words);
    return filter->words != NULL;
}

void posting_filter_free(struct posting_filter *filter, const struct allocator *allocator) {
    allocator->release(filter->words);
    filter->words = NULL;
}
