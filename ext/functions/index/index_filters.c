/*
 * index_filters.c - what is kept in memory of segments, so that few of their pages are read; see
 * live_index.h.
 *
 * A filter comes into being bit by bit. When searches have read one in 32 of a segment's pages, it
 * gets an empty filter, and from then on each page that a search reads adds four to it, from the
 * first. So no search waits for a filter to be made, and a connection that searches seldom makes
 * none. A merge adds the pages that it writes.
 *
 * A filter outlives what it was made from: a merge deletes pages of a segment, and ROLLBACK brings
 * them back. So it says nothing of a page that was gone when its turn came.
 */
#include "live_index.h"

enum { filters_most = 256 << 20, lookups_share = 32, pages_added = 4 };

/* The postings that it has when it is whole, at most. */
static uint64_t postings_of(const struct index_structure *structure,
                            const struct segment *segment) {
    uint64_t count = segment_is_whole(segment) ? segment->count : 0;
    for (size_t i = 0; i < structure->count && !segment_is_whole(segment); i++)
        if (structure->segments[i].into == segment->id)
            count += structure->segments[i].count;
    return count;
}

/* Small segments come first: a page that is not read saves the same in each. */
static bool deserves_filter(const struct index_structure *structure,
                            const struct segment *segment) {
    uint64_t size = 0;
    for (size_t i = 0; i < structure->count; i++)
        if (structure->segments[i].shape.pages <= segment->shape.pages)
            size += posting_filter_size(postings_of(structure, &structure->segments[i]));
    return size <= filters_most;
}

void index_keep_filters(struct live_index *index, struct index_structure *structure) {
    for (size_t i = 0; i < structure->count; i++) {
        struct segment *segment = &structure->segments[i];
        struct segment *same = index_structure_find(&index->structure, segment->id);
        if (!same || same->stamp != segment->stamp)
            continue;
        segment->looked_up = same->looked_up;
        if (!deserves_filter(structure, segment))
            continue;
        segment->filter = same->filter;
        segment->filter_begin = same->filter_begin;
        segment->filter_end = same->filter_end;
        same->filter.words = NULL;
    }
}

void index_filter_page(struct segment *segment, uint32_t number, const struct posting *postings,
                       size_t count) {
    if (!segment->filter.words || segment->filter_end != number)
        return;
    assert(number < segment->shape.pages && segment->filter_begin <= number);
    for (size_t i = 0; i < count; i++)
        posting_filter_add(&segment->filter, postings[i].key);
    segment->filter_end++;
}

void index_extend_filter(struct live_index *index, struct segment *segment) {
    if (segment->looked_up++ < segment->merged / lookups_share)
        return;
    if (!segment->filter.words && deserves_filter(&index->structure, segment) &&
        !posting_filter_make(&segment->filter, &sqlite_allocator,
                             postings_of(&index->structure, segment)))
        index_no_memory(index);
    const struct segment *into = index_structure_find(&index->structure, segment->into);
    uint32_t first = into ? segment_first_page(segment, into) : 0;
    if (segment->filter_end < first)
        segment->filter_begin = segment->filter_end = first;
    for (int i = 0; i < pages_added && segment->filter.words &&
                    segment->filter_end < segment->merged && index_ok(index);
         i++) {
        size_t count = index_read_postings(index, segment, segment->filter_end, &index->postings,
                                           &index->posting_capacity);
        if (index_ok(index))
            index_filter_page(segment, segment->filter_end, index->postings, count);
    }
}
