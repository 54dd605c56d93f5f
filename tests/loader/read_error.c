/*
 * read_error.c - a library to preload: from byte READ_ERROR_AT of a file on the disk is broken, to
 * those who use read(); and there is no memory for MEMORY_BELOW bytes or more at once.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

ssize_t read(int descriptor, void *bytes, size_t length) {
    const char *limit = getenv("READ_ERROR_AT");
    ssize_t (*real)(int, void *, size_t);
    *(void **)&real = dlsym(RTLD_NEXT, "read");
    if (limit && lseek(descriptor, 0, SEEK_CUR) >= atoll(limit)) {
        errno = EIO;
        return -1;
    }
    return real(descriptor, bytes, length);
}

void *malloc(size_t size) {
    static void *(*real)(size_t);
    const char *limit = getenv("MEMORY_BELOW");
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "malloc");
    if (limit && size >= (size_t)atoll(limit)) {
        errno = ENOMEM;
        return NULL;
    }
    return real(size);
}
