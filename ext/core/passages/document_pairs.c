/* document_pairs.c - see document_pairs.h. */
#include "document_pairs.h"

#include "../base/radix_sort.h"

#include <string.h> /* memcpy */

static int64_t pair_of(uint32_t a, uint32_t b) {
    return (int64_t)((uint64_t)a << 32 | b);
}

bool document_pairs_add(struct document_pairs *pairs, const struct allocator *allocator, int64_t a,
                        int64_t b, float score) {
    assert(pairs->nodes.count < DOCUMENT_PAIRS_IDS_MAX - 1);
    uint32_t a_number, b_number;
    if (a == b)
        return true;
    if (union_find_node(&pairs->nodes, allocator, a, &a_number) != union_find_ok ||
        union_find_node(&pairs->nodes, allocator, b, &b_number) != union_find_ok ||
        !ARRAY_RESERVE(allocator, pairs->pairs, pairs->pair_capacity, pairs->count + 1) ||
        !ARRAY_RESERVE(allocator, pairs->scores, pairs->score_capacity, pairs->count + 1))
        return false;
    pairs->pairs[pairs->count] = pair_of(a_number, b_number);
    memcpy(pairs->scores + pairs->count++, &score, sizeof score);
    return true;
}

/* ---- Order ----------------------------------------------------------------------------------- */

static bool sort_pairs(struct document_pairs *pairs, struct interruption *interruption) {
    size_t i = 1;
    while (i < pairs->count && pairs->pairs[i] >= pairs->pairs[i - 1])
        i++;
    return i >= pairs->count || radix_sort(pairs->pairs, pairs->scores, pairs->count, interruption);
}

bool document_pairs_sort(struct document_pairs *pairs, const struct allocator *allocator,
                         struct interruption *interruption) {
    size_t ids = pairs->nodes.count;
    if (pairs->count == 0)
        return true;
    uint32_t *ranks = allocator->resize(NULL, ids * sizeof *ranks);
    uint32_t *numbers = allocator->resize(NULL, ids * sizeof *numbers);
    bool sorted =
        ranks && numbers && radix_sort_order(pairs->nodes.members, numbers, ids, interruption);
    for (size_t i = 0; sorted && i < ids; i++)
        ranks[numbers[i]] = (uint32_t)i;
    /*
     * Renumbers the documents of each pair by their ranks, smaller one first. The lowest bit, for
     * which there is room since ranks take 31 bits, tells whether they were the other way round.
     */
    for (size_t i = 0; sorted && i < pairs->count; i++) {
        uint32_t a = ranks[document_pairs_a(pairs, i)], b = ranks[document_pairs_b(pairs, i)];
        pairs->pairs[i] = a < b ? pair_of(a, b << 1) : pair_of(b, a << 1 | 1);
        sorted = !interruption_at(interruption, i);
    }
    sorted = sorted && sort_pairs(pairs, interruption);
    RELEASE(allocator, ranks, numbers);
    if (!sorted)
        return false;
    /* Joins those of the same documents; turns back those that were only the other way round. */
    size_t kept = 0;
    for (size_t i = 0, end; i < pairs->count; i = end) {
        int64_t pair = pairs->pairs[i];
        uint32_t smaller = (uint32_t)((uint64_t)pair >> 32), larger = (uint32_t)pair >> 1;
        size_t highest = i;
        for (end = i + 1; end < pairs->count && pairs->pairs[end] >> 1 == pair >> 1; end++)
            if (document_pairs_score(pairs, end) > document_pairs_score(pairs, highest))
                highest = end;
        pairs->scores[kept] = pairs->scores[highest];
        pairs->pairs[kept++] = pair & 1 ? pair_of(larger, smaller) : pair_of(smaller, larger);
    }
    pairs->count = kept;
    return sort_pairs(pairs, interruption);
}

void document_pairs_free(struct document_pairs *pairs, const struct allocator *allocator) {
    uint64_t key = pairs->nodes.key;
    union_find_free(&pairs->nodes, allocator);
    RELEASE(allocator, pairs->pairs, pairs->scores);
    *pairs = (struct document_pairs){.nodes.key = key};
}

float document_pairs_score(const struct document_pairs *pairs, size_t pair) {
    float score;
    assert(pair < pairs->count);
    memcpy(&score, pairs->scores + pair, sizeof score);
    return score;
}
