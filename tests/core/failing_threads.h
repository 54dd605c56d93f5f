/*
 * failing_threads.h - lets threads fail to start, and counts those that do.
 *
 * The Makefile links the tests that include it with --wrap=pthread_create, so that the linker sends
 * calls of pthread_create() here.
 */
#pragma once

#include <errno.h>
#include <pthread.h>
#include <stdint.h>

/* pthread_create() fails from call number starts_fail_at on, counted from 0. */
static unsigned starts, starts_fail_at = UINT32_MAX;
static unsigned long threads_begun;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
    if (starts++ >= starts_fail_at)
        return EAGAIN;
    threads_begun++;
    return __real_pthread_create(thread, attributes, start, argument);
}
