/* pair_alignment.c - see pair_alignment.h. */
#include "pair_alignment.h"

#include "../base/radix_sort.h"

#include <string.h> /* memcpy */

enum {
    work_per_task = 1 << 18,     /* words to be read: some milliseconds */
    work_of_pair = 100,          /* as many words take the time of what is done once a pair ... */
    work_of_index = 10,          /* ... and of a word that enters an index */
    kept_passages_most = 1 << 14 /* of a task: memory for more is released after it */
};

/* A worker's own memory, and what it works at. */
struct aligner {
    struct pair_alignment *owner;
    struct alignment_task *task;
    struct interruption *interruption;
    struct seed_index index;
    struct passage_alignment alignment;
    int64_t *order; /* of the candidates of a document, or of passages */
    uint32_t *places;
    size_t order_capacity, place_capacity;
};

/* A range of pairs, and what was found. */
struct alignment_task {
    size_t begin, end;
    struct aligned_passage *passages;
    size_t count, capacity;
    struct pair_alignment_counts counts;
};

struct pair_alignment {
    const struct allocator *allocator;
    const struct document_set *documents;
    const struct document_pairs *pairs;
    struct pair_alignment_rule rule;
    bool whole;        /* whether all candidates of a document are one task */
    uint32_t *numbers; /* of the documents, by their numbers in the pairs */
    struct interruption *interruption;
    struct task_ring ring;
    size_t next_pair;                    /* of the next task */
    size_t next_passage;                 /* of the task that is read */
    struct pair_alignment_counts counts; /* of the tasks read */
};

/* The numbers of the documents of a pair. */
static uint32_t document_a(const struct pair_alignment *alignment, size_t pair) {
    return alignment->numbers[document_pairs_a(alignment->pairs, pair)];
}

static uint32_t document_b(const struct pair_alignment *alignment, size_t pair) {
    return alignment->numbers[document_pairs_b(alignment->pairs, pair)];
}

/* One behind the last pair, up to `end`, with the same a as this one. */
static size_t end_of_a(const struct pair_alignment *alignment, size_t pair, size_t end) {
    uint32_t a = document_pairs_a(alignment->pairs, pair);
    while (pair < end && document_pairs_a(alignment->pairs, pair) == a)
        pair++;
    return pair;
}

/* ---- The work of a task ---------------------------------------------------------------------- */

/* Aligns a pair with the index of its a, and records its passages. */
static bool align(struct aligner *aligner, size_t pair) {
    struct pair_alignment *owner = aligner->owner;
    struct alignment_task *task = aligner->task;
    uint32_t a = document_a(owner, pair), b = document_b(owner, pair);
    struct placed_words words = document_set_words(owner->documents, b);
    struct passage_alignment *found = &aligner->alignment;
    if (!passage_alignment_find(found, owner->allocator, aligner->interruption, &aligner->index,
                                &words) ||
        interruption_after(aligner->interruption, work_of_pair))
        return false;
    task->counts.aligned++;
    task->counts.with_passages += found->count > 0;
    task->counts.passages += found->count;
    if (!ARRAY_RESERVE(owner->allocator, task->passages, task->capacity,
                       task->count + found->count))
        return false;
    for (size_t i = 0; i < found->count; i++)
        task->passages[task->count++] = (struct aligned_passage){a, b, found->passages[i]};
    return true;
}

static bool make_order(struct aligner *aligner, size_t count) {
    const struct allocator *allocator = aligner->owner->allocator;
    return ARRAY_RESERVE(allocator, aligner->order, aligner->order_capacity, count) &&
           ARRAY_RESERVE(allocator, aligner->places, aligner->place_capacity, count);
}

/* A number that is the smaller the greater the score is; neither is NaN. */
static uint32_t descending(float score) {
    uint32_t bits;
    score += 0.0f; /* -0 and 0 are one score */
    memcpy(&bits, &score, sizeof bits);
    return bits >> 31 ? bits : ~bits & INT32_MAX;
}

/* Puts the passages of one a, which follow `first`, back into the order of b. */
static bool order_by_b(struct aligner *aligner, size_t first) {
    size_t count = aligner->task->count - first;
    struct aligned_passage *passages = aligner->task->passages + first;
    if (!ARRAY_RESERVE(aligner->owner->allocator, aligner->order, aligner->order_capacity, count))
        return false;
    for (size_t i = 0; i < count; i++)
        aligner->order[i] = (int64_t)((uint64_t)passages[i].b << 32 | i);
    return radix_sort_items(aligner->order, passages, sizeof *passages, count,
                            aligner->owner->allocator, aligner->interruption);
}

/* Aligns the candidates of one document in the order of their scores until they are cut. */
static bool align_in_order(struct aligner *aligner, size_t begin, size_t end) {
    const struct document_pairs *pairs = aligner->owner->pairs;
    const struct pair_alignment_rule *rule = &aligner->owner->rule;
    struct alignment_task *task = aligner->task;
    size_t first = task->count, misses = 0;
    if (!make_order(aligner, end - begin))
        return false;
    for (size_t i = begin; i < end; i++) {
        uint32_t score = descending(document_pairs_score(pairs, i));
        aligner->order[i - begin] = (int64_t)((uint64_t)score << 31 | (i - begin));
    }
    if (!radix_sort(aligner->order, aligner->places, end - begin, aligner->interruption))
        return false;
    for (size_t i = 0; i < end - begin; i++) {
        size_t pair = begin + (size_t)(aligner->order[i] & INT32_MAX), passages = task->count;
        bool below = document_pairs_score(pairs, pair) < rule->score_least;
        if (below || i == rule->rank_most || misses == rule->misses_most) {
            *(below                  ? &task->counts.below_score
              : i == rule->rank_most ? &task->counts.beyond_rank
                                     : &task->counts.after_misses) += end - begin - i;
            break;
        }
        if (!align(aligner, pair))
            return false;
        misses = task->count > passages ? 0 : misses + 1;
    }
    return task->count == first || order_by_b(aligner, first);
}

/* Aligns those candidates of one document whose scores suffice. */
static bool align_all(struct aligner *aligner, size_t begin, size_t end) {
    const struct pair_alignment *owner = aligner->owner;
    for (size_t pair = begin; pair < end; pair++) {
        if (document_pairs_score(owner->pairs, pair) < owner->rule.score_least)
            aligner->task->counts.below_score++;
        else if (!align(aligner, pair))
            return false;
    }
    return true;
}

static bool work(void *context, void *worker, void *place, uint64_t number,
                 struct interruption *interruption) {
    struct pair_alignment *owner = context;
    struct aligner *aligner = worker;
    const struct alignment_task *task = aligner->task = place;
    (void)number;
    aligner->owner = owner;
    aligner->interruption = interruption;
    for (size_t begin = task->begin, end; begin < task->end; begin = end) {
        end = end_of_a(owner, begin, task->end);
        struct placed_words words = document_set_words(owner->documents, document_a(owner, begin));
        if (!seed_index_make(&aligner->index, owner->allocator, interruption,
                             &owner->rule.parameters, &words) ||
            !(owner->whole ? align_in_order : align_all)(aligner, begin, end))
            return false;
    }
    return true;
}

/* ---- The owner ------------------------------------------------------------------------------- */

/* Finds the documents of the pairs. False if memory runs out, or one is unknown. */
static bool find_documents(struct pair_alignment *alignment, const int64_t **unknown) {
    const struct document_pairs *pairs = alignment->pairs;
    alignment->numbers =
        alignment->allocator->resize(NULL, (pairs->nodes.count + 1) * sizeof *alignment->numbers);
    if (!alignment->numbers)
        return false;
    for (size_t i = 0; i < pairs->nodes.count; i++) {
        alignment->numbers[i] = document_set_find(alignment->documents, pairs->nodes.members[i]);
        if (alignment->numbers[i] == UINT32_MAX) {
            *unknown = pairs->nodes.members + i;
            return false;
        }
    }
    return true;
}

static void aligner_free(void *worker, const struct allocator *allocator) {
    struct aligner *aligner = worker;
    seed_index_free(&aligner->index, allocator);
    passage_alignment_free(&aligner->alignment, allocator);
    RELEASE(allocator, aligner->order, aligner->places);
}

static void task_free(void *place, const struct allocator *allocator) {
    allocator->release(((struct alignment_task *)place)->passages);
}

struct pair_alignment *
pair_alignment_new(const struct allocator *allocator, const struct document_set *documents,
                   const struct document_pairs *pairs, const struct pair_alignment_rule *rule,
                   unsigned threads, struct interruption *interruption, const int64_t **unknown) {
    *unknown = NULL;
    struct pair_alignment *alignment = allocator->resize(NULL, sizeof *alignment);
    if (!alignment)
        return NULL;
    *alignment = (struct pair_alignment){.allocator = allocator,
                                         .documents = documents,
                                         .pairs = pairs,
                                         .rule = *rule,
                                         .interruption = interruption};
    alignment->whole = rule->rank_most < SIZE_MAX || rule->misses_most < SIZE_MAX;
    alignment->ring = TASK_RING(allocator, work, alignment, struct aligner, struct alignment_task,
                                .worker_release = aligner_free, .task_release = task_free);
    if (find_documents(alignment, unknown) &&
        task_ring_begin(&alignment->ring, threads, interruption))
        return alignment;
    pair_alignment_free(alignment);
    return NULL;
}

void pair_alignment_free(struct pair_alignment *alignment) {
    if (!alignment)
        return;
    const struct allocator *allocator = alignment->allocator;
    task_ring_free(&alignment->ring); /* first: its threads use the rest */
    RELEASE(allocator, alignment->numbers, alignment);
}

/* The pairs of the next task, from next_pair on, until their work suffices. */
static size_t end_of_task(const struct pair_alignment *alignment) {
    const struct document_set *documents = alignment->documents;
    size_t pair = alignment->next_pair, count = alignment->pairs->count;
    uint64_t work_so_far = 0, wanted = work_per_task;
    uint32_t before = UINT32_MAX;
    for (; pair < count && work_so_far < wanted; pair++) {
        uint32_t a = document_a(alignment, pair);
        if (a != before) {
            uint64_t index = (uint64_t)document_set_count(documents, a) * work_of_index;
            work_so_far += index;
            /* An index that is larger than a task must be worth its making. */
            wanted = wanted > 4 * index ? wanted : 4 * index;
        }
        before = a;
        work_so_far += document_set_count(documents, document_b(alignment, pair)) + work_of_pair;
    }
    if (alignment->whole && pair > alignment->next_pair)
        return end_of_a(alignment, pair - 1, count);
    return pair;
}

enum task_results pair_alignment_next(struct pair_alignment *alignment,
                                      struct aligned_passage *passage) {
    for (;;) {
        while (task_ring_has_room(&alignment->ring) &&
               alignment->next_pair < alignment->pairs->count) {
            struct alignment_task *next = task_ring_next(&alignment->ring);
            next->begin = alignment->next_pair;
            next->end = alignment->next_pair = end_of_task(alignment);
            next->count = 0;
            next->counts = (struct pair_alignment_counts){0};
            task_ring_offer(&alignment->ring);
        }
        if (alignment->ring.read == alignment->ring.offered)
            return task_results_end;
        struct alignment_task *task = task_ring_read(&alignment->ring);
        if (!task)
            return task_results_failed;
        if (alignment->next_passage < task->count) {
            *passage = task->passages[alignment->next_passage++];
            return task_results_one;
        }
        /* Ends the task that was read. One that found many passages gives back their memory. */
        struct pair_alignment_counts *sum = &alignment->counts;
        sum->aligned += task->counts.aligned;
        sum->with_passages += task->counts.with_passages;
        sum->passages += task->counts.passages;
        sum->below_score += task->counts.below_score;
        sum->beyond_rank += task->counts.beyond_rank;
        sum->after_misses += task->counts.after_misses;
        if (task->capacity > kept_passages_most) {
            alignment->allocator->release(task->passages);
            task->passages = NULL;
            task->capacity = 0;
        }
        alignment->next_passage = 0;
        task_ring_end(&alignment->ring);
    }
}

struct pair_alignment_counts pair_alignment_counts(const struct pair_alignment *alignment) {
    return alignment->counts;
}
