/*
 * interruption.h - how long-running work is stopped.
 *
 * The caller supplies a function that says whether to stop. Work that can take longer than a few
 * milliseconds counts its steps and calls that function at intervals. If told to stop, it ends in
 * the same way as if memory had run out; `stopped` tells the caller which of the two happened.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct interruption {
    bool (*should_stop)(void *context);
    void *context;
    size_t steps; /* since should_stop() was last called */
    bool stopped; /* what should_stop() last returned */
};

/* Steps between two calls of should_stop(). A step takes a few nanoseconds. */
enum { interruption_interval = 1 << 20 };

/* Counts `steps`. Returns true if the work must stop. NULL never stops it. */
static inline bool interruption_after(struct interruption *interruption, size_t steps) {
    if (!interruption || (interruption->steps += steps) < interruption_interval)
        return false;
    interruption->steps = 0;
    interruption->stopped = interruption->should_stop(interruption->context);
    return interruption->stopped;
}

/* Counts one step per turn of a loop over `i` from 0, at almost no cost. */
static inline bool interruption_at(struct interruption *interruption, size_t i) {
    enum { turns = 1 << 14 };
    return i % turns == turns - 1 && interruption_after(interruption, turns);
}
