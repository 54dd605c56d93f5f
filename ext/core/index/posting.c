/* posting.c - see posting.h. */
#include "posting.h"

#include <assert.h>
#include <string.h> /* memcpy, memset */

/*
 * Shell sort, for many postings with the gaps of Pratt 1971, 2^i * 3^k: a pass moves none far, as
 * it comes after those of twice and three times its gap. O(count log^2 count).
 */
static void sort(struct posting *postings, size_t count) {
    enum { short_run = 16 };
    size_t threes = 1, twos = 1;
    while (count > short_run && threes < count / 3)
        threes *= 3;
    while (count > short_run && twos < count / 2)
        twos *= 2;
    for (; threes > 0; threes /= 3)
        for (size_t gap = threes * twos; gap >= threes; gap /= 2)
            for (size_t i = gap; i < count; i++) {
                struct posting moving = postings[i];
                size_t at = i;
                for (; at >= gap && posting_precedes(&moving, &postings[at - gap]); at -= gap)
                    postings[at] = postings[at - gap];
                postings[at] = moving;
            }
}

/*
 * Keys are uniform, so buckets by their upper bits, about two for each posting, hold few postings.
 * Where hostile texts fill one, it takes longer.
 */
void postings_sort(struct posting *postings, struct posting *scratch, size_t count, uint64_t begin,
                   uint64_t end) {
    enum { buckets_most = 4096 };
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
            sort(scratch + from, ends[b] - from);
    memcpy(postings, scratch, count * sizeof *postings);
}
