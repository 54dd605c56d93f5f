/* vector_pairs.c - see vector_pairs.h. */
#include "vector_pairs.h"

#include "../../base/radix_sort.h"
#include "../dot_product.h"
#include "projection_signature.h"

#include <assert.h>
#include <string.h> /* memcpy, memset */

enum {
    slice_vectors = 1 << 10, /* that a task projects */
    slice_pairs = 1 << 12,   /* that a task compares exactly */
    head_bits = 128,         /* that are compared before the others */
    head_size = head_bits / 8,
    block_vectors = 1 << 9, /* of a bucket, whose heads are gathered */
    sorted_least = 1 << 20  /* pairs, before copies of them are removed */
};

/* Pairs of numbers, as 2^32 * a + b with a < b. */
struct pair_list {
    int64_t *pairs;
    size_t count, capacity;
};

/* A worker's own memory. */
struct vector_worker {
    struct projection_workspace projection;
    int64_t *keys;     /* by vector, the bits of a band; the next three follow in one block */
    uint32_t *members; /* the vectors in the order of these */
    int64_t *sizes;    /* of large buckets */
    uint32_t *sizes_scratch;
    unsigned char block[block_vectors * head_size]; /* heads of members */
    uint32_t distances[block_vectors];
    struct interruption *interruption;
};

/* A slice of vectors to project; a band, and its close pairs; or a slice of pairs to compare. */
struct vector_task {
    struct pair_list close;
    uint32_t *large; /* vectors in large buckets */
    size_t large_count, large_capacity;
    uint64_t candidates, left_out;
    uint32_t large_buckets, whole_most;
    struct vector_pair *pairs; /* slice_pairs of them */
    size_t count;
};

struct vector_pairs {
    const struct allocator *allocator;
    const struct vector_set *set;
    struct vector_pair_rule rule;
    struct interruption *interruption;
    struct hyperplanes *planes; /* of dense vectors, or NULL if they do not fit */
    hamming_kernel *hamming;
    uint32_t bits, distance_most, head_distance_most;
    size_t stride; /* of the bits of a vector, a multiple of 8 bytes */
    unsigned char *signatures;
    unsigned char *heads; /* the first bits of each vector once more: more of them fit in caches */
    struct pair_list close;
    size_t distinct; /* of these, the first ones, which are sorted */
    struct task_ring ring;
    uint64_t slices, before; /* tasks that project, and all before those that compare */
    size_t next_pair;        /* of the task that is read */
    struct vector_pair_counts counts;
};

static unsigned char *signature_of(const struct vector_pairs *pairs, uint32_t vector) {
    return pairs->signatures + vector * pairs->stride;
}

/* ---- Projecting ------------------------------------------------------------------------------ */

static bool project(struct vector_pairs *pairs, struct vector_worker *worker, uint32_t begin,
                    uint32_t end) {
    struct vector vectors[slice_vectors] = {{0}};
    bool directed[slice_vectors];
    const struct allocator *allocator = pairs->allocator;
    worker->projection.interruption = worker->interruption;
    for (uint32_t i = begin; i < end; i++)
        vectors[i - begin] = vector_set_get(pairs->set, i);
    if (pairs->planes &&
        !projection_of_dense(pairs->planes, vectors, end - begin, &worker->projection, allocator,
                             signature_of(pairs, begin), pairs->stride, directed))
        return false;
    for (uint32_t i = begin; i < end; i++) {
        if (!pairs->planes &&
            projection_of(vectors + (i - begin), pairs->bits, pairs->rule.seed, &worker->projection,
                          allocator, signature_of(pairs, i)) == projection_stopped)
            return false;
        memcpy(pairs->heads + (size_t)i * head_size, signature_of(pairs, i),
               pairs->stride < head_size ? pairs->stride : head_size);
    }
    return true;
}

/* ---- Close pairs ----------------------------------------------------------------------------- */

/* Adds a pair whose heads are close, if so few of all bits differ that the cosine may be high. */
static bool add_if_close(const struct vector_pairs *pairs, struct vector_task *task, uint32_t a,
                         uint32_t b) {
    uint32_t distance;
    pairs->hamming(signature_of(pairs, a), signature_of(pairs, b), pairs->stride, 0, 1, &distance);
    struct pair_list *close = &task->close;
    return distance > pairs->distance_most ||
           ARRAY_APPEND(pairs->allocator, close->pairs, close->count, close->capacity,
                        a < b ? (int64_t)a << 32 | b : (int64_t)b << 32 | a);
}

/* Looks at the pairs of a vector with `count` others. False if memory runs out or it is stopped. */
static bool look_at(const struct vector_pairs *pairs, const struct vector_worker *worker,
                    struct vector_task *task, uint32_t vector, const uint32_t *others,
                    size_t count) {
    const unsigned char *head = pairs->heads + (size_t)vector * head_size;
    for (size_t i = 0; i < count; i++) {
        uint32_t distance;
        pairs->hamming(head, pairs->heads + (size_t)others[i] * head_size, head_size, 0, 1,
                       &distance);
        if (distance <= pairs->head_distance_most && !add_if_close(pairs, task, vector, others[i]))
            return false;
    }
    task->candidates += count;
    return !interruption_after(worker->interruption, 4 * count + 1);
}

/* Looks at all pairs of a bucket. */
static bool look_at_all(const struct vector_pairs *pairs, struct vector_worker *worker,
                        struct vector_task *task, const uint32_t *members, size_t size) {
    for (size_t from = 0; from < size; from += block_vectors) {
        size_t to = size - from < block_vectors ? size : from + block_vectors;
        for (size_t i = from; i < to; i++)
            memcpy(worker->block + (i - from) * head_size,
                   pairs->heads + (size_t)members[i] * head_size, head_size);
        for (size_t i = 0; i + 1 < to; i++) {
            size_t first = i < from ? from : i + 1, count = to - first;
            pairs->hamming(pairs->heads + (size_t)members[i] * head_size,
                           worker->block + (first - from) * head_size, head_size, head_size, count,
                           worker->distances);
            for (size_t j = 0; j < count; j++)
                if (worker->distances[j] <= pairs->head_distance_most &&
                    !add_if_close(pairs, task, members[i], members[first + j]))
                    return false;
            task->candidates += count;
            if (interruption_after(worker->interruption, count + 1))
                return false;
        }
    }
    return true;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

static size_t run_length(const int64_t *keys, size_t count) {
    size_t length = 1;
    while (length < count && keys[length] == keys[0])
        length++;
    return length;
}

/* Ranks the members of a bucket by their first 64 bits, then by number. `keys` is scratch. */
static bool rank_members(const struct vector_pairs *pairs, uint32_t *members, int64_t *keys,
                         size_t count, struct interruption *interruption) {
    for (size_t i = 0; i < count; i++) {
        const unsigned char *head = pairs->heads + (size_t)members[i] * head_size;
        keys[i] = (int64_t)(projection_band(head, 0, 64) ^ UINT64_C(1) << 63);
    }
    if (!radix_sort(keys, members, count, interruption))
        return false;
    for (size_t begin = 0, size; begin < count; begin += size) {
        size = run_length(keys + begin, count - begin);
        for (size_t i = begin; i < begin + size; i++)
            keys[i] = members[i];
        if (!radix_sort(keys + begin, members + begin, size, interruption))
            return false;
    }
    return true;
}

static size_t smaller(size_t x, size_t y) {
    return x < y ? x : y;
}

/* Looks at some pairs of a large bucket, and notes its members. */
static bool thin_bucket(const struct vector_pairs *pairs, struct vector_worker *worker,
                        struct vector_task *task, uint32_t *members, int64_t *keys, size_t size) {
    const struct candidate_rule *rule = &pairs->rule.buckets;
    uint64_t before = task->candidates;
    if (!ARRAY_RESERVE(pairs->allocator, task->large, task->large_capacity,
                       task->large_count + size))
        return false;
    uint32_t *large = task->large;
    memcpy(large + task->large_count, members, size * sizeof *members);
    task->large_count += size;
    task->large_buckets++;
    if (!rank_members(pairs, members, keys, size, worker->interruption))
        return false;
    size_t first = smaller(rule->representatives, size);
    for (size_t i = 0; i < size; i++) {
        size_t others = size - i - 1;
        if (i >= first)
            others = smaller(others, rule->neighbours);
        if (!look_at(pairs, worker, task, members[i], members + i + 1, others))
            return false;
    }
    task->left_out += (uint64_t)size * (size - 1) / 2 - (task->candidates - before);
    return true;
}

/* The largest size of which the buckets of a band can be wholly compared, by its sorted keys. */
static bool choose_whole_most(const struct vector_pairs *pairs, struct vector_worker *worker,
                              uint32_t *most) {
    size_t count = pairs->set->count, large = 0;
    double comparisons = pairs->rule.comparisons_most * (double)count / pairs->rule.banding.bands;
    for (size_t begin = 0, size; begin < count; begin += size) {
        size = run_length(worker->keys + begin, count - begin);
        if (size > vector_pairs_whole_least)
            worker->sizes[large++] = (int64_t)size;
        else
            comparisons -= (double)size * (double)(size - 1) / 2;
        if (interruption_after(worker->interruption, size))
            return false;
    }
    if (!radix_sort_order(worker->sizes, worker->sizes_scratch, large, worker->interruption))
        return false;
    *most = vector_pairs_whole_least;
    for (size_t i = 0; i < large; i++) {
        double size = (double)worker->sizes[i];
        comparisons -= size * (size - 1) / 2;
        bool last = i + 1 == large || worker->sizes[i + 1] != worker->sizes[i];
        if (comparisons < 0)
            break;
        if (last)
            *most = (uint32_t)worker->sizes[i];
    }
    return true;
}

static void empty_worker(struct vector_worker *worker, const struct allocator *allocator) {
    allocator->release(worker->keys);
    worker->keys = NULL;
}

/* Makes what a worker needs for its first band, in one block. */
static bool begin_worker(const struct vector_pairs *pairs, struct vector_worker *worker) {
    size_t count = pairs->set->count, large = count / vector_pairs_whole_least + 1;
    size_t size = sizeof *worker->keys + sizeof *worker->members;
    worker->keys = pairs->allocator->resize(NULL, (count + large) * size);
    if (!worker->keys)
        return false;
    worker->sizes = worker->keys + count;
    worker->members = (uint32_t *)(worker->sizes + large);
    worker->sizes_scratch = worker->members + count;
    return true;
}

/* Sorts the vectors by the bits of a band, and looks at the pairs of those that share them. */
static bool look_at_band(const struct vector_pairs *pairs, struct vector_worker *worker,
                         struct vector_task *task, size_t band) {
    size_t count = pairs->set->count;
    uint32_t rows = pairs->rule.banding.rows;
    if (!worker->keys && !begin_worker(pairs, worker))
        return false;
    int64_t *keys = worker->keys;
    uint32_t *members = worker->members;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (int64_t)projection_band(signature_of(pairs, i), band * rows, rows);
    task->whole_most = pairs->rule.buckets.whole_most;
    if (interruption_after(worker->interruption, count) ||
        !radix_sort_order(keys, members, count, worker->interruption) ||
        (task->whole_most == 0 && !choose_whole_most(pairs, worker, &task->whole_most)))
        return false;
    for (size_t begin = 0, size; begin < count; begin += size) {
        size = run_length(keys + begin, count - begin);
        if (size > task->whole_most
                ? !thin_bucket(pairs, worker, task, members + begin, keys + begin, size)
                : !look_at_all(pairs, worker, task, members + begin, size))
            return false;
    }
    return true;
}

/* ---- Exact comparison ------------------------------------------------------------------------ */

static bool compare(const struct vector_pairs *pairs, const struct vector_worker *worker,
                    struct vector_task *task, size_t slice) {
    size_t begin = slice * slice_pairs, end = begin + slice_pairs;
    if (end > pairs->close.count)
        end = pairs->close.count;
    if (!task->pairs)
        task->pairs = pairs->allocator->resize(NULL, slice_pairs * sizeof *task->pairs);
    if (!task->pairs)
        return false;
    task->count = 0;
    for (size_t i = begin; i < end; i++) {
        struct vector_pair pair = {.a = (uint32_t)(pairs->close.pairs[i] >> 32),
                                   .b = (uint32_t)pairs->close.pairs[i]};
        struct vector v = vector_set_get(pairs->set, pair.a);
        struct vector w = vector_set_get(pairs->set, pair.b);
        struct dot_products products = dot_products(&v, &w);
        if (dot_products_cosine(&products, &pair.cosine) && pair.cosine >= pairs->rule.cosine_least)
            task->pairs[task->count++] = pair;
        if (interruption_after(worker->interruption, (size_t)v.count + w.count))
            return false;
    }
    return true;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static bool work(void *context, void *memory, void *task, uint64_t number,
                 struct interruption *interruption) {
    struct vector_pairs *pairs = context;
    struct vector_worker *worker = memory;
    worker->interruption = interruption;
    if (number < pairs->slices) {
        uint64_t begin = number * slice_vectors, end = begin + slice_vectors;
        return project(pairs, worker, (uint32_t)begin,
                       (uint32_t)(end < pairs->set->count ? end : pairs->set->count));
    }
    if (number < pairs->before)
        return look_at_band(pairs, worker, task, (size_t)(number - pairs->slices));
    return compare(pairs, worker, task, (size_t)(number - pairs->before));
}

/* ---- The owner ------------------------------------------------------------------------------- */

/* Sorts the pairs and removes copies. False if memory runs out or it is interrupted. */
static bool sort_close(struct vector_pairs *pairs) {
    struct pair_list *list = &pairs->close;
    if (list->count == pairs->distinct)
        return true;
    uint32_t *scratch = allocator_zeroes(pairs->allocator, list->count, sizeof *scratch);
    if (!scratch)
        return false;
    bool sorted = radix_sort_sums(list->pairs, scratch, &list->count, pairs->interruption);
    pairs->allocator->release(scratch);
    pairs->distinct = list->count;
    return sorted;
}

/* Adds what a band has found. `seen` has a bit for each vector in a large bucket so far. */
static bool add_band(struct vector_pairs *pairs, struct vector_task *task, uint64_t *seen) {
    struct vector_pair_counts *counts = &pairs->counts;
    struct pair_list *list = &pairs->close;
    counts->candidates += task->candidates;
    counts->left_out += task->left_out;
    counts->large_buckets += task->large_buckets;
    if (task->whole_most < counts->whole_most)
        counts->whole_most = task->whole_most;
    for (size_t i = 0; i < task->large_count; i++) {
        uint64_t *word = seen + task->large[i] / 64, bit = UINT64_C(1) << task->large[i] % 64;
        counts->in_large_buckets += !(*word & bit);
        *word |= bit;
    }
    if (task->close.count == 0)
        return true;
    if (!ARRAY_RESERVE(pairs->allocator, list->pairs, list->capacity,
                       list->count + task->close.count))
        return false;
    memcpy(list->pairs + list->count, task->close.pairs, task->close.count * sizeof *list->pairs);
    list->count += task->close.count;
    return list->count < sorted_least + 2 * pairs->distinct || sort_close(pairs);
}

static void empty_task(struct vector_task *task, const struct allocator *allocator) {
    RELEASE(allocator, task->close.pairs, task->large);
    *task = (struct vector_task){.pairs = task->pairs};
}

/* Collects the close pairs of all bands. A few more bands than there are workers are in memory. */
static bool collect_close(struct vector_pairs *pairs, uint64_t *seen) {
    struct task_ring *ring = &pairs->ring;
    for (; ring->read < pairs->before; task_ring_end(ring)) {
        task_ring_offer_until(ring, pairs->before);
        struct vector_task *task = task_ring_read(ring);
        if (!task || !add_band(pairs, task, seen))
            return false;
        empty_task(task, pairs->allocator);
    }
    for (unsigned i = 0; i < ring->workers; i++)
        empty_worker(task_ring_worker(ring, i), pairs->allocator);
    if (!sort_close(pairs))
        return false;
    pairs->counts.close = pairs->close.count;
    return true;
}

/* Draws the hyperplanes, if all vectors have the same few dimensions. */
static bool draw_hyperplanes(struct vector_pairs *pairs) {
    const struct vector_set *set = pairs->set;
    if (set->sparse || !hyperplanes_fit(set->vectors[0].count, pairs->bits))
        return true;
    pairs->planes = hyperplanes_new(pairs->allocator, set->vectors[0].count, pairs->bits,
                                    pairs->rule.seed, pairs->interruption);
    return pairs->planes != NULL;
}

static void worker_free(void *memory, const struct allocator *allocator) {
    struct vector_worker *worker = memory;
    projection_workspace_free(&worker->projection, allocator);
    empty_worker(worker, allocator);
}

static void task_free(void *place, const struct allocator *allocator) {
    struct vector_task *task = place;
    empty_task(task, allocator);
    allocator->release(task->pairs);
}

static bool begin(struct vector_pairs *pairs, unsigned threads) {
    const struct allocator *allocator = pairs->allocator;
    size_t count = pairs->set->count;
    pairs->ring = TASK_RING(allocator, work, pairs, struct vector_worker, struct vector_task,
                            .worker_release = worker_free, .task_release = task_free);
    if (!task_ring_begin(&pairs->ring, threads, pairs->interruption))
        return false;
    pairs->signatures = allocator_zeroes(allocator, count, pairs->stride);
    pairs->heads = allocator_zeroes(allocator, count, head_size);
    if (!pairs->signatures || !pairs->heads || !draw_hyperplanes(pairs))
        return false;
    /* Has all vectors projected, a few slices ahead of the one that is waited for. */
    for (struct task_ring *ring = &pairs->ring; ring->read < pairs->slices; task_ring_end(ring)) {
        task_ring_offer_until(ring, pairs->slices);
        if (!task_ring_read(ring))
            return false;
    }
    uint64_t *seen = allocator_zeroes(pairs->allocator, pairs->set->count / 64 + 1, sizeof *seen);
    bool collected = seen && collect_close(pairs, seen);
    pairs->allocator->release(seen);
    return collected;
}

struct vector_pairs *vector_pairs_new(const struct allocator *allocator,
                                      const struct vector_set *set,
                                      const struct vector_pair_rule *rule, unsigned threads,
                                      struct interruption *interruption) {
    const struct vector_banding *banding = &rule->banding;
    assert(banding->bands > 0 && banding->rows > 0 && banding->rows <= banding_rows_max);
    assert(!set->descends);
    struct vector_pairs *pairs = allocator->resize(NULL, sizeof *pairs);
    if (!pairs)
        return NULL;
    *pairs = (struct vector_pairs){.allocator = allocator,
                                   .set = set,
                                   .rule = *rule,
                                   .interruption = interruption,
                                   .hamming = hamming_kernel_named(NULL),
                                   .counts = {.whole_most = UINT32_MAX},
                                   .bits = banding->bands * banding->rows};
    pairs->stride = (pairs->bits + (size_t)63) / 64 * 8;
    pairs->distance_most = vector_banding_distance_most(pairs->bits, rule->cosine_least);
    pairs->head_distance_most = vector_banding_distance_most(
        pairs->bits < head_bits ? pairs->bits : head_bits, rule->cosine_least);
    pairs->slices = (set->count + slice_vectors - 1) / slice_vectors;
    pairs->before = pairs->slices > 0 ? pairs->slices + banding->bands : 0;
    if (set->count == 0 || begin(pairs, threads))
        return pairs;
    vector_pairs_free(pairs);
    return NULL;
}

void vector_pairs_free(struct vector_pairs *pairs) {
    if (!pairs)
        return;
    const struct allocator *allocator = pairs->allocator;
    task_ring_free(&pairs->ring); /* first: its threads use the rest */
    RELEASE(allocator, pairs->signatures, pairs->heads);
    hyperplanes_free(pairs->planes, allocator);
    RELEASE(allocator, pairs->close.pairs, pairs);
}

enum task_results vector_pairs_next(struct vector_pairs *pairs, struct vector_pair *pair) {
    uint64_t slices = (pairs->close.count + slice_pairs - 1) / slice_pairs;
    for (struct task_ring *ring = &pairs->ring; ring->read < pairs->before + slices;) {
        task_ring_offer_until(ring, pairs->before + slices);
        const struct vector_task *task = task_ring_read(ring);
        if (!task)
            return task_results_failed;
        if (pairs->next_pair < task->count) {
            *pair = task->pairs[pairs->next_pair++];
            return task_results_one;
        }
        pairs->next_pair = 0;
        task_ring_end(ring);
    }
    return task_results_end;
}

struct vector_pair_counts vector_pairs_counts(const struct vector_pairs *pairs) {
    return pairs->counts;
}
