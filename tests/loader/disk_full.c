/*
 * disk_full.c - a library to preload: writing to files works for DISK_FULL_AFTER bytes, then the
 * disk is full.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static long long written;

static int full(size_t length) {
    const char *limit = getenv("DISK_FULL_AFTER");
    written += (long long)length;
    if (!limit || written <= atoll(limit))
        return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    ssize_t (*real)(int, const void *, size_t, off_t);
    *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
    return full(length) ? -1 : real(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    ssize_t (*real)(int, const void *, size_t, off64_t);
    *(void **)&real = dlsym(RTLD_NEXT, "pwrite64");
    return full(length) ? -1 : real(descriptor, bytes, length, offset);
}
