/* passage_alignment.c - see passage_alignment.h. */
#include "passage_alignment.h"

#include "../base/radix_sort.h"

/* Measures the passage of a cluster, and adds it unless it is dropped, see (2). */
static bool add_passage(struct passage_alignment *alignment, const struct allocator *allocator,
                        const struct seed_index *index, const struct placed_words *b,
                        const struct seed_cluster *cluster) {
    const struct passage_parameters *parameters = &index->parameters;
    const struct placed_words *a = &index->words;
    struct shared_passage passage = {.a_begin = placed_words_begin(a, cluster->a_first),
                                     .a_end = placed_words_end(a, cluster->a_end - 1),
                                     .b_begin = placed_words_begin(b, cluster->b_first),
                                     .b_end = placed_words_end(b, cluster->b_end - 1),
                                     .a_words = cluster->a_end - cluster->a_first,
                                     .b_words = cluster->b_end - cluster->b_first};
    if (passage.a_end - passage.a_begin < parameters->length_least ||
        passage.b_end - passage.b_begin < parameters->length_least)
        return true;
    if (!word_overlap_measure(&alignment->overlap, allocator, parameters->measure,
                              a->hashes + cluster->a_first, passage.a_words,
                              b->hashes + cluster->b_first, passage.b_words))
        return false;
    passage.words = alignment->overlap.words;
    passage.similarity = alignment->overlap.similarity;
    if (passage.similarity < parameters->similarity_least)
        return true;
    return ARRAY_APPEND(allocator, alignment->passages, alignment->count, alignment->capacity,
                        passage);
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

/* Marks passages that are in the shadow of a better one in one of the texts. See (3). */
static bool find_shadows(struct passage_alignment *alignment, struct interruption *interruption,
                         double most, bool in_b) {
    /* Puts the passages in the order of where they begin in one text, then in the other. */
    for (uint32_t i = 0; i < alignment->count; i++) {
        const struct shared_passage *passage = &alignment->passages[i];
        uint64_t first = in_b ? passage->b_begin : passage->a_begin;
        uint64_t second = in_b ? passage->a_begin : passage->b_begin;
        alignment->keys[i] = (int64_t)(first << 32 | second);
    }
    if (!radix_sort_order(alignment->keys, alignment->order, alignment->count, interruption))
        return false;
    for (size_t i = 0; i < alignment->count; i++) {
        const struct shared_passage *p = &alignment->passages[alignment->order[i]];
        struct side p_side = side_of(p, in_b);
        size_t j = i + 1;
        for (; j < alignment->count; j++) {
            const struct shared_passage *q = &alignment->passages[alignment->order[j]];
            struct side q_side = side_of(q, in_b);
            if (q_side.begin >= p_side.end)
                break;
            if (is_better(q, p) && lies_in(p_side, q_side, most))
                alignment->shadowed[alignment->order[i]] = true;
            if (is_better(p, q) && lies_in(q_side, p_side, most))
                alignment->shadowed[alignment->order[j]] = true;
        }
        if (interruption_after(interruption, 4 * (j - i)))
            return false;
    }
    return true;
}

/* Drops what is in a shadow, and sorts the others. */
static bool finish(struct passage_alignment *alignment, const struct allocator *allocator,
                   struct interruption *interruption, double shadow_most) {
    if (alignment->count < 2)
        return true;
    size_t count = alignment->count;
    if (!ARRAY_RESERVE(allocator, alignment->sorted, alignment->sorted_capacity, count) ||
        !ARRAY_RESERVE(allocator, alignment->keys, alignment->keys_capacity, count) ||
        !ARRAY_RESERVE(allocator, alignment->order, alignment->order_capacity, count) ||
        !ARRAY_RESERVE(allocator, alignment->shadowed, alignment->shadowed_capacity, count))
        return false;
    for (size_t i = 0; i < alignment->count; i++)
        alignment->shadowed[i] = false;
    if (!find_shadows(alignment, interruption, shadow_most, true) ||
        !find_shadows(alignment, interruption, shadow_most, false)) /* leaves the final order */
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < alignment->count; i++)
        if (!alignment->shadowed[alignment->order[i]])
            alignment->sorted[kept++] = alignment->passages[alignment->order[i]];
    for (size_t i = 0; i < kept; i++)
        alignment->passages[i] = alignment->sorted[i];
    alignment->count = kept;
    return true;
}

/* Turns the clusters into passages. */
static bool add_passages(struct passage_alignment *alignment, const struct allocator *allocator,
                         struct interruption *interruption, const struct seed_index *index,
                         const struct placed_words *words) {
    double unmatched_cost = index->parameters.unmatched_cost;
    struct seed_clusters *clusters = &alignment->clusters;
    if (clusters->count == 0)
        return true;
    if (!passage_ends_begin(&alignment->ends, allocator, &alignment->matches, clusters))
        return false;
    for (size_t i = 0; i < clusters->count; i++) {
        if (unmatched_cost > 0 &&
            !passage_ends_find(&alignment->ends, allocator, interruption, unmatched_cost,
                               &alignment->matches, clusters, i))
            return false;
        const struct seed_cluster *cluster = &clusters->values[i];
        if (!add_passage(alignment, allocator, index, words, cluster) ||
            interruption_after(interruption, cluster->a_end - cluster->a_first + cluster->b_end -
                                                 cluster->b_first))
            return false;
    }
    return true;
}

bool passage_alignment_find(struct passage_alignment *alignment, const struct allocator *allocator,
                            struct interruption *interruption, const struct seed_index *index,
                            const struct placed_words *words) {
    const struct seed_matches *matches = &alignment->matches;
    alignment->count = 0;
    bool done =
        seed_matches_find(&alignment->matches, allocator, interruption, index, words) &&
        seed_clusters_find(&alignment->clusters, allocator, interruption, index, words, matches) &&
        cluster_joining_run(&alignment->joining, allocator, interruption, index, words,
                            matches->count, &alignment->clusters) &&
        add_passages(alignment, allocator, interruption, index, words) &&
        finish(alignment, allocator, interruption, index->parameters.shadow_most);
    if (!done)
        alignment->count = 0;
    return done;
}

void passage_alignment_free(struct passage_alignment *alignment,
                            const struct allocator *allocator) {
    seed_matches_free(&alignment->matches, allocator);
    seed_clusters_free(&alignment->clusters, allocator);
    cluster_joining_free(&alignment->joining, allocator);
    passage_ends_free(&alignment->ends, allocator);
    word_overlap_free(&alignment->overlap, allocator);
    RELEASE(allocator, alignment->passages, alignment->sorted, alignment->keys, alignment->order,
            alignment->shadowed);
    *alignment = (struct passage_alignment){0};
}
