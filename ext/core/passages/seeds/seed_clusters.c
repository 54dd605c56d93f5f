/* seed_clusters.c - see seed_clusters.h. */
#include "seed_clusters.h"

/* The work of one call. Points ascend in b. */
struct plane {
    struct seed_point *points;
    size_t count;
    uint32_t gap, seeds_least;
    struct interruption *interruption;
};

static uint64_t square_of_distance(const struct seed_point *p, const struct seed_point *q) {
    int64_t a = (int64_t)p->a - q->a, b = (int64_t)p->b - q->b;
    return (uint64_t)(a * a) + (uint64_t)(b * b);
}

static bool are_neighbours(const struct plane *plane, size_t i, size_t j) {
    return square_of_distance(&plane->points[i], &plane->points[j]) <=
           (uint64_t)plane->gap * plane->gap;
}

/* Whether a point that comes before i is so near in b that it may be a neighbour. */
static bool is_in_reach(const struct plane *plane, size_t earlier, size_t i) {
    return plane->points[i].b - plane->points[earlier].b <= plane->gap;
}

/* Counts neighbours from the nearest in b on, and no more of them than are asked for. */
static bool mark_cores(const struct plane *plane) {
    for (size_t i = 0; i < plane->count; i++) {
        uint32_t found = 1;
        size_t down = i, up = i + 1;
        for (; found < plane->seeds_least && down > 0 && is_in_reach(plane, down - 1, i); down--)
            found += are_neighbours(plane, i, down - 1);
        for (; found < plane->seeds_least && up < plane->count && is_in_reach(plane, i, up); up++)
            found += are_neighbours(plane, i, up);
        plane->points[i].is_core = found >= plane->seeds_least;
        if (interruption_after(plane->interruption, up - down))
            return false;
    }
    return true;
}

static uint32_t root_of(struct seed_point *points, uint32_t point) {
    while (points[point].parent != point) {
        points[point].parent = points[points[point].parent].parent;
        point = points[point].parent;
    }
    return point;
}

/* The root of a set is its first point, so that clusters are in the order of their first cores. */
static void join(struct seed_point *points, uint32_t p, uint32_t q) {
    p = root_of(points, p);
    q = root_of(points, q);
    if (p < q)
        points[q].parent = p;
    else
        points[p].parent = q;
}

static bool join_cores(const struct plane *plane) {
    struct seed_point *points = plane->points;
    for (size_t i = 0; i < plane->count; i++) {
        if (!points[i].is_core)
            continue;
        size_t down = i;
        for (; down > 0 && is_in_reach(plane, down - 1, i); down--)
            if (points[down - 1].is_core && are_neighbours(plane, i, down - 1))
                join(points, (uint32_t)i, (uint32_t)(down - 1));
        if (interruption_after(plane->interruption, i - down + 1))
            return false;
    }
    return true;
}

/* Gives each other point the nearest core as its parent. */
static bool join_others(const struct plane *plane) {
    struct seed_point *points = plane->points;
    for (size_t i = 0; i < plane->count; i++) {
        if (points[i].is_core)
            continue;
        size_t first = i, at;
        while (first > 0 && is_in_reach(plane, first - 1, i))
            first--;
        uint64_t nearest = UINT64_MAX;
        points[i].parent = seed_cluster_none;
        for (at = first; at < plane->count && (at <= i || is_in_reach(plane, i, at)); at++) {
            uint64_t square = square_of_distance(&points[i], &points[at]);
            if (!points[at].is_core || !are_neighbours(plane, i, at) || square >= nearest)
                continue;
            nearest = square;
            points[i].parent = (uint32_t)at;
        }
        if (interruption_after(plane->interruption, at - first))
            return false;
    }
    return true;
}

/* Begins a cluster for each core that is a root, and numbers the others by theirs. */
static bool begin_clusters(struct seed_clusters *clusters, const struct allocator *allocator,
                           size_t matches) {
    struct seed_point *points = clusters->points;
    for (uint32_t i = 0; i < matches; i++) {
        if (!points[i].is_core)
            continue;
        uint32_t root = root_of(points, i);
        clusters->of[i] = root < i ? clusters->of[root] : (uint32_t)clusters->count;
        if (root < i)
            continue;
        if (!ARRAY_APPEND(allocator, clusters->values, clusters->count, clusters->capacity,
                          (struct seed_cluster){.a_first = UINT32_MAX, .b_first = UINT32_MAX}))
            return false;
    }
    return true;
}

static void fill_clusters(struct seed_clusters *clusters, const struct seed_matches *matches) {
    const struct seed_point *points = clusters->points;
    for (size_t i = 0; i < matches->count; i++) {
        if (!points[i].is_core)
            clusters->of[i] = points[i].parent == seed_cluster_none
                                  ? seed_cluster_none
                                  : clusters->of[points[i].parent];
        if (clusters->of[i] == seed_cluster_none)
            continue;
        const struct seed_match *match = &matches->values[i];
        struct seed_cluster one = {match->a, match->a + match->a_words, match->b,
                                   match->b + match->b_words, 1};
        seed_cluster_take(&clusters->values[clusters->of[i]], &one);
    }
}

bool seed_clusters_find(struct seed_clusters *clusters, const struct allocator *allocator,
                        struct interruption *interruption, const struct seed_index *index,
                        const struct placed_words *words, const struct seed_matches *matches) {
    clusters->count = 0;
    if (matches->count < index->parameters.seeds_least)
        return true;
    if (matches->count >= seed_cluster_none ||
        !ARRAY_RESERVE(allocator, clusters->points, clusters->points_capacity, matches->count) ||
        !ARRAY_RESERVE(allocator, clusters->of, clusters->of_capacity, matches->count))
        return false;
    for (uint32_t i = 0; i < matches->count; i++)
        clusters->points[i] =
            (struct seed_point){.a = placed_words_begin(&index->words, matches->values[i].a),
                                .b = placed_words_begin(words, matches->values[i].b),
                                .parent = i};
    struct plane plane = {clusters->points, matches->count, index->parameters.gap,
                          index->parameters.seeds_least, interruption};
    bool done = mark_cores(&plane) && join_cores(&plane) && join_others(&plane) &&
                begin_clusters(clusters, allocator, matches->count);
    if (done)
        fill_clusters(clusters, matches);
    else
        clusters->count = 0;
    return done;
}

void seed_clusters_free(struct seed_clusters *clusters, const struct allocator *allocator) {
    RELEASE(allocator, clusters->values, clusters->of, clusters->points);
    *clusters = (struct seed_clusters){0};
}
