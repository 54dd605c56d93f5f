/*
 * small_limits.h - a test program that recurses or hangs ends, and that is a failure to tests/run.
 *
 * The stack may hold little more than what it holds now, so that a recursion as deep as its input
 * does not get away with the 8 MiB that are usual.
 */
#ifndef NEARDUP_SMALL_LIMITS_H
#define NEARDUP_SMALL_LIMITS_H

#include <sys/resource.h>
#include <unistd.h> /* alarm */

/* False where the system does not know such limits; then nothing is limited. */
static inline int set_small_limits(void) {
    enum { stack = 512 << 10, seconds = 900 }; /* the latter with room for a busy machine */
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0)
        return 0;
    limit.rlim_cur = stack;
    alarm(seconds);
    return setrlimit(RLIMIT_STACK, &limit) == 0;
}

#endif
