/* history_spans.c - see history_spans.h. */
#include "history_spans.h"

#include "../base/array.h"

#include <assert.h>
#include <stdlib.h> /* qsort */

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
