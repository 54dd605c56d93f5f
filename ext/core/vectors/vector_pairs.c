/* vector_pairs.c - see vector_pairs.h. */
#include "vector_pairs.h"

#include "../base/crew.h"
#include "../base/radix_sort.h"
#include "dot_product.h"
#include "hamming.h"
#include "projection_signature.h"

#include <assert.h>
#include <string.h> /* memcpy, memmove, memset */

enum {
    slice_vectors = 1 << 10, /* that a task projects */
    work_per_task = 1 << 15, /* of candidates_work(): some milliseconds */
    tasks_per_worker = 4,    /* ahead of the owner */
    head_bits = 128,         /* that are compared before the others */
    head_size = head_bits / 8,
    kept_pairs_most = 1 << 16 /* of a task: memory for more is released after it */
};

/* A worker's own memory. */
struct vector_worker {
    struct projection_workspace projection;
    int64_t *keys; /* by vector, the bits of a band */
    struct candidate_finder finder;
    struct interruption *interruption;
};

/* A slice of vectors to project; a band, and its buckets; or a range of vectors, and its pairs. */
struct vector_task {
    uint32_t *members, *sizes; /* as for bucket_list_add() */
    size_t buckets;
    uint32_t begin, end;
    struct vector_pair *pairs;
    size_t count, capacity;
    uint64_t candidates, close;
    bool failed;
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
    struct bucket_list list;
    struct bucket_set buckets;
    uint32_t *ranks; /* of the vectors, or NULL */
    struct candidates candidates;
    struct crew *crew;
    struct vector_worker *workers;
    unsigned worker_count;
    struct vector_task *tasks; /* a ring */
    uint64_t window;           /* tasks in the ring */
    uint64_t slices, before;   /* tasks that project, and all before those that compare */
    uint64_t offered, read;    /* tasks that compare */
    uint32_t next_vector;      /* of the next task */
    size_t next_pair;          /* of the task that is read */
    bool reading;              /* whether task number `read` is done */
    uint64_t met, close;       /* pairs of the tasks read */
};

static struct vector_task *task_of(const struct vector_pairs *pairs, uint64_t number) {
    return pairs->tasks + number % pairs->window;
}

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

/* ---- Buckets --------------------------------------------------------------------------------- */

/* Sorts the members of a bucket. `keys` is scratch of their number. */
static bool sort_members(uint32_t *members, int64_t *keys, size_t count,
                         struct interruption *interruption) {
    bool ascending = true;
    for (size_t i = 1; i < count; i++)
        ascending &= members[i - 1] < members[i];
    if (ascending)
        return true;
    for (size_t i = 0; i < count; i++)
        keys[i] = members[i];
    return radix_sort(keys, members, count, interruption);
}

/* Sorts the vectors by the bits of a band, and keeps those that share them. */
static bool make_buckets(struct vector_pairs *pairs, struct vector_worker *worker,
                         struct vector_task *task, uint32_t band) {
    const struct allocator *allocator = pairs->allocator;
    size_t count = pairs->set->count, kept = 0;
    uint32_t rows = pairs->rule.banding.rows;
    int64_t *keys = worker->keys;
    if (!keys)
        keys = worker->keys = allocator->resize(NULL, count * sizeof *keys);
    task->members = allocator->resize(NULL, count * sizeof *task->members);
    task->sizes = allocator->resize(NULL, (count / 2 + 1) * sizeof *task->sizes);
    task->buckets = 0;
    if (!keys || !task->members || !task->sizes)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (int64_t)projection_band(signature_of(pairs, i), (size_t)band * rows, rows);
        task->members[i] = i;
    }
    if (interruption_after(worker->interruption, count) ||
        !radix_sort(keys, task->members, count, worker->interruption))
        return false;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && keys[end] == keys[begin];)
            end++;
        size_t size = end - begin;
        if (interruption_after(worker->interruption, size))
            return false;
        if (size == 1)
            continue;
        if (!sort_members(task->members + begin, keys + begin, size, worker->interruption))
            return false;
        memmove(task->members + kept, task->members + begin, size * sizeof *task->members);
        task->sizes[task->buckets++] = (uint32_t)size;
        kept += size;
    }
    return true;
}

static void release_buckets(struct vector_task *task, const struct allocator *allocator) {
    allocator->release(task->members);
    allocator->release(task->sizes);
    task->members = task->sizes = NULL;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Compares a candidate exactly, and records it if it is a pair. False if memory runs out. */
static bool compare(struct vector_pairs *pairs, struct vector_task *task, uint32_t a, uint32_t b) {
    struct vector v = vector_set_get(pairs->set, a), w = vector_set_get(pairs->set, b);
    struct dot_products products = dot_products(&v, &w);
    double cosine;
    task->close++;
    if (!dot_products_cosine(&products, &cosine) || cosine < pairs->rule.cosine_least)
        return true;
    struct vector_pair *grown = allocator_grow(pairs->allocator, task->pairs, &task->capacity,
                                               task->count + 1, sizeof *grown);
    if (!grown)
        return false;
    task->pairs = grown;
    grown[task->count++] = (struct vector_pair){a, b, cosine};
    return true;
}

/* Whether so few bits differ that the cosine may be high. */
static bool is_close(const struct vector_pairs *pairs, uint32_t a, uint32_t b) {
    uint32_t distance;
    pairs->hamming(pairs->heads + (size_t)a * head_size, pairs->heads + (size_t)b * head_size,
                   head_size, 0, 1, &distance);
    if (distance > pairs->head_distance_most)
        return false;
    pairs->hamming(signature_of(pairs, a), signature_of(pairs, b), pairs->stride, 0, 1, &distance);
    return distance <= pairs->distance_most;
}

static bool compare_with_found(struct vector_pairs *pairs, struct vector_worker *worker,
                               struct vector_task *task, uint32_t a) {
    for (size_t i = 0; i < worker->finder.count; i++) {
        uint32_t b = worker->finder.found[i];
        size_t steps = 1;
        if (is_close(pairs, a, b)) {
            steps += pairs->stride + pairs->set->counts[a] + pairs->set->counts[b];
            if (!compare(pairs, task, a, b))
                return false;
        }
        if (interruption_after(worker->interruption, steps))
            return false;
    }
    return true;
}

static bool compare_vectors(struct vector_pairs *pairs, struct vector_worker *worker,
                            struct vector_task *task) {
    const struct allocator *allocator = pairs->allocator;
    if (!worker->finder.marks &&
        !candidate_finder_begin(&worker->finder, allocator, &pairs->candidates))
        return false;
    for (uint32_t a = task->begin; a < task->end; a++) {
        if (!candidate_finder_find(&worker->finder, allocator, &pairs->candidates, a,
                                   worker->interruption))
            return false;
        task->candidates += worker->finder.count;
        if (!compare_with_found(pairs, worker, task, a))
            return false;
    }
    return true;
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static uint32_t end_of_slice(const struct vector_pairs *pairs, uint64_t slice) {
    uint64_t end = (slice + 1) * slice_vectors;
    return (uint32_t)(end < pairs->set->count ? end : pairs->set->count);
}

static void work(void *context, unsigned number, uint64_t task_number) {
    struct vector_pairs *pairs = context;
    struct vector_worker *worker = pairs->workers + number;
    worker->interruption = crew_interruption(pairs->crew, number);
    if (task_number < pairs->slices) {
        struct vector_task *task = task_of(pairs, task_number);
        task->failed = !project(pairs, worker, (uint32_t)(task_number * slice_vectors),
                                end_of_slice(pairs, task_number));
    } else if (task_number < pairs->before) {
        struct vector_task *task = task_of(pairs, task_number - pairs->slices);
        task->failed = !make_buckets(pairs, worker, task, (uint32_t)(task_number - pairs->slices));
    } else {
        struct vector_task *task = task_of(pairs, task_number - pairs->before);
        task->failed = !compare_vectors(pairs, worker, task);
    }
}

/* ---- The owner ------------------------------------------------------------------------------- */

/* Has all vectors projected, a few slices ahead of the one that is waited for. */
static bool project_all(struct vector_pairs *pairs) {
    uint64_t offered = 0;
    for (uint64_t slice = 0; slice < pairs->slices; slice++) {
        for (; offered < pairs->slices && offered < slice + pairs->window; offered++)
            crew_offer(pairs->crew);
        if (!crew_wait(pairs->crew, slice) || task_of(pairs, slice)->failed)
            return false;
    }
    return true;
}

/* Lists the buckets of all bands. As many bands are in memory at a time as there are workers. */
static bool list_buckets(struct vector_pairs *pairs) {
    uint64_t offered = 0;
    for (uint32_t band = 0; band < pairs->rule.banding.bands; band++) {
        for (; offered < pairs->rule.banding.bands && offered < band + pairs->worker_count;
             offered++)
            crew_offer(pairs->crew);
        struct vector_task *task = task_of(pairs, band);
        if (!crew_wait(pairs->crew, pairs->slices + band) || task->failed ||
            !bucket_list_add(&pairs->list, pairs->allocator, task->members, task->sizes,
                             task->buckets))
            return false;
        release_buckets(task, pairs->allocator);
    }
    for (unsigned i = 0; i < pairs->worker_count; i++) {
        pairs->allocator->release(pairs->workers[i].keys);
        pairs->workers[i].keys = NULL;
    }
    return bucket_set_of_list(&pairs->buckets, pairs->allocator, &pairs->list,
                              (uint32_t)pairs->set->count, pairs->interruption);
}

/* Numbers the vectors in the order of their first 64 bits, so that those near in it are alike. */
static bool rank_vectors(struct vector_pairs *pairs, int64_t *keys, uint32_t *order) {
    size_t count = pairs->set->count;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (int64_t)(projection_band(signature_of(pairs, i), 0, 64) ^ UINT64_C(1) << 63);
        order[i] = i;
    }
    if (!radix_sort(keys, order, count, pairs->interruption))
        return false;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && keys[end] == keys[begin];)
            end++;
        if (!sort_members(order + begin, keys + begin, end - begin, pairs->interruption))
            return false;
    }
    for (uint32_t rank = 0; rank < count; rank++)
        pairs->ranks[order[rank]] = rank;
    return true;
}

static bool make_ranks(struct vector_pairs *pairs) {
    const struct allocator *allocator = pairs->allocator;
    size_t count = pairs->set->count;
    int64_t *keys = allocator->resize(NULL, count * sizeof *keys);
    uint32_t *order = allocator->resize(NULL, count * sizeof *order);
    pairs->ranks = allocator->resize(NULL, count * sizeof *pairs->ranks);
    bool made = keys && order && pairs->ranks && rank_vectors(pairs, keys, order);
    allocator->release(keys);
    allocator->release(order);
    return made;
}

/* Decides which pairs are candidates. */
static bool begin_candidates(struct vector_pairs *pairs) {
    struct candidate_rule *rule = &pairs->rule.buckets;
    double comparisons = pairs->rule.comparisons_most * (double)pairs->set->count;
    if (rule->whole_most == 0 &&
        !candidates_whole_most(&pairs->buckets, pairs->allocator, comparisons,
                               vector_pairs_whole_least, &rule->whole_most))
        return false;
    rule->ranks = NULL;
    if (candidates_are_thinned(&pairs->buckets, rule)) {
        if (!make_ranks(pairs))
            return false;
        rule->ranks = pairs->ranks;
    }
    return candidates_begin(&pairs->candidates, pairs->allocator, &pairs->buckets, rule,
                            pairs->interruption);
}

/* Allocates an array of zeroes. */
static void *zeroes(const struct allocator *allocator, size_t count, size_t size) {
    void *array = allocator->resize(NULL, count * size);
    return array ? memset(array, 0, count * size) : NULL;
}

/* Draws the hyperplanes, if all vectors have the same few dimensions. */
static bool draw_hyperplanes(struct vector_pairs *pairs) {
    const struct vector_set *set = pairs->set;
    if (set->sparse || !hyperplanes_fit(set->counts[0], pairs->bits))
        return true;
    pairs->planes = hyperplanes_new(pairs->allocator, set->counts[0], pairs->bits, pairs->rule.seed,
                                    pairs->interruption);
    return pairs->planes != NULL;
}

static bool begin(struct vector_pairs *pairs, unsigned threads) {
    const struct allocator *allocator = pairs->allocator;
    size_t count = pairs->set->count;
    pairs->crew = crew_new(allocator, threads, work, pairs, pairs->interruption);
    if (!pairs->crew)
        return false;
    pairs->worker_count = crew_workers(pairs->crew);
    pairs->window = threads > 0 ? (uint64_t)pairs->worker_count * tasks_per_worker : 1;
    pairs->workers = zeroes(allocator, pairs->worker_count, sizeof *pairs->workers);
    pairs->tasks = zeroes(allocator, (size_t)pairs->window, sizeof *pairs->tasks);
    pairs->signatures =
        count <= SIZE_MAX / pairs->stride ? zeroes(allocator, count, pairs->stride) : NULL;
    pairs->heads = zeroes(allocator, count, head_size);
    return pairs->workers && pairs->tasks && pairs->signatures && pairs->heads &&
           draw_hyperplanes(pairs) && project_all(pairs) && list_buckets(pairs) &&
           begin_candidates(pairs);
}

bool vector_pairs_fit(size_t vectors, uint32_t bands) {
    return vectors <= BUCKET_ROWS_MAX / bands;
}

struct vector_pairs *vector_pairs_new(const struct allocator *allocator,
                                      const struct vector_set *set,
                                      const struct vector_pair_rule *rule, unsigned threads,
                                      struct interruption *interruption) {
    const struct vector_banding *banding = &rule->banding;
    assert(banding->bands > 0 && banding->rows > 0 && banding->rows <= banding_rows_max);
    assert(!set->descends && vector_pairs_fit(set->count, banding->bands));
    struct vector_pairs *pairs = allocator->resize(NULL, sizeof *pairs);
    if (!pairs)
        return NULL;
    *pairs = (struct vector_pairs){.allocator = allocator,
                                   .set = set,
                                   .rule = *rule,
                                   .interruption = interruption,
                                   .hamming = hamming_kernel_best(),
                                   .bits = banding->bands * banding->rows};
    pairs->stride = (pairs->bits + (size_t)63) / 64 * 8;
    pairs->distance_most = vector_banding_distance_most(pairs->bits, rule->cosine_least);
    pairs->head_distance_most = vector_banding_distance_most(
        pairs->bits < head_bits ? pairs->bits : head_bits, rule->cosine_least);
    pairs->slices = (set->count + slice_vectors - 1) / slice_vectors;
    pairs->before = pairs->slices + banding->bands;
    if (set->count == 0 || begin(pairs, threads))
        return pairs;
    vector_pairs_free(pairs);
    return NULL;
}

static void worker_free(struct vector_worker *worker, const struct allocator *allocator) {
    projection_workspace_free(&worker->projection, allocator);
    allocator->release(worker->keys);
    candidate_finder_free(&worker->finder, allocator);
}

void vector_pairs_free(struct vector_pairs *pairs) {
    if (!pairs)
        return;
    const struct allocator *allocator = pairs->allocator;
    crew_free(pairs->crew); /* first: its threads use the rest */
    for (unsigned i = 0; pairs->workers && i < pairs->worker_count; i++)
        worker_free(pairs->workers + i, allocator);
    for (uint64_t i = 0; pairs->tasks && i < pairs->window; i++) {
        release_buckets(pairs->tasks + i, allocator);
        allocator->release(pairs->tasks[i].pairs);
    }
    allocator->release(pairs->workers);
    allocator->release(pairs->tasks);
    allocator->release(pairs->signatures);
    allocator->release(pairs->heads);
    allocator->release(pairs->ranks);
    hyperplanes_free(pairs->planes, allocator);
    candidates_free(&pairs->candidates, allocator);
    bucket_list_free(&pairs->list, allocator);
    bucket_set_free(&pairs->buckets, allocator);
    allocator->release(pairs);
}

/* Offers the next task: the vectors from next_vector on, until their work suffices. */
static void offer(struct vector_pairs *pairs) {
    struct vector_task *task = task_of(pairs, pairs->offered++);
    uint64_t work_so_far = 0;
    task->begin = pairs->next_vector;
    while (pairs->next_vector < pairs->buckets.texts && work_so_far < work_per_task)
        work_so_far += candidates_work(&pairs->candidates, pairs->next_vector++);
    task->end = pairs->next_vector;
    task->count = 0;
    task->candidates = task->close = 0;
    crew_offer(pairs->crew);
}

/* Ends the task that was read. One that found very many pairs gives back their memory. */
static void end_task(struct vector_pairs *pairs) {
    struct vector_task *task = task_of(pairs, pairs->read);
    if (task->capacity > kept_pairs_most) {
        pairs->allocator->release(task->pairs);
        task->pairs = NULL;
        task->capacity = 0;
    }
    pairs->met += task->candidates;
    pairs->close += task->close;
    pairs->next_pair = 0;
    pairs->read++;
    pairs->reading = false;
}

enum vector_pairs_result vector_pairs_next(struct vector_pairs *pairs, struct vector_pair *pair) {
    if (pairs->buckets.buckets == 0)
        return vector_pairs_end;
    for (;;) {
        struct vector_task *task = task_of(pairs, pairs->read);
        if (pairs->reading && pairs->next_pair < task->count) {
            *pair = task->pairs[pairs->next_pair++];
            return vector_pairs_pair;
        }
        if (pairs->reading)
            end_task(pairs);
        while (pairs->offered - pairs->read < pairs->window &&
               pairs->next_vector < pairs->buckets.texts)
            offer(pairs);
        if (pairs->read == pairs->offered)
            return vector_pairs_end;
        task = task_of(pairs, pairs->read);
        if (!crew_wait(pairs->crew, pairs->before + pairs->read) || task->failed)
            return vector_pairs_failed;
        pairs->reading = true;
    }
}

struct vector_pair_counts vector_pairs_counts(const struct vector_pairs *pairs) {
    return (struct vector_pair_counts){.candidates = pairs->met,
                                       .close = pairs->close,
                                       .left_out = pairs->candidates.left_out,
                                       .large_buckets = pairs->candidates.large_buckets,
                                       .in_large_buckets = pairs->candidates.texts_in_large_buckets,
                                       .whole_most = pairs->rule.buckets.whole_most};
}
