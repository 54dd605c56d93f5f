/* passage_alignment.c - see passage_alignment.h. */
#include "passage_alignment.h"

#include "../base/mix.h"
#include "../base/radix_sort.h"

#include <math.h>
#include <string.h> /* memset */

/* ---- Likeness ---- */

static struct word_count *slot_of(struct word_count *slots, size_t mask, uint32_t hash) {
    size_t at = (size_t)mix64(hash) & mask;
    while (slots[at].a + slots[at].b > 0 && slots[at].hash != hash)
        at = (at + 1) & mask;
    slots[at].hash = hash;
    return &slots[at];
}

/* Sets `words` and `similarity` of a passage with these words. Returns false if memory runs out. */
static bool compare(struct passage_alignment *alignment, struct shared_passage *passage,
                    const uint32_t *a, const uint32_t *b) {
    size_t a_count = passage->a_words, b_count = passage->b_words, slots = 16;
    enum passage_measure measure = alignment->search.index->parameters.measure;
    while (slots / 2 < a_count + b_count)
        slots *= 2;
    if (!ARRAY_RESERVE(alignment->search.allocator, alignment->counts, alignment->count_capacity,
                       slots))
        return false;
    struct word_count *counts = alignment->counts;
    memset(counts, 0, slots * sizeof *counts);
    for (size_t i = 0; i < a_count; i++)
        slot_of(counts, slots - 1, a[i])->a++;
    for (size_t i = 0; i < b_count; i++)
        slot_of(counts, slots - 1, b[i])->b++;
    size_t shorter = a_count < b_count ? a_count : b_count;
    uint64_t both = 0, either = 0;
    double product = 0, a_square = 0, b_square = 0;
    for (const struct word_count *word = counts; word < counts + slots; word++) {
        both += word->a < word->b ? word->a : word->b;
        either += word->a < word->b ? word->b : word->a;
        product += (double)word->a * word->b;
        a_square += (double)word->a * word->a;
        b_square += (double)word->b * word->b;
    }
    passage->words = (uint32_t)both;
    passage->similarity = both == 0                    ? 0
                          : measure == measure_overlap ? (double)both / (double)shorter
                          : measure == measure_jaccard
                              ? (double)both / (double)either
                              : fmin(1, product / sqrt(a_square * b_square));
    return true;
}

/* Measures the passage of a cluster, and adds it unless it is dropped, see (2). */
static bool add_passage(struct passage_alignment *alignment, const struct seed_cluster *cluster) {
    const struct placed_words *a = &alignment->search.index->words, *b = alignment->search.words;
    const struct passage_parameters *parameters = &alignment->search.index->parameters;
    struct shared_passage passage = {.a_begin = placed_words_begin(a, cluster->a_first),
                                     .a_end = placed_words_end(a, cluster->a_end - 1),
                                     .b_begin = placed_words_begin(b, cluster->b_first),
                                     .b_end = placed_words_end(b, cluster->b_end - 1),
                                     .a_words = cluster->a_end - cluster->a_first,
                                     .b_words = cluster->b_end - cluster->b_first};
    if (passage.a_end - passage.a_begin < parameters->length_least ||
        passage.b_end - passage.b_begin < parameters->length_least)
        return true;
    if (!compare(alignment, &passage, a->hashes + cluster->a_first, b->hashes + cluster->b_first))
        return false;
    return passage.similarity < parameters->similarity_least ||
           ARRAY_APPEND(alignment->search.allocator, alignment->passages, alignment->count,
                        alignment->capacity, passage);
}

/* ---- Shadows and order ---- */

/* The part of a text that a passage takes. */
struct side {
    uint32_t begin, end;
};

static struct side side_of(const struct shared_passage *passage, bool of_b) {
    return of_b ? (struct side){passage->b_begin, passage->b_end}
                : (struct side){passage->a_begin, passage->a_end};
}

static bool is_better(const struct shared_passage *p, const struct shared_passage *q) {
    return p->words > q->words && p->similarity > q->similarity;
}

/* Whether more than `share` of a side lies in another. */
static bool lies_in(struct side side, struct side other, double share) {
    uint32_t begin = side.begin > other.begin ? side.begin : other.begin;
    uint32_t end = side.end < other.end ? side.end : other.end;
    return begin < end && end - begin > share * (side.end - side.begin);
}

/*
 * Puts the passages in the order of where they begin in one text, then in the other, and marks
 * those that are in the shadow of a better one there. See (3).
 */
static bool find_shadows(struct passage_alignment *alignment, uint32_t *shadowed, bool in_b) {
    int64_t *keys = alignment->search.keys;
    const uint32_t *order = alignment->search.order;
    double most = alignment->search.index->parameters.shadow_most;
    for (uint32_t i = 0; i < alignment->count; i++) {
        const struct shared_passage *passage = &alignment->passages[i];
        uint64_t first = in_b ? passage->b_begin : passage->a_begin;
        uint64_t second = in_b ? passage->a_begin : passage->b_begin;
        keys[i] = (int64_t)(first << 32 | second);
    }
    if (!radix_sort_order(keys, alignment->search.order, alignment->count,
                          alignment->search.interruption))
        return false;
    for (size_t i = 0; i < alignment->count; i++) {
        const struct shared_passage *p = &alignment->passages[order[i]];
        struct side p_side = side_of(p, in_b);
        size_t j = i + 1;
        for (; j < alignment->count; j++) {
            const struct shared_passage *q = &alignment->passages[order[j]];
            struct side q_side = side_of(q, in_b);
            if (q_side.begin >= p_side.end)
                break;
            if (is_better(q, p) && lies_in(p_side, q_side, most))
                shadowed[order[i]] = true;
            if (is_better(p, q) && lies_in(q_side, p_side, most))
                shadowed[order[j]] = true;
        }
        if (interruption_after(alignment->search.interruption, 4 * (j - i)))
            return false;
    }
    return true;
}

/* Drops what is in a shadow, and sorts the others. */
static bool finish(struct passage_alignment *alignment) {
    size_t count = alignment->count, kept = 0;
    struct shared_passage *passages = alignment->passages;
    if (count < 2)
        return true;
    /* There were as many clusters, for which `order` has room twice. */
    assert(2 * count <= alignment->search.order_capacity);
    uint32_t *order = alignment->search.order, *shadowed = order + count;
    memset(shadowed, 0, count * sizeof *shadowed);
    if (!ARRAY_RESERVE(alignment->search.allocator, alignment->sorted, alignment->sorted_capacity,
                       count) ||
        !find_shadows(alignment, shadowed, true) ||
        !find_shadows(alignment, shadowed, false)) /* leaves the final order */
        return false;
    for (size_t i = 0; i < count; i++)
        if (!shadowed[order[i]])
            alignment->sorted[kept++] = passages[order[i]];
    memcpy(passages, alignment->sorted, kept * sizeof *passages);
    alignment->count = kept;
    return true;
}

/* Turns the clusters into passages. */
static bool add_passages(struct passage_alignment *alignment) {
    struct seed_search *search = &alignment->search;
    for (size_t i = 0; i < search->cluster_count; i++) {
        struct seed_cluster *cluster = &search->clusters[i];
        if (!seed_cluster_trim(search, cluster) || !add_passage(alignment, cluster) ||
            interruption_after(search->interruption, cluster->a_end - cluster->a_first +
                                                         cluster->b_end - cluster->b_first))
            return false;
    }
    return true;
}

bool passage_alignment_find(struct passage_alignment *alignment, const struct allocator *allocator,
                            struct interruption *interruption, const struct seed_index *index,
                            const struct placed_words *words) {
    struct seed_search *search = &alignment->search;
    search->allocator = allocator;
    search->interruption = interruption;
    search->index = index;
    search->words = words;
    alignment->count = 0;
    bool done = seed_matches_find(search) && seed_clusters_find(search) &&
                seed_clusters_join(search) && add_passages(alignment) && finish(alignment);
    if (!done)
        alignment->count = 0;
    return done;
}

void passage_alignment_free(struct passage_alignment *alignment,
                            const struct allocator *allocator) {
    seed_search_free(&alignment->search, allocator);
    RELEASE(allocator, alignment->passages, alignment->sorted, alignment->counts);
    *alignment = (struct passage_alignment){0};
}
