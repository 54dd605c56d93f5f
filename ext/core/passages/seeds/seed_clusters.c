/* seed_clusters.c - clusters of matches, see seed_search.h. */
#include "../../base/radix_sort.h"
#include "seed_search.h"

#include <string.h> /* memset */

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static bool join(uint32_t *parents, uint32_t i, uint32_t j) {
    i = root_of(parents, i);
    j = root_of(parents, j);
    parents[i < j ? j : i] = i < j ? i : j;
    return i != j;
}

/* Widens a cluster by another one, which is joined to it. */
static void take(struct seed_cluster *cluster, const struct seed_cluster *other) {
#define TAKE(field, than) \
    cluster->field = other->field than cluster->field ? other->field : cluster->field
    TAKE(a_first, <);
    TAKE(b_first, <);
    TAKE(a_begin, <);
    TAKE(b_begin, <);
    TAKE(a_end, >);
    TAKE(b_end, >);
    TAKE(a_stop, >);
    TAKE(b_stop, >);
#undef TAKE
    cluster->matches += other->matches;
}

/* ---- From matches to clusters. Points ascend in b ---- */

static uint64_t square_of_distance(const struct seed_point *p, const struct seed_point *q) {
    int64_t a = (int64_t)p->a - q->a, b = (int64_t)p->b - q->b;
    return (uint64_t)(a * a) + (uint64_t)(b * b);
}

static bool are_neighbours(const struct seed_search *search, size_t i, size_t j) {
    uint64_t gap = search->index->parameters.gap;
    return square_of_distance(&search->points[i], &search->points[j]) <= gap * gap;
}

/* Whether a point that comes before i is so near in b that it may be a neighbour. */
static bool is_in_reach(const struct seed_search *search, size_t earlier, size_t i) {
    return search->points[i].b - search->points[earlier].b <= search->index->parameters.gap;
}

/* Counts neighbours from the nearest in b on, and no more of them than are asked for. */
static bool mark_cores(const struct seed_search *search) {
    uint32_t least = search->index->parameters.seeds_least;
    for (size_t i = 0; i < search->match_count; i++) {
        uint32_t found = 1;
        size_t down = i, up = i + 1;
        for (; found < least && down > 0 && is_in_reach(search, down - 1, i); down--)
            found += are_neighbours(search, i, down - 1);
        for (; found < least && up < search->match_count && is_in_reach(search, i, up); up++)
            found += are_neighbours(search, i, up);
        search->points[i].is_core = found >= least;
        if (interruption_after(search->interruption, up - down))
            return false;
    }
    return true;
}

/* Joins neighbouring cores, and gives each other point the nearest core as its parent. */
static bool join_points(const struct seed_search *search) {
    const struct seed_point *points = search->points;
    for (size_t i = 0; i < search->match_count; i++) {
        size_t first = i, at = i;
        uint64_t nearest = UINT64_MAX;
        while (first > 0 && is_in_reach(search, first - 1, i)) {
            first--;
            if (points[i].is_core && points[first].is_core && are_neighbours(search, i, first))
                join(search->parents, (uint32_t)i, (uint32_t)first);
        }
        if (!points[i].is_core) {
            search->parents[i] = seed_cluster_none;
            for (at = first; at < search->match_count && (at <= i || is_in_reach(search, i, at));
                 at++) {
                uint64_t square = square_of_distance(&points[i], &points[at]);
                if (!points[at].is_core || !are_neighbours(search, i, at) || square >= nearest)
                    continue;
                nearest = square;
                search->parents[i] = (uint32_t)at;
            }
        }
        if (interruption_after(search->interruption, at - first + 1))
            return false;
    }
    return true;
}

/* Begins a cluster for each core that is a root, numbers the others by theirs, and fills all. */
static bool fill_clusters(struct seed_search *search) {
    const struct seed_point *points = search->points;
    uint32_t *parents = search->parents, *of = search->cluster_of;
    for (uint32_t i = 0; i < search->match_count; i++) {
        if (!points[i].is_core)
            continue;
        uint32_t root = root_of(parents, i);
        of[i] = root < i ? of[root] : (uint32_t)search->cluster_count;
        struct seed_cluster empty = {.a_first = UINT32_MAX, .b_first = UINT32_MAX};
        if (root == i && !ARRAY_APPEND(search->allocator, search->clusters, search->cluster_count,
                                       search->cluster_capacity, empty))
            return false;
    }
    for (size_t i = 0; i < search->match_count; i++) {
        if (!points[i].is_core)
            of[i] = parents[i] == seed_cluster_none ? seed_cluster_none : of[parents[i]];
        if (of[i] == seed_cluster_none)
            continue;
        const struct seed_match *match = &search->matches[i];
        take(&search->clusters[of[i]], &(struct seed_cluster){.a_first = match->a,
                                                              .a_end = match->a + match->a_words,
                                                              .b_first = match->b,
                                                              .b_end = match->b + match->b_words,
                                                              .matches = 1});
    }
    return true;
}

bool seed_clusters_find(struct seed_search *search) {
    size_t count = search->match_count;
    search->cluster_count = 0;
    if (count < search->index->parameters.seeds_least)
        return true;
    if (count >= seed_cluster_none ||
        !ARRAY_RESERVE(search->allocator, search->points, search->point_capacity, count) ||
        !ARRAY_RESERVE(search->allocator, search->parents, search->parent_capacity, count) ||
        !ARRAY_RESERVE(search->allocator, search->cluster_of, search->cluster_of_capacity, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct seed_match *match = &search->matches[i];
        search->points[i] =
            (struct seed_point){.a = placed_words_begin(&search->index->words, match->a),
                                .b = placed_words_begin(search->words, match->b)};
        search->parents[i] = i;
    }
    return mark_cores(search) && join_points(search) && fill_clusters(search);
}

/* ---- Joining clusters ---- */

/* Whether one range is less than `gap` after the end of another, or overlaps it. */
static bool reaches(uint32_t end, uint32_t begin, uint32_t gap) {
    return begin < (uint64_t)end + gap;
}

/* Joins the clusters in `order` to those before that are near, and counts those joined. */
static bool join_near(struct seed_search *search, size_t count, size_t *joined) {
    uint32_t gap = search->index->parameters.join_gap, *near = search->order + count;
    size_t near_count = 0;
    *joined = 0;
    for (size_t i = 0; i < count; i++) {
        const struct seed_cluster *cluster = &search->clusters[search->order[i]];
        size_t kept = 0;
        for (size_t j = 0; j < near_count; j++) {
            const struct seed_cluster *before = &search->clusters[near[j]];
            if (!reaches(before->a_stop, cluster->a_begin, gap))
                continue;
            if (reaches(before->b_stop, cluster->b_begin, gap) &&
                reaches(cluster->b_stop, before->b_begin, gap))
                *joined += join(search->parents, search->order[i], near[j]);
            near[kept++] = near[j];
        }
        if (interruption_after(search->interruption, near_count + 1))
            return false;
        near[kept++] = search->order[i];
        near_count = kept;
    }
    return true;
}

/* Sorts the clusters that are roots, joins them, and widens those that remain by the others. */
static bool join_roots(struct seed_search *search, size_t *joined) {
    size_t roots = 0;
    for (uint32_t i = 0; i < search->cluster_count; i++) {
        if (search->parents[i] != i)
            continue;
        search->keys[roots] = search->clusters[i].a_begin;
        search->order[roots++] = i;
    }
    if (!radix_sort(search->keys, search->order, roots, search->interruption) ||
        !join_near(search, roots, joined))
        return false;
    for (size_t i = 0; i < roots; i++) {
        uint32_t root = root_of(search->parents, search->order[i]);
        if (root != search->order[i])
            take(&search->clusters[root], &search->clusters[search->order[i]]);
    }
    return true;
}

/* Keeps the roots, and numbers them anew, in `order`. */
static void renumber(struct seed_search *search) {
    size_t kept = 0;
    for (uint32_t i = 0; i < search->cluster_count; i++)
        if (search->parents[i] == i) {
            search->order[i] = (uint32_t)kept;
            search->clusters[kept++] = search->clusters[i];
        }
    search->cluster_count = kept;
    for (size_t i = 0; i < search->match_count; i++) {
        uint32_t *of = &search->cluster_of[i];
        if (*of != seed_cluster_none)
            *of = search->order[root_of(search->parents, *of)];
    }
}

bool seed_clusters_join(struct seed_search *search) {
    size_t count = search->cluster_count;
    const struct allocator *allocator = search->allocator;
    if (count == 0)
        return true;
    if (!ARRAY_RESERVE(allocator, search->keys, search->key_capacity, count) ||
        !ARRAY_RESERVE(allocator, search->order, search->order_capacity, 2 * count) ||
        !ARRAY_RESERVE(allocator, search->members, search->member_capacity, search->match_count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct seed_cluster *cluster = &search->clusters[i];
        cluster->a_begin = placed_words_begin(&search->index->words, cluster->a_first);
        cluster->a_stop = placed_words_end(&search->index->words, cluster->a_end - 1);
        cluster->b_begin = placed_words_begin(search->words, cluster->b_first);
        cluster->b_stop = placed_words_end(search->words, cluster->b_end - 1);
        search->parents[i] = i;
    }
    size_t joined = count > 1;
    for (int round = 0; joined > 0 && round < seed_clusters_rounds; round++)
        if (!join_roots(search, &joined))
            return false;
    renumber(search);
    uint32_t sum = 0;
    for (size_t i = 0; i < search->cluster_count; sum += search->clusters[i++].matches)
        search->clusters[i].member = sum;
    for (uint32_t i = 0; i < search->match_count; i++)
        if (search->cluster_of[i] != seed_cluster_none)
            search->members[search->clusters[search->cluster_of[i]].member++] = i;
    for (size_t i = 0; i < search->cluster_count; i++) /* each is now behind its last one */
        search->clusters[i].member -= search->clusters[i].matches;
    return true;
}

/* ---- The ends of a cluster ---- */

/* Finds the run of words that gains most: from `*first` to before `*end`. */
static void find_run(const unsigned char *covered, uint32_t count, double unmatched_cost,
                     uint32_t *first, uint32_t *end) {
    double greatest = 0, sum = 0;
    uint32_t begin = 0;
    *first = 0;
    *end = count;
    for (uint32_t i = 0; i < count; i++) {
        sum += covered[i] ? 1 : -unmatched_cost;
        if (sum > greatest) {
            greatest = sum;
            *first = begin;
            *end = i + 1;
        }
        if (sum <= 0) {
            sum = 0;
            begin = i + 1;
        }
    }
}

/* Marks the words of both sides that those matches reach over which are within the cluster. */
static void mark_covered(const struct seed_search *search, const struct seed_cluster *cluster) {
    uint32_t a_words = cluster->a_end - cluster->a_first;
    memset(search->covered, 0, a_words + cluster->b_end - cluster->b_first);
    for (size_t i = 0; i < cluster->matches; i++) {
        const struct seed_match *match = &search->matches[search->members[cluster->member + i]];
        if (match->a < cluster->a_first || match->a + match->a_words > cluster->a_end ||
            match->b < cluster->b_first || match->b + match->b_words > cluster->b_end)
            continue;
        memset(search->covered + (match->a - cluster->a_first), 1, match->a_words);
        memset(search->covered + a_words + (match->b - cluster->b_first), 1, match->b_words);
    }
}

bool seed_cluster_trim(struct seed_search *search, struct seed_cluster *cluster) {
    double cost = search->index->parameters.unmatched_cost;
    bool moved = cost > 0;
    for (int round = 0; moved && round < seed_cluster_trims; round++) {
        uint32_t a_words = cluster->a_end - cluster->a_first, a_first, a_end;
        uint32_t b_words = cluster->b_end - cluster->b_first, b_first, b_end;
        if (!ARRAY_RESERVE(search->allocator, search->covered, search->covered_capacity,
                           (size_t)a_words + b_words))
            return false;
        mark_covered(search, cluster);
        find_run(search->covered, a_words, cost, &a_first, &a_end);
        find_run(search->covered + a_words, b_words, cost, &b_first, &b_end);
        moved = a_end - a_first < a_words || b_end - b_first < b_words;
        cluster->a_end = cluster->a_first + a_end;
        cluster->a_first += a_first;
        cluster->b_end = cluster->b_first + b_end;
        cluster->b_first += b_first;
        if (interruption_after(search->interruption, (size_t)a_words + b_words + cluster->matches))
            return false;
    }
    return true;
}

void seed_search_free(struct seed_search *search, const struct allocator *allocator) {
    RELEASE(allocator, search->matches, search->clusters, search->cluster_of, search->members,
            search->hits, search->times, search->points, search->parents, search->keys,
            search->order, search->covered);
    *search = (struct seed_search){0};
}
