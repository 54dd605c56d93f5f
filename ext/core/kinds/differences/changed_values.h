/*
 * changed_values.h - the values of a sentence, or their bounds, that a change touches.
 *
 * A value that both sentences state, in one place or moved, has not changed. It is settled here
 * before the rest are compared, except where one value was exchanged for another: "5 of 7" and
 * "7 of 5" state the same numbers and contradict each other.
 */
#ifndef NEARDUP_CHANGED_VALUES_H
#define NEARDUP_CHANGED_VALUES_H

#include "sentence_pair.h"

/* Per sentence; further values count as wording. This bounds the time for comparing all pairs. */
enum { changed_values_max = 64 };

struct changed_value {
    const struct value *value;
    size_t hunk;  /* the first hunk that it touches */
    bool settled; /* the other sentence states it too */
};

struct changed_values {
    struct changed_value items[changed_values_max]; /* in order */
    size_t count;
};

/* Finds the changed values of both sentences. */
void changed_values_find(struct changed_values *values, const struct sentence_pair *pair);

#endif
