/*
 * disk_full.c - a library to preload: files may grow by DISK_FULL_AFTER bytes in all, then the disk
 * is full. As on a real one, what a file has may still be written over.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long long grown;

static int full(int descriptor, size_t length, long long offset) {
    const char *limit = getenv("DISK_FULL_AFTER");
    struct stat status;
    if (!limit || fstat(descriptor, &status) != 0)
        return 0;
    long long growth = offset + (long long)length - status.st_size;
    if (growth <= 0 || (grown += growth) <= atoll(limit))
        return 0;
    errno = ENOSPC;
    return 1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    ssize_t (*real)(int, const void *, size_t, off_t);
    *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
    return full(descriptor, length, offset) ? -1 : real(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    ssize_t (*real)(int, const void *, size_t, off64_t);
    *(void **)&real = dlsym(RTLD_NEXT, "pwrite64");
    return full(descriptor, length, offset) ? -1 : real(descriptor, bytes, length, offset);
}
