/* seed_clusters.c - see seed_clusters.h. */
#include "seed_clusters.h"

static const uint32_t no_cluster = UINT32_MAX;

static uint64_t square_distance(const struct seed_point *p, const struct seed_point *q) {
    int64_t a = (int64_t)p->a - q->a, b = (int64_t)p->b - q->b;
    return (uint64_t)(a * a) + (uint64_t)(b * b);
}

static uint32_t root_of(struct seed_point *points, uint32_t point) {
    while (points[point].parent != point) {
        points[point].parent = points[points[point].parent].parent;
        point = points[point].parent;
    }
    return point;
}

/* The root is the first point, so that clusters are found in the order of the matches. */
static void join(struct seed_point *points, uint32_t p, uint32_t q) {
    p = root_of(points, p);
    q = root_of(points, q);
    if (p < q)
        points[q].parent = p;
    else
        points[p].parent = q;
}

/* The work of one call. Points ascend in b. */
struct plane {
    struct seed_point *points;
    size_t count;
    uint32_t gap;
    uint64_t square; /* of the gap */
    uint32_t seeds_least;
    struct interruption *interruption;
};

static bool mark_cores(const struct plane *plane) {
    struct seed_point *points = plane->points;
    for (size_t i = 0; i < plane->count; i++) {
        uint32_t found = 1;
        size_t up = i + 1, down = i;
        for (; down > 0 && points[i].b - points[down - 1].b <= plane->gap; down--)
            if (found < plane->seeds_least)
                found += square_distance(&points[i], &points[down - 1]) <= plane->square;
            else
                break;
        for (; up < plane->count && points[up].b - points[i].b <= plane->gap; up++)
            if (found < plane->seeds_least)
                found += square_distance(&points[i], &points[up]) <= plane->square;
            else
                break;
        points[i].is_core = found >= plane->seeds_least;
        if (interruption_after(plane->interruption, up - down))
            return false;
    }
    return true;
}

static bool join_cores(const struct plane *plane) {
    struct seed_point *points = plane->points;
    for (size_t i = 0; i < plane->count; i++) {
        size_t down = i;
        if (!points[i].is_core)
            continue;
        for (; down > 0 && points[i].b - points[down - 1].b <= plane->gap; down--)
            if (points[down - 1].is_core &&
                square_distance(&points[i], &points[down - 1]) <= plane->square)
                join(points, (uint32_t)i, (uint32_t)(down - 1));
        if (interruption_after(plane->interruption, i - down + 1))
            return false;
    }
    return true;
}

/* Gives each other point to the nearest core; of two as near, to that with the lower place in b. */
static bool join_others(const struct plane *plane) {
    struct seed_point *points = plane->points;
    for (size_t i = 0; i < plane->count; i++) {
        if (points[i].is_core)
            continue;
        uint64_t best = plane->square;
        uint32_t nearest = no_cluster;
        size_t first = i, at;
        while (first > 0 && points[i].b - points[first - 1].b <= plane->gap)
            first--;
        for (at = first; at < plane->count && (at < i || points[at].b - points[i].b <= plane->gap);
             at++) {
            uint64_t distance = square_distance(&points[i], &points[at]);
            if (!points[at].is_core || distance > best ||
                (distance == best && nearest != no_cluster))
                continue;
            best = distance;
            nearest = (uint32_t)at;
        }
        points[i].parent = nearest;
        if (interruption_after(plane->interruption, at - first))
            return false;
    }
    return true;
}

static void widen(struct seed_cluster *cluster, const struct seed_match *match) {
    if (match->a < cluster->a_first)
        cluster->a_first = match->a;
    if (match->b < cluster->b_first)
        cluster->b_first = match->b;
    if (match->a + match->a_words > cluster->a_last)
        cluster->a_last = match->a + match->a_words;
    if (match->b + match->b_words > cluster->b_last)
        cluster->b_last = match->b + match->b_words;
    cluster->seeds++;
}

/* Reads what the points were joined to. A root comes before all that is joined to it but others. */
static bool collect(struct seed_clusters *clusters, const struct allocator *allocator,
                    const struct seed_matches *matches) {
    struct seed_point *points = clusters->points;
    for (uint32_t i = 0; i < matches->count; i++)
        if (points[i].is_core)
            points[i].parent = root_of(points, i);
    for (uint32_t i = 0; i < matches->count; i++)
        if (!points[i].is_core && points[i].parent != no_cluster)
            points[i].parent = points[points[i].parent].parent;
    for (uint32_t i = 0; i < matches->count; i++) {
        if (!points[i].is_core || points[i].parent != i)
            continue;
        struct seed_cluster *values = allocator_grow(
            allocator, clusters->values, &clusters->capacity, clusters->count + 1, sizeof *values);
        if (!values)
            return false;
        clusters->values = values;
        points[i].a = (uint32_t)clusters->count; /* its place is known no more */
        values[clusters->count++] = (struct seed_cluster){UINT32_MAX, 0, UINT32_MAX, 0, 0};
    }
    for (uint32_t i = 0; i < matches->count; i++)
        if (points[i].parent != no_cluster)
            widen(&clusters->values[points[points[i].parent].a], &matches->values[i]);
    return true;
}

bool seed_clusters_find(struct seed_clusters *clusters, const struct allocator *allocator,
                        struct interruption *interruption, const struct seed_index *index,
                        const struct placed_words *words, const struct seed_matches *matches) {
    const struct passage_parameters *parameters = &index->parameters;
    clusters->count = 0;
    if (matches->count < parameters->seeds_least)
        return true;
    if (matches->count >= no_cluster)
        return false;
    struct seed_point *points = allocator_grow(
        allocator, clusters->points, &clusters->points_capacity, matches->count, sizeof *points);
    if (!points)
        return false;
    clusters->points = points;
    for (uint32_t i = 0; i < matches->count; i++)
        points[i] = (struct seed_point){
            .a = placed_words_begin(&index->words, matches->values[i].a),
            .b = placed_words_begin(words, matches->values[i].b),
            .parent = i,
        };
    struct plane plane = {.points = points,
                          .count = matches->count,
                          .gap = parameters->gap,
                          .square = (uint64_t)parameters->gap * parameters->gap,
                          .seeds_least = parameters->seeds_least,
                          .interruption = interruption};
    bool done = mark_cores(&plane) && join_cores(&plane) && join_others(&plane) &&
                collect(clusters, allocator, matches);
    if (!done)
        clusters->count = 0;
    return done;
}

void seed_clusters_free(struct seed_clusters *clusters, const struct allocator *allocator) {
    allocator->release(clusters->values);
    allocator->release(clusters->points);
    *clusters = (struct seed_clusters){0};
}
