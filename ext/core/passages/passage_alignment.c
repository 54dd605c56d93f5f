/* passage_alignment.c - see passage_alignment.h. */
#include "passage_alignment.h"

static bool overlap_in_both(const struct seed_cluster *p, const struct seed_cluster *q) {
    return p->a_first < q->a_last && q->a_first < p->a_last && p->b_first < q->b_last &&
           q->b_first < p->b_last;
}

static void merge(struct seed_cluster *into, const struct seed_cluster *from) {
    into->a_first = into->a_first < from->a_first ? into->a_first : from->a_first;
    into->b_first = into->b_first < from->b_first ? into->b_first : from->b_first;
    into->a_last = into->a_last > from->a_last ? into->a_last : from->a_last;
    into->b_last = into->b_last > from->b_last ? into->b_last : from->b_last;
    into->seeds += from->seeds;
}

/* Merges clusters until no two overlap in both texts. */
static bool merge_overlaps(struct seed_clusters *clusters, struct interruption *interruption) {
    struct seed_cluster *values = clusters->values;
    for (size_t i = 0; i < clusters->count;) {
        size_t other = i + 1;
        while (other < clusters->count && !overlap_in_both(&values[i], &values[other]))
            other++;
        if (interruption_after(interruption, other - i))
            return false;
        if (other == clusters->count) {
            i++;
            continue;
        }
        merge(&values[i], &values[other]);
        values[other] = values[--clusters->count];
        i = 0;
    }
    return true;
}

/* Measures the passage between the ends of a cluster, and adds it unless a filter drops it. */
static bool add_passage(struct passage_alignment *alignment, const struct allocator *allocator,
                        const struct seed_index *index, const struct placed_words *b,
                        const struct seed_cluster *cluster) {
    const struct passage_parameters *parameters = &index->parameters;
    const struct placed_words *a = &index->words;
    struct shared_passage passage = {.a_begin = placed_words_begin(a, cluster->a_first),
                                     .a_end = placed_words_end(a, cluster->a_last - 1),
                                     .b_begin = placed_words_begin(b, cluster->b_first),
                                     .b_end = placed_words_end(b, cluster->b_last - 1),
                                     .a_words = cluster->a_last - cluster->a_first,
                                     .b_words = cluster->b_last - cluster->b_first};
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
    struct shared_passage *passages =
        allocator_grow(allocator, alignment->passages, &alignment->capacity, alignment->count + 1,
                       sizeof *passages);
    if (!passages)
        return false;
    alignment->passages = passages;
    passages[alignment->count++] = passage;
    return true;
}

static bool comes_before(const struct shared_passage *p, const struct shared_passage *q) {
    return p->a_begin != q->a_begin ? p->a_begin < q->a_begin : p->b_begin < q->b_begin;
}

/* By insertion: there are few, or there were few and then many that came in order. */
static void sort_passages(struct shared_passage *passages, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct shared_passage passage = passages[i];
        size_t at = i;
        for (; at > 0 && comes_before(&passage, &passages[at - 1]); at--)
            passages[at] = passages[at - 1];
        passages[at] = passage;
    }
}

bool passage_alignment_find(struct passage_alignment *alignment, const struct allocator *allocator,
                            struct interruption *interruption, const struct seed_index *index,
                            const struct placed_words *words) {
    alignment->count = 0;
    bool done = seed_matches_find(&alignment->matches, allocator, interruption, index, words) &&
                seed_clusters_find(&alignment->clusters, allocator, interruption, index, words,
                                   &alignment->matches) &&
                merge_overlaps(&alignment->clusters, interruption);
    for (size_t i = 0; done && i < alignment->clusters.count; i++) {
        const struct seed_cluster *cluster = &alignment->clusters.values[i];
        done = add_passage(alignment, allocator, index, words, cluster) &&
               !interruption_after(interruption, cluster->a_last - cluster->a_first +
                                                     cluster->b_last - cluster->b_first);
    }
    if (done)
        sort_passages(alignment->passages, alignment->count);
    else
        alignment->count = 0;
    return done;
}

void passage_alignment_free(struct passage_alignment *alignment,
                            const struct allocator *allocator) {
    seed_matches_free(&alignment->matches, allocator);
    seed_clusters_free(&alignment->clusters, allocator);
    word_overlap_free(&alignment->overlap, allocator);
    allocator->release(alignment->passages);
    *alignment = (struct passage_alignment){0};
}
