/*
 * failure.h - what went wrong, in words for the person at the keyboard.
 *
 * A function that can fail takes a `struct failure *`, returns false (or NULL), and has then filled
 * in one line that names the place, what was expected and what was found. It is never NULL, and a
 * function that succeeds leaves it alone.
 */
#ifndef NEARDUP_FAILURE_H
#define NEARDUP_FAILURE_H

#include <stdbool.h>

struct failure {
    char message[512]; /* one line, no full stop, no line end; longer ones are cut */
};

/* Fills in `failure` as printf does and returns false, so that `return fail(...)` reads well. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool fail(struct failure *failure, const char *format, ...);

/* The same for the one message that needs no words of the caller's. */
bool fail_memory(struct failure *failure);

#endif
