/* posting.c - see posting.h. */
#include "posting.h"

#include <assert.h>
#include <string.h> /* memcpy, memset */

/* Lets postings[root] sink to its place in a heap whose largest posting is the first. */
static void sink(struct posting *postings, size_t root, size_t count) {
    struct posting sinking = postings[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && posting_precedes(&postings[child], &postings[child + 1]))
            child++;
        if (!posting_precedes(&sinking, &postings[child]))
            break;
        postings[root] = postings[child];
    }
    postings[root] = sinking;
}

static void sort_short(struct posting *postings, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct posting moving = postings[i];
        size_t at = i;
        for (; at > 0 && posting_precedes(&moving, &postings[at - 1]); at--)
            postings[at] = postings[at - 1];
        postings[at] = moving;
    }
}

static void heap_sort(struct posting *postings, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        sink(postings, i, count);
    for (size_t end = count; end-- > 1;) {
        struct posting largest = postings[0];
        postings[0] = postings[end];
        postings[end] = largest;
        sink(postings, 0, end);
    }
}

/*
 * Keys are uniform, so buckets by their upper bits, about two for each posting, hold few postings.
 * Where hostile texts fill one, it is sorted as a heap.
 */
void postings_sort(struct posting *postings, struct posting *scratch, size_t count, uint64_t begin,
                   uint64_t end) {
    enum { buckets_most = 4096, short_run = 16 };
    uint32_t ends[buckets_most + 1];
    unsigned shift = 0;
    assert(begin < end && count < UINT32_MAX);
    while ((end - 1 - begin) >> shift >= buckets_most || (end - 1 - begin) >> shift > 2 * count)
        shift++;
    size_t buckets = (size_t)((end - 1 - begin) >> shift) + 1;
    memset(ends, 0, (buckets + 1) * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[((postings[i].key - begin) >> shift) + 1]++;
    for (size_t b = 1; b < buckets; b++)
        ends[b] += ends[b - 1]; /* so far, where it begins */
    for (size_t i = 0; i < count; i++)
        scratch[ends[(postings[i].key - begin) >> shift]++] = postings[i];
    for (size_t b = 0, from = 0; b < buckets; from = ends[b++])
        if (ends[b] - from > 1)
            (ends[b] - from <= short_run ? sort_short : heap_sort)(scratch + from, ends[b] - from);
    memcpy(postings, scratch, count * sizeof *postings);
}
