/* candidates.c - see candidates.h. */
#include "candidates.h"

#include "../base/binary_search.h"
#include "../base/cpu.h"
#include "../base/radix_sort.h"

#include <assert.h>
#include <string.h> /* memcpy */

enum { word_bits = 64 };

static uint32_t smaller(uint32_t x, uint32_t y) {
    return x < y ? x : y;
}

static bool is_whole(const struct candidates *candidates, uint32_t bucket) {
    return bucket_size(candidates->set, bucket) <= candidates->rule.whole_most;
}

static bool is_thinned(const struct candidates *candidates, uint32_t bucket) {
    return bucket < candidates->first_dropped && !is_whole(candidates, bucket);
}

/* ---- Large buckets --------------------------------------------------------------------------- */

/* The pairs of `size` texts that are compared: neighbours, and others with representatives. */
static uint64_t compared_pairs(const struct candidate_rule *rule, uint64_t size) {
    uint64_t near = smaller(rule->neighbours, (uint32_t)size - 1);
    uint64_t first = smaller(rule->representatives, (uint32_t)(size - near) - 1);
    uint64_t pairs = near * (2 * size - near - 1) / 2; /* size - 1, size - 2 ... */
    return pairs + first * (2 * (size - near - 1) - first + 1) / 2;
}

/*
 * Counts what thinning does to owned texts, and to buckets that begin with one. `seen` has a bit
 * for each text and is all zero.
 */
static void count_thinned(struct candidates *candidates, uint64_t *seen) {
    const struct bucket_set *set = candidates->set;
    for (uint32_t bucket = 0; bucket < candidates->first_dropped; bucket++) {
        if (!is_thinned(candidates, bucket))
            continue;
        uint64_t size = bucket_size(set, bucket);
        if (bucket_set_owns(set, set->members[set->starts[bucket]])) {
            candidates->large_buckets++;
            candidates->left_out += size * (size - 1) / 2 - compared_pairs(&candidates->rule, size);
        }
        for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++) {
            uint32_t text = set->members[row];
            if (!bucket_set_owns(set, text))
                continue;
            uint64_t bit = UINT64_C(1) << text % word_bits;
            candidates->texts_in_large_buckets += !(seen[text / word_bits] & bit);
            seen[text / word_bits] |= bit;
        }
    }
}

static bool rank_buckets(struct candidates *candidates, const struct allocator *allocator,
                         struct interruption *interruption) {
    const struct bucket_set *set = candidates->set;
    size_t rows = set->starts[set->buckets];
    candidates->ranked = allocator->resize(NULL, rows * sizeof *candidates->ranked);
    int64_t *keys = allocator->resize(NULL, set->texts * sizeof *keys);
    bool ranked = candidates->ranked && keys;
    candidates->own_ranked = true;
    if (ranked)
        memcpy(candidates->ranked, set->members, rows * sizeof *candidates->ranked);
    for (uint32_t bucket = 0; ranked && bucket < candidates->first_dropped; bucket++) {
        if (!is_thinned(candidates, bucket))
            continue;
        uint32_t *members = candidates->ranked + set->starts[bucket];
        size_t size = bucket_size(set, bucket);
        for (size_t i = 0; i < size; i++)
            keys[i] = candidates->rule.ranks[members[i]];
        ranked = radix_sort(keys, members, size, interruption) &&
                 !interruption_after(interruption, size);
    }
    allocator->release(keys);
    return ranked;
}

bool candidates_are_thinned(const struct bucket_set *set, const struct candidate_rule *rule) {
    for (uint32_t bucket = 0; bucket < set->buckets; bucket++)
        if (bucket_size(set, bucket) > rule->whole_most)
            return true;
    return false;
}

bool candidates_begin(struct candidates *candidates, const struct allocator *allocator,
                      const struct bucket_set *set, const struct candidate_rule *rule,
                      struct interruption *interruption) {
    *candidates = (struct candidates){.set = set, .rule = *rule, .ranked = set->members};
    candidates->first_dropped = bucket_set_after_band(set, rule->bands);
    size_t words = set->texts / word_bits + 1;
    uint64_t *seen = allocator_zeroes(allocator, words, sizeof *seen);
    if (!seen)
        return false;
    count_thinned(candidates, seen);
    allocator->release(seen);
    if (!rule->ranks || rank_buckets(candidates, allocator, interruption))
        return true;
    candidates_free(candidates, allocator);
    return false;
}

void candidates_free(struct candidates *candidates, const struct allocator *allocator) {
    if (candidates->own_ranked)
        allocator->release(candidates->ranked);
    *candidates = (struct candidates){0};
}

uint64_t candidates_work(const struct candidates *candidates, uint32_t text) {
    const struct bucket_set *set = candidates->set;
    uint64_t work = 1;
    for (uint32_t i = set->text_starts[text]; i < set->text_starts[text + 1]; i++)
        work += bucket_size(set, set->text_buckets[i]);
    return work;
}

/* ---- The candidates of a text ---------------------------------------------------------------- */

void candidate_finder_free(struct candidate_finder *finder, const struct allocator *allocator) {
    RELEASE(allocator, finder->marks, finder->found);
    *finder = (struct candidate_finder){0};
}

bool candidate_finder_begin(struct candidate_finder *finder, const struct allocator *allocator,
                            const struct candidates *candidates) {
    finder->texts = candidates->set->texts;
    size_t marks = finder->texts / word_bits + 1, groups = marks / word_bits + 1;
    finder->marks = allocator_zeroes(allocator, marks + groups, sizeof *finder->marks);
    if (!finder->marks)
        return false;
    finder->groups = finder->marks + marks;
    return true;
}

static inline void mark(struct candidate_finder *finder, uint32_t text) {
    uint64_t *word = finder->marks + text / word_bits;
    if (*word == 0)
        finder->groups[text / word_bits / word_bits] |= UINT64_C(1) << text / word_bits % word_bits;
    *word |= UINT64_C(1) << text % word_bits;
}

static inline void mark_later(struct candidate_finder *finder, uint32_t text, uint32_t other) {
    if (other > text)
        mark(finder, other);
}

/* The place of a text among `count` that are sorted by rank, or by number if there are no ranks. */
static uint32_t place_of(const uint32_t *texts, uint32_t count, const uint32_t *ranks,
                         uint32_t text) {
    size_t begin = 0, end = count - (size_t)1;
    uint32_t wanted = ranks ? ranks[text] : text;
    BINARY_SEARCH(begin, end, (ranks ? ranks[texts[middle]] : texts[middle]) < wanted)
    assert(texts[begin] == text);
    return (uint32_t)begin;
}

/* Returns the steps, up to twice the texts of the bucket. */
static uint32_t mark_thinned(struct candidate_finder *finder, const struct candidates *candidates,
                             uint32_t bucket, uint32_t text) {
    const struct candidate_rule *rule = &candidates->rule;
    const uint32_t *texts = candidates->ranked + candidates->set->starts[bucket];
    uint32_t size = bucket_size(candidates->set, bucket);
    uint32_t place = place_of(texts, size, rule->ranks, text), begin = 0, end = size;
    uint32_t first = smaller(rule->representatives, size), steps = 0;
    if (place >= first) { /* not a representative itself */
        steps = first;
        begin = place - smaller(rule->neighbours, place);
        end = place + smaller(rule->neighbours, size - 1 - place) + 1;
        for (uint32_t i = 0; i < first; i++)
            mark_later(finder, text, texts[i]);
    }
    for (uint32_t i = begin; i < end; i++)
        mark_later(finder, text, texts[i]);
    return steps + end - begin;
}

static uint32_t mark_bucket(struct candidate_finder *finder, const struct candidates *candidates,
                            uint32_t bucket, uint32_t text) {
    if (is_thinned(candidates, bucket))
        return mark_thinned(finder, candidates, bucket, text);
    if (!is_whole(candidates, bucket))
        return 0;
    const uint32_t *texts = candidates->set->members + candidates->set->starts[bucket];
    uint32_t size = bucket_size(candidates->set, bucket);
    uint32_t place = place_of(texts, size, NULL, text);
    for (uint32_t i = place + 1; i < size; i++)
        mark(finder, texts[i]);
    return size - place;
}

bool candidate_finder_find(struct candidate_finder *finder, const struct allocator *allocator,
                           const struct candidates *candidates, uint32_t text,
                           struct interruption *interruption) {
    const struct bucket_set *set = candidates->set;
    assert(text < finder->texts && finder->texts == set->texts);
    uint64_t most = candidates_work(candidates, text);
    if (most > set->texts - text)
        most = set->texts - text;
    if (!ARRAY_RESERVE(allocator, finder->found, finder->capacity, (size_t)most))
        return false;
    bool stopped = false;
    for (uint32_t i = set->text_starts[text]; i < set->text_starts[text + 1] && !stopped; i++)
        stopped = interruption_after(interruption,
                                     mark_bucket(finder, candidates, set->text_buckets[i], text));
    /* Reads the marks from `text` on, in order, and clears them. */
    size_t groups = finder->texts / word_bits / word_bits + 1, count = 0;
    for (size_t group = text / word_bits / word_bits; group < groups; group++) {
        for (uint64_t words = finder->groups[group]; words; words &= words - 1) {
            size_t word = group * word_bits + lowest_bit(words);
            for (uint64_t bits = finder->marks[word]; bits; bits &= bits - 1)
                finder->found[count++] = (uint32_t)(word * word_bits + lowest_bit(bits));
            finder->marks[word] = 0;
        }
        finder->groups[group] = 0;
    }
    finder->count = count;
    return !stopped;
}
