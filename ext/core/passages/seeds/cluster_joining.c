/* cluster_joining.c - see cluster_joining.h. */
#include "cluster_joining.h"

#include "../../base/radix_sort.h"

static uint32_t root_of(struct cluster_box *boxes, uint32_t box) {
    while (boxes[box].parent != box) {
        boxes[box].parent = boxes[boxes[box].parent].parent;
        box = boxes[box].parent;
    }
    return box;
}

/* Whether one range is less than `gap` after the end of another, or overlaps it. */
static bool reaches(uint32_t end, uint32_t begin, uint32_t gap) {
    return begin < (uint64_t)end + gap;
}

static bool join(struct cluster_box *boxes, uint32_t p, uint32_t q) {
    p = root_of(boxes, p);
    q = root_of(boxes, q);
    if (p < q)
        boxes[q].parent = p;
    else
        boxes[p].parent = q;
    return p != q;
}

/* Joins boxes, which are in `order`, to those before that are near, and counts those joined. */
static bool join_near(struct cluster_joining *joining, struct interruption *interruption,
                      size_t count, uint32_t gap, size_t *joined) {
    struct cluster_box *boxes = joining->boxes;
    size_t near = 0;
    *joined = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t box = joining->order[i];
        size_t kept = 0;
        for (size_t j = 0; j < near; j++) {
            uint32_t before = joining->near[j];
            if (!reaches(boxes[before].a_end, boxes[box].a_begin, gap))
                continue;
            joining->near[kept++] = before;
            if (reaches(boxes[before].b_end, boxes[box].b_begin, gap) &&
                reaches(boxes[box].b_end, boxes[before].b_begin, gap))
                *joined += join(boxes, box, before);
        }
        if (interruption_after(interruption, near + 1))
            return false;
        joining->near[kept++] = box;
        near = kept;
    }
    return true;
}

/* Sorts the roots by where they begin in a. Returns false if it is interrupted. */
static bool sort_roots(struct cluster_joining *joining, size_t count, size_t *roots,
                       struct interruption *interruption) {
    *roots = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (joining->boxes[i].parent != i)
            continue;
        joining->keys[*roots] = joining->boxes[i].a_begin;
        joining->order[(*roots)++] = i;
    }
    return radix_sort(joining->keys, joining->order, *roots, interruption);
}

/* Makes one cluster of those with one root, and numbers them anew, in `order`, which is scratch. */
static void renumber(struct seed_clusters *clusters, struct cluster_joining *joining,
                     size_t matches) {
    size_t kept = 0;
    for (uint32_t i = 0; i < clusters->count; i++) {
        uint32_t root = root_of(joining->boxes, i); /* at most i */
        if (root < i) {
            seed_cluster_take(&clusters->values[joining->order[root]], &clusters->values[i]);
            joining->order[i] = joining->order[root];
        } else {
            joining->order[i] = (uint32_t)kept;
            clusters->values[kept++] = clusters->values[i];
        }
    }
    clusters->count = kept;
    for (size_t i = 0; i < matches; i++)
        if (clusters->of[i] != seed_cluster_none)
            clusters->of[i] = joining->order[clusters->of[i]];
}

bool cluster_joining_run(struct cluster_joining *joining, const struct allocator *allocator,
                         struct interruption *interruption, const struct seed_index *index,
                         const struct placed_words *words, size_t matches,
                         struct seed_clusters *clusters) {
    size_t count = clusters->count;
    if (count < 2)
        return true;
    if (!ARRAY_RESERVE(allocator, joining->boxes, joining->boxes_capacity, count) ||
        !ARRAY_RESERVE(allocator, joining->keys, joining->keys_capacity, count) ||
        !ARRAY_RESERVE(allocator, joining->order, joining->order_capacity, count) ||
        !ARRAY_RESERVE(allocator, joining->near, joining->near_capacity, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct seed_cluster *cluster = &clusters->values[i];
        joining->boxes[i] = (struct cluster_box){
            .a_begin = placed_words_begin(&index->words, cluster->a_first),
            .a_end = placed_words_end(&index->words, cluster->a_end - 1),
            .b_begin = placed_words_begin(words, cluster->b_first),
            .b_end = placed_words_end(words, cluster->b_end - 1),
            .parent = i,
        };
    }
    size_t joined = 1;
    for (int round = 0; joined > 0 && round < cluster_joining_rounds; round++) {
        size_t roots;
        if (!sort_roots(joining, count, &roots, interruption) ||
            !join_near(joining, interruption, roots, index->parameters.join_gap, &joined))
            return false;
        /* Widens the roots by what was joined to them. */
        struct cluster_box *boxes = joining->boxes;
        for (uint32_t i = 0; i < count; i++) {
            struct cluster_box *root = &boxes[root_of(boxes, i)];
            const struct cluster_box *box = &boxes[i];
            root->a_begin = box->a_begin < root->a_begin ? box->a_begin : root->a_begin;
            root->b_begin = box->b_begin < root->b_begin ? box->b_begin : root->b_begin;
            root->a_end = box->a_end > root->a_end ? box->a_end : root->a_end;
            root->b_end = box->b_end > root->b_end ? box->b_end : root->b_end;
        }
    }
    renumber(clusters, joining, matches);
    return true;
}

void cluster_joining_free(struct cluster_joining *joining, const struct allocator *allocator) {
    RELEASE(allocator, joining->boxes, joining->keys, joining->order, joining->near);
    *joining = (struct cluster_joining){0};
}
