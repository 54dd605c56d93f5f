/* pair_comparison.c - see pair_comparison.h. */
#include "pair_comparison.h"

#include "../similarity/edit_distance.h"
#include "../similarity/edit_pattern.h"
#include "../similarity/set_similarity.h"
#include "shingle_classes.h"

#include <assert.h>
#include <math.h> /* fmin */

enum {
    work_per_task = 1 << 16,  /* of candidates_work(): some milliseconds */
    pairs_at_once = 64,       /* that are measured together */
    kept_pairs_most = 1 << 16 /* of a task: memory for more is released after it */
};

/* A worker's own memory. */
struct comparer {
    struct slice_maker slices;
    struct candidate_finder finder;
    uint16_t *marks;     /* by class, the weight of the classes of the first text */
    uint32_t *resembled; /* by text: how many it resembles */
    struct edit_distance_workspace edits;
    struct edit_pattern pattern; /* the first text */
};

struct pair_list {
    struct similar_pair *pairs;
    size_t count, capacity;
};

/* A slice of the shingles, or a range of texts, and what was found. */
struct comparison_task {
    struct class_list slice;
    uint32_t begin, end;
    struct pair_list found, near; /* those below jaccard_least that came close */
    uint64_t candidates;
};

struct pair_comparison {
    const struct allocator *allocator;
    const struct candidates *candidates;
    const struct text_set *texts;
    struct similarity_rule rule;
    double lowest; /* of the similarities that matter */
    struct shingle_classes classes;
    struct interruption *interruption;
    struct task_ring ring;
    uint32_t slices;       /* the tasks that make them come first */
    uint32_t next_text;    /* of the next task */
    size_t next_pair;      /* of the task that is read */
    struct pair_list near; /* of the tasks read */
    uint64_t found;        /* candidates, likewise */
};

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* False if memory runs out. */
static bool append(struct pair_list *list, const struct allocator *allocator,
                   const struct similar_pair *pair) {
    return ARRAY_APPEND(allocator, list->pairs, list->count, list->capacity, *pair);
}

/* The largest distance of a pair that is wanted. */
static size_t most_edits(const struct pair_comparison *comparison,
                         const struct similar_pair *pair) {
    uint32_t a = comparison->texts->texts[pair->a].points;
    uint32_t b = comparison->texts->texts[pair->b].points;
    return (size_t)((1 - comparison->rule.edit_similarity_least) * (a < b ? b : a));
}

/* Measures the edit distance of a pair. False if memory runs out or interrupted. */
static bool measure(struct pair_comparison *comparison, struct comparer *comparer,
                    struct similar_pair *pair) {
    const struct set_text *a = comparison->texts->texts + pair->a;
    const struct set_text *b = comparison->texts->texts + pair->b;
    size_t most = most_edits(comparison, pair), distance, longer;
    if (!(a->codes && b->codes &&
          edit_distance_bytes(a->codes, a->points, b->codes, b->points,
                              comparison->texts->code_count, most, &distance)) &&
        edit_distance_utf8(&comparer->edits, comparison->allocator, a->utf8, a->length, b->utf8,
                           b->length, most, &distance, &longer) != edit_distance_ok)
        return false;
    if (distance <= most)
        pair->edit_distance = (uint32_t)distance;
    return true;
}

/*
 * Measures up to pairs_at_once pairs of one first text. Most texts that share many shingles differ
 * in few places, so small distances, which are cheaper, are tried first. Returns as measure() does.
 */
static bool measure_some(struct pair_comparison *comparison, struct comparer *comparer,
                         struct similar_pair *pairs, size_t count) {
    struct edit_query queries[pairs_at_once];
    for (size_t i = 0; i < count; i++) {
        const struct set_text *b = comparison->texts->texts + pairs[i].b;
        size_t most = most_edits(comparison, pairs + i);
        queries[i] = (struct edit_query){
            b->codes, b->points, most < edit_pattern_bound_max ? most : edit_pattern_bound_max, 0};
    }
    edit_pattern_measure(&comparer->pattern, queries, count);
    for (size_t i = 0; i < count; i++) {
        if (queries[i].distance <= queries[i].bound)
            pairs[i].edit_distance = (uint32_t)queries[i].distance;
        else if (queries[i].bound == edit_pattern_bound_max &&
                 !measure(comparison, comparer, pairs + i))
            return false;
    }
    return true;
}

static bool has_codes(const struct set_text *text) {
    return text->codes && text->points <= edit_pattern_length_max;
}

/* Records a pair, whose edit distance is not yet measured. False if memory runs out. */
static bool record(struct pair_comparison *comparison, struct comparer *comparer,
                   struct comparison_task *task, struct similar_pair pair) {
    const struct similarity_rule *rule = &comparison->rule;
    if (pair.jaccard >= rule->count_least) { /* false for NAN */
        comparer->resembled[pair.a]++;
        comparer->resembled[pair.b]++;
    }
    if (pair.jaccard < rule->jaccard_least)
        return !(pair.jaccard >= rule->near_least) ||
               comparer->resembled[pair.a] > rule->near_most ||
               append(&task->near, comparison->allocator, &pair);
    return append(&task->found, comparison->allocator, &pair);
}

/* ---- The work of a task ---------------------------------------------------------------------- */

/* Writes the weights of the text's classes where the other texts look for them; or zeroes. */
static void set_marks(const struct shingle_classes *classes, uint16_t *marks, uint32_t text,
                      bool with_weights) {
    for (size_t i = classes->text_starts[text]; i < classes->text_starts[text + 1]; i++) {
        uint32_t class = classes->text_classes[i];
        marks[class] = with_weights ? classes->weights[class] : 0;
    }
}

/* The shingles that a text shares with the one that was marked. */
static size_t count_shared(const struct shingle_classes *classes, const uint16_t *marks,
                           uint32_t text) {
    const uint32_t *class = classes->text_classes + classes->text_starts[text];
    const uint32_t *end = classes->text_classes + classes->text_starts[text + 1];
    size_t shared = 0, more = 0;
    for (; end - class >= 2; class += 2) {
        shared += marks[class[0]];
        more += marks[class[1]];
    }
    return shared + more + (class < end ? marks[*class] : 0);
}

/* Compares a text with the candidates that were found. False if memory runs out or interrupted. */
static bool compare_with_found(struct pair_comparison *comparison, struct comparer *comparer,
                               struct comparison_task *task, uint32_t text) {
    const struct shingle_classes *classes = &comparison->classes;
    size_t first = task->found.count, near = task->near.count;
    struct set_counts counts = {.a = classes->sizes[text]};
    for (size_t i = 0; i < comparer->finder.count; i++) {
        uint32_t other = comparer->finder.found[i];
        counts.b = classes->sizes[other];
        counts.both = count_shared(classes, comparer->marks, other);
        size_t steps = classes->text_starts[other + 1] - classes->text_starts[other];
        if (interruption_after(comparer->edits.interruption, steps))
            return false;
        double jaccard = set_similarity_jaccard(&counts);
        struct similar_pair pair = {text, other, jaccard, DISTANCE_UNKNOWN};
        if (jaccard >= comparison->lowest && !record(comparison, comparer, task, pair))
            return false;
    }
    size_t most = comparison->rule.near_most;
    if (comparer->resembled[text] > most || task->near.count - near > most)
        task->near.count = near;
    /* The edit distances of the recorded pairs: several at once where their codes allow. */
    size_t count = task->found.count - first;
    struct similar_pair *pairs = count > 0 ? task->found.pairs + first : NULL;
    const struct set_text *texts = comparison->texts->texts;
    bool prepared = count > 0 && has_codes(texts + pairs->a);
    if (prepared)
        edit_pattern_set(&comparer->pattern, texts[pairs->a].codes, texts[pairs->a].points);
    for (size_t begin = 0, end; begin < count; begin = end) {
        size_t steps = 0;
        for (end = begin; end < count && end - begin < pairs_at_once; end++) {
            if (!prepared || !has_codes(texts + pairs[end].b))
                break;
            steps += texts[pairs[end].b].points;
        }
        if (end == begin)
            steps += texts[pairs[end].b].points + texts[pairs[end].a].points;
        if (interruption_after(comparer->edits.interruption, steps))
            return false;
        bool measured = end > begin ? measure_some(comparison, comparer, pairs + begin, end - begin)
                                    : measure(comparison, comparer, pairs + end++);
        if (!measured)
            return false;
    }
    return true;
}

/* Makes what a worker needs for its first task with texts. */
static bool begin_comparer(struct pair_comparison *comparison, struct comparer *comparer) {
    const struct allocator *allocator = comparison->allocator;
    size_t texts = (size_t)comparison->texts->count + 1;
    size_t classes = (size_t)comparison->classes.count + 1;
    comparer->marks = allocator_zeroes(allocator, classes, sizeof *comparer->marks);
    if (!comparer->marks)
        return false;
    comparer->resembled = allocator_zeroes(allocator, texts, sizeof *comparer->resembled);
    if (!comparer->resembled)
        return false;
    return candidate_finder_begin(&comparer->finder, allocator, comparison->candidates);
}

/* Whether the pairs of this text with later ones are wanted. */
static bool owns(const struct pair_comparison *comparison, uint32_t text) {
    return text_set_owns(comparison->texts, text) &&
           bucket_set_owns(comparison->candidates->set, text);
}

static bool compare_texts(struct pair_comparison *comparison, struct comparer *comparer,
                          struct comparison_task *task) {
    if (!comparer->marks && !begin_comparer(comparison, comparer))
        return false;
    for (uint32_t text = task->begin; text < task->end; text++) {
        if (!owns(comparison, text))
            continue;
        if (!candidate_finder_find(&comparer->finder, comparison->allocator, comparison->candidates,
                                   text, comparer->edits.interruption))
            return false;
        task->candidates += comparer->finder.count;
        set_marks(&comparison->classes, comparer->marks, text, true);
        if (!compare_with_found(comparison, comparer, task, text))
            return false;
        set_marks(&comparison->classes, comparer->marks, text, false);
    }
    return true;
}

static bool work(void *context, void *worker, void *place, uint64_t number,
                 struct interruption *interruption) {
    struct pair_comparison *comparison = context;
    struct comparer *comparer = worker;
    struct comparison_task *task = place;
    comparer->edits.interruption = comparer->slices.interruption = interruption;
    if (number >= comparison->slices)
        return compare_texts(comparison, comparer, task);
    return slice_make(&comparer->slices, comparison->allocator, comparison->texts,
                      comparison->rule.shingle, (uint32_t)number, comparison->slices, &task->slice);
}

/* ---- The owner ------------------------------------------------------------------------------- */

/* Makes the shingle sets, as the first tasks of the ring, a few slices at a time. */
static bool make_classes(struct pair_comparison *comparison) {
    const struct allocator *allocator = comparison->allocator;
    struct task_ring *ring = &comparison->ring;
    while (ring->read < comparison->slices) {
        task_ring_offer_until(ring, comparison->slices);
        struct comparison_task *task = task_ring_read(ring);
        if (!task || !shingle_classes_add(&comparison->classes, allocator, &task->slice,
                                          comparison->interruption))
            return false;
        class_list_free(&task->slice, allocator);
        task_ring_end(ring);
    }
    for (unsigned i = 0; i < ring->workers; i++) {
        struct comparer *comparer = task_ring_worker(ring, i);
        shingle_classes_count(&comparison->classes, allocator, &comparer->slices);
    }
    return shingle_classes_finish(&comparison->classes, allocator, comparison->interruption);
}

static void comparer_free(void *worker, const struct allocator *allocator) {
    struct comparer *comparer = worker;
    slice_maker_free(&comparer->slices, allocator);
    candidate_finder_free(&comparer->finder, allocator);
    RELEASE(allocator, comparer->marks, comparer->resembled);
    edit_distance_workspace_free(&comparer->edits, allocator);
}

static void task_free(void *place, const struct allocator *allocator) {
    struct comparison_task *task = place;
    class_list_free(&task->slice, allocator);
    RELEASE(allocator, task->found.pairs, task->near.pairs);
}

struct pair_comparison *pair_comparison_new(const struct allocator *allocator,
                                            const struct candidates *candidates,
                                            const struct text_set *texts,
                                            const struct similarity_rule *rule, unsigned threads,
                                            struct interruption *interruption) {
    assert(texts->count == candidates->set->texts && texts->added == texts->count);
    struct pair_comparison *comparison = allocator->resize(NULL, sizeof *comparison);
    if (!comparison)
        return NULL;
    *comparison = (struct pair_comparison){.allocator = allocator,
                                           .candidates = candidates,
                                           .texts = texts,
                                           .rule = *rule,
                                           .interruption = interruption};
    comparison->lowest = fmin(rule->jaccard_least, fmin(rule->count_least, rule->near_least));
    comparison->slices = shingle_classes_slices(texts);
    comparison->ring =
        TASK_RING(allocator, work, comparison, struct comparer, struct comparison_task,
                  .worker_release = comparer_free, .task_release = task_free);
    if (task_ring_begin(&comparison->ring, threads, interruption) &&
        shingle_classes_begin(&comparison->classes, allocator, texts->count) &&
        make_classes(comparison))
        return comparison;
    pair_comparison_free(comparison);
    return NULL;
}

void pair_comparison_free(struct pair_comparison *comparison) {
    if (!comparison)
        return;
    const struct allocator *allocator = comparison->allocator;
    task_ring_free(&comparison->ring); /* first: its threads use the rest */
    allocator->release(comparison->near.pairs);
    shingle_classes_free(&comparison->classes, allocator);
    allocator->release(comparison);
}

/* Offers the next task: the texts from next_text on, until there is enough work for one. */
static void offer(struct pair_comparison *comparison) {
    struct comparison_task *task = task_ring_next(&comparison->ring);
    uint64_t work_so_far = 0;
    task->begin = comparison->next_text;
    while (comparison->next_text < comparison->texts->count && work_so_far < work_per_task) {
        uint32_t text = comparison->next_text++;
        work_so_far += owns(comparison, text) ? candidates_work(comparison->candidates, text) : 1;
    }
    task->end = comparison->next_text;
    task->found.count = task->near.count = 0;
    task->candidates = 0;
    task_ring_offer(&comparison->ring);
}

/* Ends the task that was read. One with very many pairs gives back memory. False: no memory. */
static bool end_task(struct pair_comparison *comparison, struct comparison_task *task) {
    for (size_t i = 0; i < task->near.count; i++)
        if (!append(&comparison->near, comparison->allocator, task->near.pairs + i))
            return false;
    if (task->found.capacity > kept_pairs_most) {
        comparison->allocator->release(task->found.pairs);
        task->found.pairs = NULL;
        task->found.capacity = 0;
    }
    comparison->found += task->candidates;
    comparison->next_pair = 0;
    task_ring_end(&comparison->ring);
    return true;
}

/* Drops pairs with a text that turned out to resemble too many. */
static void drop_crowded(struct pair_comparison *comparison) {
    struct pair_list *near = &comparison->near;
    size_t kept = 0, most = comparison->rule.near_most;
    for (size_t i = 0; i < near->count; i++) {
        const struct similar_pair *pair = near->pairs + i;
        if (pair_comparison_resembled(comparison, pair->a) <= most &&
            pair_comparison_resembled(comparison, pair->b) <= most)
            near->pairs[kept++] = *pair;
    }
    near->count = kept;
}

enum task_results pair_comparison_next(struct pair_comparison *comparison,
                                       struct similar_pair *pair) {
    for (;;) {
        while (task_ring_has_room(&comparison->ring) &&
               comparison->next_text < comparison->texts->count)
            offer(comparison);
        if (comparison->ring.read == comparison->ring.offered) {
            drop_crowded(comparison);
            return task_results_end;
        }
        struct comparison_task *task = task_ring_read(&comparison->ring);
        if (!task)
            return task_results_failed;
        if (comparison->next_pair < task->found.count) {
            *pair = task->found.pairs[comparison->next_pair++];
            return task_results_one;
        }
        if (!end_task(comparison, task))
            return task_results_failed;
    }
}

const struct similar_pair *pair_comparison_near(const struct pair_comparison *comparison,
                                                size_t *count) {
    *count = comparison->near.count;
    return comparison->near.pairs;
}

uint64_t pair_comparison_resembled(const struct pair_comparison *comparison, uint32_t text) {
    uint64_t resembled = 0;
    for (unsigned i = 0; i < comparison->ring.workers; i++) {
        const struct comparer *comparer = task_ring_worker(&comparison->ring, i);
        if (comparer->resembled)
            resembled += comparer->resembled[text];
    }
    return resembled;
}

uint64_t pair_comparison_candidates(const struct pair_comparison *comparison) {
    return comparison->found;
}
