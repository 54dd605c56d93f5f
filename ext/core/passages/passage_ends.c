/* passage_ends.c - see passage_ends.h. */
#include "passage_ends.h"

#include <string.h> /* memset */

bool passage_ends_begin(struct passage_ends *ends, const struct allocator *allocator,
                        const struct seed_matches *matches, const struct seed_clusters *clusters) {
    if (!ARRAY_RESERVE(allocator, ends->members, ends->members_capacity, matches->count))
        return false;
    uint32_t *members = ends->members;
    if (!ARRAY_RESERVE(allocator, ends->begins, ends->begins_capacity, clusters->count + 1))
        return false;
    size_t *begins = ends->begins;
    size_t sum = 0;
    for (size_t i = 0; i < clusters->count; i++) {
        begins[i] = sum;
        sum += clusters->values[i].matches;
    }
    for (uint32_t i = 0; i < matches->count && clusters->count > 0; i++)
        if (clusters->of[i] != seed_cluster_none)
            members[begins[clusters->of[i]]++] = i;
    for (size_t i = clusters->count; i > 0; i--) /* each is now where the next one begins */
        begins[i] = begins[i - 1];
    begins[0] = 0;
    return true;
}

/* The run of words from `first` to before `end`. */
struct run {
    uint32_t first, end;
};

static struct run best_run(const unsigned char *covered, uint32_t count, double unmatched_cost) {
    struct run best = {0, count};
    double greatest = 0, sum = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += covered[i] ? 1 : -unmatched_cost;
        if (sum > greatest) {
            greatest = sum;
            best = (struct run){first, i + 1};
        }
        if (sum <= 0) {
            sum = 0;
            first = i + 1;
        }
    }
    return best;
}

/* Marks the words of both sides that those matches reach over which are within the cluster. */
static void mark_covered(const struct passage_ends *ends, const struct seed_matches *matches,
                         const struct seed_cluster *cluster, size_t number) {
    uint32_t a_words = cluster->a_end - cluster->a_first;
    memset(ends->covered, 0, a_words + cluster->b_end - cluster->b_first);
    for (size_t i = ends->begins[number]; i < ends->begins[number + 1]; i++) {
        const struct seed_match *match = &matches->values[ends->members[i]];
        if (match->a < cluster->a_first || match->a + match->a_words > cluster->a_end ||
            match->b < cluster->b_first || match->b + match->b_words > cluster->b_end)
            continue;
        memset(ends->covered + (match->a - cluster->a_first), 1, match->a_words);
        memset(ends->covered + a_words + (match->b - cluster->b_first), 1, match->b_words);
    }
}

bool passage_ends_find(struct passage_ends *ends, const struct allocator *allocator,
                       struct interruption *interruption, double unmatched_cost,
                       const struct seed_matches *matches, struct seed_clusters *clusters,
                       size_t number) {
    struct seed_cluster *cluster = &clusters->values[number];
    bool moved = true;
    for (int round = 0; moved && round < passage_ends_rounds; round++) {
        uint32_t a_words = cluster->a_end - cluster->a_first;
        uint32_t b_words = cluster->b_end - cluster->b_first;
        if (!ARRAY_RESERVE(allocator, ends->covered, ends->covered_capacity,
                           (size_t)a_words + b_words))
            return false;
        mark_covered(ends, matches, cluster, number);
        struct run a = best_run(ends->covered, a_words, unmatched_cost);
        struct run b = best_run(ends->covered + a_words, b_words, unmatched_cost);
        moved = a.end - a.first < a_words || b.end - b.first < b_words;
        cluster->a_end = cluster->a_first + a.end;
        cluster->a_first += a.first;
        cluster->b_end = cluster->b_first + b.end;
        cluster->b_first += b.first;
        if (interruption_after(interruption, (size_t)a_words + b_words + cluster->matches))
            return false;
    }
    return true;
}

void passage_ends_free(struct passage_ends *ends, const struct allocator *allocator) {
    RELEASE(allocator, ends->members, ends->begins, ends->covered);
    *ends = (struct passage_ends){0};
}
