/*
 * interruption.h - how long work is given up.
 *
 * The host hands in a question. Work that may take longer than a blink counts what it does, asks
 * every few milliseconds, and where it is to stop, ends as if memory had run out: the host learns
 * from `given_up` which of both it was.
 */
#ifndef NEARDUP_INTERRUPTION_H
#define NEARDUP_INTERRUPTION_H

#include <stdbool.h>
#include <stddef.h>

struct interruption {
    bool (*asked)(void *context); /* whether to stop */
    void *context;
    size_t work; /* done since it was asked */
    bool given_up;
};

/* Steps between two questions: of some nanoseconds each. */
enum { interruption_patience = 1 << 20 };

/* Notes `work` steps that were done; true where the work is to stop. NULL never stops it. */
static inline bool interruption_after(struct interruption *interruption, size_t work) {
    if (!interruption || (interruption->work += work) < interruption_patience)
        return false;
    interruption->work = 0;
    interruption->given_up = interruption->asked(interruption->context);
    return interruption->given_up;
}

/* The same in a loop over `i`, where a turn is a step and the question costs next to nothing. */
static inline bool interruption_at(struct interruption *interruption, size_t i) {
    enum { turns = 1 << 14 };
    return i % turns == turns - 1 && interruption_after(interruption, turns);
}

#endif
