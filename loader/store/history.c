/* history.c - see history.h. */
#include "history.h"

#include "../base/array.h"

#include <assert.h>
#include <stdlib.h> /* qsort */
#include <string.h>

/* One long history should not leave large arrays for all later articles. */
enum { usual_capacity = 1024 };

/* ---- Sentences ------------------------------------------------------------------------------- */

/* The finalizer of MurmurHash3, by Appleby: every bit of the input changes half of the output. */
static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCD;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53;
    return value ^ value >> 33;
}

uint64_t history_hash(const char *bytes, size_t length, uint64_t hash) {
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

static size_t *place_of(const struct history *history, uint64_t hash) {
    size_t last = history->place_count - 1, at = (size_t)hash & last;
    assert(history->count < history->place_count); /* so that the search ends */
    while (history->places[at] && history->sentences[history->places[at] - 1].hash != hash)
        at = (at + 1) & last;
    return &history->places[at];
}

size_t *history_find(struct history *history, uint64_t hash) {
    if (history->count < history->place_count / 2)
        return place_of(history, hash);
    size_t count = history->place_count ? history->place_count * 2 : usual_capacity;
    size_t *places = calloc(count, sizeof *places);
    if (!places)
        return NULL;
    free(history->places);
    history->places = places;
    history->place_count = count;
    for (size_t i = 0; i < history->count; i++) { /* of one hash, the first one counts */
        size_t *place = place_of(history, history->sentences[i].hash);
        *place = *place ? *place : i + 1;
    }
    return place_of(history, hash);
}

bool history_add(struct history *history, uint64_t hash, size_t *place) {
    if (!ARRAY_ROOM(history->sentences, history->count, history->capacity))
        return false;
    history->sentences[history->count++] = (struct history_sentence){.hash = hash};
    *place = *place ? *place : history->count;
    return true;
}

/* ---- Spans ----------------------------------------------------------------------------------- */

bool history_meet(struct history *history, size_t sentence, int64_t revision, size_t position) {
    assert(sentence < history->count && revision > 0);
    struct history_sentence *latest = &history->sentences[sentence];
    assert(revision >= latest->last);
    if (latest->first == 0) { /* it did not stand */
        if (!ARRAY_ROOM(history->standing, history->standing_count, history->standing_capacity))
            return false;
        history->standing[history->standing_count++] = sentence;
        latest->first = revision;
        latest->position = position;
    }
    latest->last = revision;
    return true;
}

bool history_end(struct history *history, int64_t revision) {
    size_t kept = 0;
    for (size_t i = 0; i < history->standing_count; i++) {
        size_t sentence = history->standing[i];
        struct history_sentence *latest = &history->sentences[sentence];
        if (latest->last == revision) {
            history->standing[kept++] = sentence;
            continue;
        }
        if (!ARRAY_ROOM(history->ended, history->ended_count, history->ended_capacity))
            return false;
        history->ended[history->ended_count++] =
            (struct history_span){sentence, latest->first, latest->last, latest->position};
        latest->first = 0;
    }
    history->standing_count = kept;
    return true;
}

static int compare_spans(const void *a, const void *b) {
    const struct history_span *x = a, *y = b;
    if (x->sentence != y->sentence)
        return x->sentence < y->sentence ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

void history_sort(struct history *history) {
    if (history->ended_count > 1)
        qsort(history->ended, history->ended_count, sizeof *history->ended, compare_spans);
}

void history_clear(struct history *history) {
    if (history->capacity > usual_capacity || history->place_count > usual_capacity)
        history_free(history);
    else if (history->count > 0)
        memset(history->places, 0, history->place_count * sizeof *history->places);
    history->count = history->standing_count = history->ended_count = 0;
}

void history_free(struct history *history) {
    free(history->sentences);
    free(history->places);
    free(history->standing);
    free(history->ended);
    *history = (struct history){0};
}
