/*
 * duplicate_kinds.c - the kinds of many pairs, on all processors; see docs/functions/kinds.md.
 *
 *   collect_pairs()     aggregate: judges pairs of sentences by core/kinds/kind.h, on threads
 *   duplicate_kinds()   table-valued: the answers, in the order of the pairs
 *
 *   (1) An answer equals that of duplicate_kind(), bit by bit. It does not depend on `threads`.
 *   (2) Threads work while SQLite collects the next pairs, and while it reads the first answers.
 *   (3) The texts of a pair are kept until it is judged, and few groups of pairs wait for that; the
 *       answers are kept to the end: about 600 bytes each, and their words.
 */
#include "../functions.h"
#include "../table_function.h"
#include "kind_answer.h"
#include "learnt_json.h"
#include "pair_arguments.h"

#include <assert.h>
#include <stddef.h> /* offsetof */
#include <string.h> /* memcmp, memcpy, memset */

/* A group of pairs is one task. It is full when it reaches either number. */
enum { group_pairs_max = 64, group_bytes_max = 1 << 18 };

/* A pair to be judged, which refers to its own bytes, and to those of pairs before in its group. */
struct question {
    struct pair_arguments pair;
    char bytes[];
};

struct judged_pair {
    int64_t a, b;
    struct kind_answer answer;
};

struct group {
    struct group *next;
    uint64_t task;                     /* its number in the ring */
    struct held_frequencies *rarities; /* of all its pairs, or NULL */
    size_t size;                       /* bytes of the questions */
    char *words;                       /* of the answers */
    int code;                          /* SQLITE_OK, or why they are not complete */
    size_t count;
    struct question *questions[group_pairs_max]; /* until they are answered */
    struct judged_pair pairs[group_pairs_max];
};

/* What a pointer refers to. */
struct collected_pairs {
    struct collection base;
    unsigned threads;                 /* that the first row asks for */
    const struct learnt_sums *learnt; /* that it gives: what follows, or NULL */
    struct learnt_sums learnt_sums;
    struct interruption interruption; /* its own: perhaps nobody asks why a group ended */
    struct task_ring ring;            /* of pointers to groups; it begins when one is full */
    struct group *first, *last;       /* the last may be open */
    bool is_open;
};

/* ---- Judging, by the workers ----------------------------------------------------------------- */

static void free_questions(struct group *group) {
    for (size_t i = 0; i < group->count; i++) {
        sqlite3_free(group->questions[i]);
        group->questions[i] = NULL;
    }
}

static bool judge(void *context, void *worker, void *task, uint64_t number,
                  struct interruption *interruption) {
    struct group *group = *(struct group **)task;
    struct kind_work *work = worker;
    sqlite3_str *words = sqlite3_str_new(NULL);
    (void)context, (void)number;
    work->pair.alignment.interruption = interruption;
    for (size_t i = 0; i < group->count; i++) {
        struct kind_result result;
        const struct pair_arguments *pair = &group->questions[i]->pair;
        if (!kind_find(work, &sqlite_allocator, &pair->sentences[0], &pair->sentences[1],
                       &pair->circumstances, &result)) {
            group->code = interruption->stopped ? SQLITE_INTERRUPT : SQLITE_NOMEM;
            break;
        }
        struct kind_answer *answer = &group->pairs[i].answer;
        kind_answer_begin(answer, &result);
        for (enum kind_column column = 0; column < kind_columns_count; column++)
            kind_answer_tell(answer, words, work, &result, column);
    }
    if (group->code == SQLITE_OK)
        group->code = sqlite3_str_errcode(words);
    group->words = sqlite3_str_finish(words);
    free_questions(group);
    return group->code == SQLITE_OK;
}

static void release_work(void *work, const struct allocator *allocator) {
    kind_work_free(work, allocator);
}

/* Waits until all groups before task number `end` are judged. */
static int wait_for(struct collected_pairs *collected, uint64_t end) {
    struct task_ring *ring = &collected->ring;
    for (; ring->read < end; task_ring_end(ring)) {
        if (task_ring_read(ring))
            continue;
        int code = interruption_code(&collected->interruption);
        if (code == SQLITE_INTERRUPT) /* the group may still be judged */
            return code;
        const struct group *group = collected->first;
        while (group->task < ring->read)
            group = group->next;
        return group->code != SQLITE_OK ? group->code : code;
    }
    return SQLITE_OK;
}

/* ---- Making and releasing -------------------------------------------------------------------- */

static bool pairs_begin(struct call *call, void *collection) {
    struct collected_pairs *collected = collection;
    collected->interruption = interruption_of(sqlite3_context_db_handle(call->context));
    return true;
}

static void pairs_release(void *collection) {
    struct collected_pairs *collected = collection;
    task_ring_free(&collected->ring); /* first: its threads use the rest */
    for (struct group *group = collected->first, *next; group; group = next) {
        next = group->next;
        free_questions(group);
        collection_release(group->rarities);
        sqlite3_free(group->words);
        sqlite3_free(group);
    }
}

/* ---- collect_pairs() ------------------------------------------------------------------------- */

enum {
    argument_a,
    argument_b,
    argument_pair,
    argument_threads = argument_pair + pair_argument_count,
    argument_learnt
};

/* Hands the open group to the workers; waits for the oldest group if they can hold no more. */
static int offer_group(struct collected_pairs *collected) {
    struct task_ring *ring = &collected->ring;
    if (ring->workers == 0) { /* threads: small collections, and there may be many, need none */
        *ring = TASK_RING(&sqlite_allocator, judge, NULL, struct kind_work, struct group *,
                          .worker_release = release_work);
        if (!task_ring_begin(ring, collected->threads, &collected->interruption)) {
            task_ring_free(ring);
            return SQLITE_NOMEM;
        }
    }
    assert(collected->is_open && collected->last->count > 0);
    int code = task_ring_has_room(ring) ? SQLITE_OK : wait_for(collected, ring->read + 1);
    if (code != SQLITE_OK)
        return code;
    collected->last->task = ring->offered;
    *(struct group **)task_ring_next(ring) = collected->last;
    collected->is_open = false;
    task_ring_offer(ring);
    return SQLITE_OK;
}

/* Returns the open group, or NULL if memory runs out. */
static struct group *open_group(struct collected_pairs *collected,
                                struct held_frequencies *rarities) {
    if (collected->is_open)
        return collected->last;
    struct group *group = sqlite3_malloc64(sizeof *group);
    if (!group)
        return NULL;
    memset(group, 0, offsetof(struct group, questions)); /* the rest is large, and set in turn */
    group->rarities = collection_share(rarities);
    if (collected->last)
        collected->last->next = group;
    else
        collected->first = group;
    collected->last = group;
    collected->is_open = true;
    return group;
}

/* All that a pair refers to: a text, a title and words of each side. */
enum { parts_of_side = 3, parts_count = 2 * parts_of_side };

static void list_parts(const struct pair_arguments *pair, struct kind_text parts[parts_count]) {
    for (int side = 0; side < 2; side++) {
        const struct evidence_words *words = &pair->circumstances.evidence.articles[side];
        *parts++ = pair->sentences[side].text;
        *parts++ = pair->sentences[side].title;
        *parts++ = (struct kind_text){words->blob, words->size};
    }
}

/* Copies a pair, but for what the pair before it has too: often both are of one sentence. */
static bool append_question(struct group *group, const struct pair_arguments *pair) {
    struct kind_text parts[parts_count], before[parts_count] = {{NULL, 0}};
    size_t size = 0;
    assert(group->count < group_pairs_max);
    list_parts(pair, parts);
    if (group->count > 0)
        list_parts(&group->questions[group->count - 1]->pair, before);
    for (int i = 0; i < parts_count; i++) {
        if (parts[i].length == 0 || parts[i].length != before[i].length ||
            memcmp(parts[i].bytes, before[i].bytes, parts[i].length) != 0)
            before[i].bytes = NULL;
        size += before[i].bytes ? 0 : parts[i].length;
    }
    struct question *question = sqlite3_malloc64(sizeof *question + size);
    if (!question)
        return false;
    question->pair = *pair;
    char *at = question->bytes;
    for (int i = 0; i < parts_count; i++) {
        if (!before[i].bytes && parts[i].length > 0)
            memcpy(at, parts[i].bytes, parts[i].length);
        parts[i].bytes = before[i].bytes ? before[i].bytes : at;
        at += before[i].bytes ? 0 : parts[i].length;
    }
    struct evidence *evidence = &question->pair.circumstances.evidence;
    if (evidence->relations)
        evidence->relations = question->pair.relations;
    for (int side = 0; side < 2; side++) {
        const struct kind_text *own = parts + side * parts_of_side;
        question->pair.sentences[side].text = own[0];
        question->pair.sentences[side].title = own[1];
        evidence->articles[side].blob = own[2].bytes;
    }
    group->questions[group->count] = question;
    group->size += size;
    return true;
}

static int add_pair(struct collected_pairs *collected, int64_t a, int64_t b,
                    const struct pair_arguments *pair) {
    if (collected->is_open && collected->last->rarities != pair->rarities) {
        int code = offer_group(collected);
        if (code != SQLITE_OK)
            return code;
    }
    struct group *group = open_group(collected, pair->rarities);
    if (!group || !append_question(group, pair))
        return SQLITE_NOMEM;
    group->pairs[group->count].a = a;
    group->pairs[group->count++].b = b;
    if (group->count < group_pairs_max && group->size < group_bytes_max)
        return SQLITE_OK;
    return offer_group(collected);
}

static void pairs_step(struct call *call, void *collection) {
    struct collected_pairs *collected = collection;
    struct pair_arguments pair;
    const struct collected_part *part = call->connection->part;
    if (!collected->first) { /* a reader of in_parallel() is one of several threads already */
        collected->threads =
            part && part->threads > 0 ? 1 : call_threads(&call->given[argument_threads]);
        collected->learnt = call_learnt(call, argument_learnt, &collected->learnt_sums);
    }
    pair_arguments_read(&pair, call, argument_pair);
    pair.circumstances.learnt = collected->learnt;
    if (call->code == SQLITE_OK)
        call->code = add_pair(collected, call->given[argument_a].integer,
                              call->given[argument_b].integer, &pair);
}

static void pairs_final(struct call *call, void *collection) {
    struct collected_pairs *collected = collection;
    if (!collected->is_open)
        return;
    if (collected->ring.workers == 0)
        collected->threads = 0;
    call->code = offer_group(collected);
}

COLLECTION(collect_pairs, pairs, struct collected_pairs, .stability = stability_changing,
           .arguments = ARGUMENTS(ID("a"), ID("b"), PAIR_ARGUMENTS("text_a", "text_b"),
                                  THREADS(NULLABLE), ARGUMENT_LEARNT),
           .begin = pairs_begin, .final = pairs_final);

/* ---- duplicate_kinds() ----------------------------------------------------------------------- */

struct kinds_cursor {
    struct table_cursor base;
    struct collected_pairs *collected; /* which the base holds */
    const struct group *group;         /* of the current answer; NULL at the end */
    size_t at;
};

static void kinds_next(struct table_cursor *base, struct call *call) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    if (base->rows > 0 && ++cursor->at < cursor->group->count) {
        base->rows++;
        return;
    }
    cursor->group = base->rows > 0 ? cursor->group->next : cursor->collected->first;
    cursor->at = 0;
    if (cursor->group)
        call->code = wait_for(cursor->collected, cursor->group->task + 1);
    base->rows += cursor->group && call->code == SQLITE_OK;
}

static void kinds_open(struct table_cursor *base, struct call *call) {
    ((struct kinds_cursor *)base)->collected = call->given[0].pointer;
}

static void kinds_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_a, column_b, columns_before };
    const struct kinds_cursor *cursor = (const struct kinds_cursor *)base;
    const struct judged_pair *pair = &cursor->group->pairs[cursor->at];
    assert(cursor->at < cursor->group->count);
    if (column < columns_before)
        sqlite3_result_int64(context, column == column_a ? pair->a : pair->b);
    else
        kind_answer_column(context, &pair->answer, cursor->group->words,
                           (enum kind_column)(column - columns_before));
}

TABLE(duplicate_kinds, kinds, struct kinds_cursor,
      "a INTEGER, b INTEGER, " KIND_COLUMNS ", conflicts REAL, own_changed REAL, features TEXT",
      .stability = stability_changing,
      .arguments = ARGUMENTS(POINTER("pairs", .maker = "collect_pairs")), .estimated_rows = 100000,
      .next = kinds_next);
