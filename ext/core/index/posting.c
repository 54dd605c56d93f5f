/* posting.c - see posting.h. */
#include "posting.h"

#include <string.h> /* memcpy */

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
 * Keys are uniform, so one pass of American flag sort (radix_sort.h) by their upper bits leaves
 * runs that are short. Where hostile texts make a long one, it is sorted as a heap.
 */
void postings_sort(struct posting *postings, size_t count) {
    enum { bits = 12, buckets = 1 << bits, short_run = 16 };
    if (count <= short_run) {
        sort_short(postings, count);
        return;
    }
    uint32_t begins[buckets + 1] = {0}, next[buckets];
    for (size_t i = 0; i < count; i++)
        begins[(postings[i].key >> (posting_key_bits - bits)) + 1]++;
    for (size_t b = 0; b < buckets; b++) {
        begins[b + 1] += begins[b];
        next[b] = begins[b];
    }
    for (size_t b = 0; b < buckets; b++)
        while (next[b] < begins[b + 1]) {
            struct posting *here = &postings[next[b]];
            size_t home = here->key >> (posting_key_bits - bits);
            if (home == b) {
                next[b]++;
                continue;
            }
            struct posting moved = *here, *there = &postings[next[home]++];
            *here = *there;
            *there = moved;
        }
    for (size_t b = 0; b < buckets; b++) {
        size_t run = begins[b + 1] - begins[b];
        (run <= short_run ? sort_short : heap_sort)(postings + begins[b], run);
    }
}

void postings_merge(struct posting *postings, struct posting *scratch, size_t *begins,
                    size_t runs) {
    for (; runs > 1; runs = (runs + 1) / 2) {
        size_t to = 0, merged = 0;
        for (size_t r = 0; r < runs; r += 2) {
            size_t i = begins[r], i_end = begins[r + 1];
            size_t j = i_end, j_end = r + 1 < runs ? begins[r + 2] : i_end;
            while (i < i_end && j < j_end)
                scratch[to++] =
                    posting_precedes(&postings[j], &postings[i]) ? postings[j++] : postings[i++];
            while (i < i_end)
                scratch[to++] = postings[i++];
            while (j < j_end)
                scratch[to++] = postings[j++];
            begins[++merged] = to;
        }
        memcpy(postings, scratch, to * sizeof *postings);
    }
}
