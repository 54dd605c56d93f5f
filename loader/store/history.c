/* history.c - see history.h. */
#include "history.h"

#include "../base/array.h"

#include <assert.h>
#include <stdlib.h> /* qsort */
#include <string.h>

/* One long history should not leave large arrays for all later articles. */
enum { usual_capacity = 1024 };

bool history_spans_meet(struct history_spans *spans, size_t sentence, int64_t revision,
                        size_t position) {
    assert(sentence <= spans->count && revision > 0);
    if (sentence == spans->count) {
        if (!ARRAY_ROOM(spans->latest, spans->count, spans->capacity))
            return false;
        spans->latest[spans->count++] = (struct latest_span){0};
    }
    struct latest_span *latest = &spans->latest[sentence];
    assert(revision >= latest->last);
    if (latest->first == 0) { /* it did not stand */
        if (!ARRAY_ROOM(spans->standing, spans->standing_count, spans->standing_capacity))
            return false;
        spans->standing[spans->standing_count++] = sentence;
        latest->first = revision;
        latest->position = position;
    }
    latest->last = revision;
    return true;
}

bool history_spans_end(struct history_spans *spans, int64_t revision) {
    size_t kept = 0;
    for (size_t i = 0; i < spans->standing_count; i++) {
        size_t sentence = spans->standing[i];
        struct latest_span *latest = &spans->latest[sentence];
        if (latest->last == revision) {
            spans->standing[kept++] = sentence;
            continue;
        }
        if (!ARRAY_ROOM(spans->ended, spans->ended_count, spans->ended_capacity))
            return false;
        spans->ended[spans->ended_count++] =
            (struct history_span){sentence, latest->first, latest->last, latest->position};
        latest->first = 0;
    }
    spans->standing_count = kept;
    return true;
}

static int compare_spans(const void *a, const void *b) {
    const struct history_span *x = a, *y = b;
    if (x->sentence != y->sentence)
        return x->sentence < y->sentence ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

void history_spans_sort(struct history_spans *spans) {
    if (spans->ended_count > 1)
        qsort(spans->ended, spans->ended_count, sizeof *spans->ended, compare_spans);
}

void history_spans_clear(struct history_spans *spans) {
    if (spans->capacity > usual_capacity)
        history_spans_free(spans);
    spans->count = spans->standing_count = spans->ended_count = 0;
}

void history_spans_free(struct history_spans *spans) {
    free(spans->latest);
    free(spans->standing);
    free(spans->ended);
    *spans = (struct history_spans){0};
}

/* ---- Sentences ------------------------------------------------------------------------------- */

enum { first_capacity = 1024 };

/* The finalizer of MurmurHash3, by Appleby: every bit of the input changes half of the output. */
static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCD;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53;
    return value ^ value >> 33;
}

uint64_t history_sentence_hash(const char *bytes, size_t length, uint64_t hash) {
    uint64_t word;
    hash = mix(hash ^ length);
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash ^ word);
    }
    word = 0;
    if (length > 0)
        memcpy(&word, bytes, length);
    return mix(hash ^ word);
}

static struct history_sentence *place_of(const struct history_sentences *sentences, uint64_t hash) {
    assert(sentences->count < sentences->capacity); /* so that the search ends */
    size_t place = (size_t)hash & (sentences->capacity - 1);
    while (sentences->places[place].id && sentences->places[place].hash != hash)
        place = (place + 1) & (sentences->capacity - 1);
    return &sentences->places[place];
}

static bool grow(struct history_sentences *sentences) {
    struct history_sentences larger = {.count = sentences->count};
    larger.capacity = sentences->capacity ? sentences->capacity * 2 : first_capacity;
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < sentences->capacity; i++)
        if (sentences->places[i].id)
            *place_of(&larger, sentences->places[i].hash) = sentences->places[i];
    free(sentences->places);
    *sentences = larger;
    return true;
}

struct history_sentence *history_sentences_find(struct history_sentences *sentences,
                                                uint64_t hash) {
    if (sentences->count >= sentences->capacity / 2 && !grow(sentences))
        return NULL;
    return place_of(sentences, hash);
}

void history_sentences_put(struct history_sentences *sentences, struct history_sentence *place,
                           uint64_t hash, int64_t id) {
    assert(place->id == 0 && id != 0);
    *place = (struct history_sentence){hash, id};
    sentences->count++;
}

/* One long history should not leave a large table for all later articles. */
void history_sentences_clear(struct history_sentences *sentences) {
    if (sentences->capacity > first_capacity)
        history_sentences_free(sentences);
    else if (sentences->count > 0)
        memset(sentences->places, 0, sentences->capacity * sizeof *sentences->places);
    sentences->count = 0;
}

void history_sentences_free(struct history_sentences *sentences) {
    free(sentences->places);
    *sentences = (struct history_sentences){0};
}
