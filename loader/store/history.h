/*
 * history.h - the distinct sentences of an article's history, and in which revisions each of them
 * stood, as spans.
 *
 * A span says that a sentence stood in every revision from a first to a last one, in the order in
 * which the revisions come. It ends when a revision lacks the sentence; if the sentence comes back,
 * another one begins. So a history costs what its revisions change. A revision whose text is
 * unknown is left out: nobody can say what stood in it.
 *
 * Sentences are numbered from 0 in the order in which they are first met. One takes 24 bytes, and
 * 8 more while it stands; a span that has ended 40 until it is taken.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct history_span {
    size_t sentence;
    int64_t first, last; /* revisions */
    size_t position;     /* in the first of them, from 1 */
};

/* The latest revision that has a sentence, and where its span began. */
struct latest_span {
    int64_t first, last;
    size_t position;
};

/* Initialise with zeroes, free with history_spans_free(). */
struct history_spans {
    struct latest_span *latest; /* of each sentence */
    size_t count, capacity;
    size_t *standing; /* the sentences that the revision before or this one has */
    size_t standing_count, standing_capacity;
    struct history_span *ended; /* for the caller, who sets the count to 0 */
    size_t ended_count, ended_capacity;
};

/*
 * The sentence stands in a revision; a new one is the next number. Only the first time in a
 * revision counts. Revisions come in ascending order, from 1. False if memory runs out.
 */
bool history_spans_meet(struct history_spans *spans, size_t sentence, int64_t revision,
                        size_t position);

/* Ends the spans of all sentences that this revision lacks; 0 ends all. False without memory. */
bool history_spans_end(struct history_spans *spans, int64_t revision);

/* Sorts the spans that have ended by sentence and first revision. */
void history_spans_sort(struct history_spans *spans);

/* Forgets all sentences and spans. */
void history_spans_clear(struct history_spans *spans);
void history_spans_free(struct history_spans *spans);

/*
 * Most sentences recur with every revision; a hash tells which row of the table history_sentence
 * each one is. Equal hashes do not prove equality: the caller compares the texts. A sentence takes
 * 16 bytes, twice as many while the table grows.
 */
struct history_sentence {
    uint64_t hash;
    int64_t id; /* of its row; 0 if the place is empty */
};

/* An open hash table. Initialise with zeroes, free with history_sentences_free(). */
struct history_sentences {
    struct history_sentence *places;
    size_t count, capacity; /* a power of 2 */
};

/* Continues `hash` over more bytes; start with any number. O(length). */
uint64_t history_sentence_hash(const char *bytes, size_t length, uint64_t hash);

/* The place of a hash, or the empty place where it belongs. NULL if memory runs out. */
struct history_sentence *history_sentences_find(struct history_sentences *sentences, uint64_t hash);

/* Fills the empty place that history_sentences_find() has just returned. */
void history_sentences_put(struct history_sentences *sentences, struct history_sentence *place,
                           uint64_t hash, int64_t id);

void history_sentences_clear(struct history_sentences *sentences);
void history_sentences_free(struct history_sentences *sentences);
