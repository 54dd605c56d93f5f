/*
 * failing_malloc.h - memory that runs out after a number of allocations. A test program includes
 * this once and is linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc. Without these
 * options __real_realloc is NULL and nothing fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The linker's names for what it wraps; NULL where it was not told to. */
void *__real_malloc(size_t size) __attribute__((weak));
void *__real_calloc(size_t count, size_t size) __attribute__((weak));
void *__real_realloc(void *memory, size_t size) __attribute__((weak));
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static size_t allocations_left = (size_t)-1; /* without end: then threads may allocate, too */
static bool allocations_fail_once;           /* after one that failed there is memory again */
static bool allocation_failed;

static bool may_allocate(void) {
    if (allocations_left == (size_t)-1)
        return true;
    if (allocations_left > 0)
        return allocations_left-- > 0;
    allocation_failed = true;
    if (allocations_fail_once)
        allocations_left = (size_t)-1;
    return false;
}

void *__wrap_malloc(size_t size) {
    return may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size) {
    return may_allocate() ? __real_realloc(memory, size) : NULL;
}
