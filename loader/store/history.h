/*
 * history.h - the distinct sentences of an article's history, and where each of them stood.
 *
 * A span says that a sentence stood in every revision from a first to a last one, those without a
 * known text left out. If it comes back later, another span begins: a history costs what its
 * revisions change.
 *
 * Sentences are numbered from 0 as they are first met, and found again by a hash, which does not
 * prove equality: the caller compares. A sentence takes 48 to 64 bytes, and 8 more while it stands;
 * a span that has ended takes 32 until it is taken.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sentence, and its latest span: `first` is 0 while it does not stand. */
struct history_sentence {
    uint64_t hash;
    int64_t first, last; /* revisions */
    size_t position;     /* in the first of them, from 1 */
};

struct history_span {
    size_t sentence;
    int64_t first, last;
    size_t position;
};

/* Initialise with zeroes, free with history_free(). */
struct history {
    struct history_sentence *sentences; /* by their numbers */
    size_t count, capacity;
    size_t *places; /* a hash table of numbers plus 1, of which at most half is used */
    size_t place_count;
    size_t *standing; /* the sentences that the revision before or this one has */
    size_t standing_count, standing_capacity;
    struct history_span *ended; /* for the caller, who sets the count to 0 */
    size_t ended_count, ended_capacity;
};

/* Continues `hash` over more bytes; start with any number. O(length). */
uint64_t history_hash(const char *bytes, size_t length, uint64_t hash);

/* The place of a hash: it holds the sentence's number plus 1, 0 for a new one. NULL: no memory. */
size_t *history_find(struct history *history, uint64_t hash);

/* Adds the next sentence at the place of history_find(), unless one is there. False: no memory. */
bool history_add(struct history *history, uint64_t hash, size_t *place);

/*
 * The sentence stands in a revision: the first time counts. These ascend from 1. False: no memory.
 */
bool history_meet(struct history *history, size_t sentence, int64_t revision, size_t position);

/* Ends the spans of all sentences that this revision lacks; 0 ends all. False without memory. */
bool history_end(struct history *history, int64_t revision);

/* Sorts the spans that have ended by sentence and first revision. */
void history_sort(struct history *history);

/* Forgets all sentences and spans. */
void history_clear(struct history *history);
void history_free(struct history *history);
