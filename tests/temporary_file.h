/* temporary_file.h - a temporary file, empty at first, which the test removes. */
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h> /* abort, getenv */
#include <unistd.h>

/* The longest path on Linux, with its NUL: TMPDIR may be deep. */
enum { temporary_path = 4096 };

/* Fills in the path of a new file; false if it cannot be made. */
static inline bool make_temporary_file(char path[temporary_path]) {
    const char *folder = getenv("TMPDIR");
    int descriptor = -1;
    for (int i = 0; i < 1000 && descriptor < 0; i++) {
        int length = snprintf(path, temporary_path, "%s/neardup-test-%ld-%d",
                              folder ? folder : "/tmp", (long)getpid(), i);
        if (length < 0 || length >= temporary_path)
            return false;
        descriptor = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    }
    return descriptor >= 0 && close(descriptor) == 0;
}

static inline void put_file(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
}
