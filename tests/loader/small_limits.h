/*
 * small_limits.h - ends a test program that recurses or hangs, which tests/run counts as a failure.
 *
 * The stack may grow only slightly, so that recursion as deep as the input overflows it.
 */
#pragma once

#include "test.h"

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

/*
 * Whether a text takes at most three times as long as half of it, or too short to measure. The text
 * must be so long that quadratic time would show.
 */
static inline bool takes_linear_time(bool (*take)(const char *text, size_t length),
                                     const char *text, size_t length) {
    enum { attempts = 4 }; /* a busy machine may slow down either measurement */
    for (int i = 0; i < attempts; i++) {
        clock_t begin = clock();
        bool good = take(text, length / 2);
        double half = test_seconds(begin);
        begin = clock();
        if (!good || !take(text, length))
            return false;
        if (test_seconds(begin) < 3 * half + 0.1)
            return true;
    }
    return false;
}
