/*
 * small_limits.h - ends a test program that recurses or hangs, which tests/run counts as a failure.
 *
 * The stack may grow only slightly, so that recursion as deep as the input overflows it.
 */
#ifndef NEARDUP_SMALL_LIMITS_H
#define NEARDUP_SMALL_LIMITS_H

#include <sys/resource.h>
#include <unistd.h> /* alarm */

/* False if the system has no such limits; then nothing is limited. */
static inline int set_small_limits(void) {
    enum { stack = 512 << 10, seconds = 900 }; /* enough for a busy machine */
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0)
        return 0;
    limit.rlim_cur = stack;
    alarm(seconds);
    return setrlimit(RLIMIT_STACK, &limit) == 0;
}

#endif
