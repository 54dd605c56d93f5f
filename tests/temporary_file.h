/* temporary_file.h - an empty temporary file, which the test removes. */
#ifndef NEARDUP_TEMPORARY_FILE_H
#define NEARDUP_TEMPORARY_FILE_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

/* Fills in the path of a new file; false if it cannot be made. */
static inline bool make_temporary_file(char *path, size_t capacity) {
    int descriptor = -1;
    for (int i = 0; i < 1000 && descriptor < 0; i++) {
        snprintf(path, capacity, "/tmp/neardup-test-%ld-%d", (long)getpid(), i);
        descriptor = open(path, O_CREAT | O_EXCL | O_RDWR, 0600);
    }
    return descriptor >= 0 && close(descriptor) == 0;
}

#endif
