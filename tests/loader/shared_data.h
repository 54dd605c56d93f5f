/*
 * shared_data.h - the real data that some tests read: ../shared/data, or data/ in the folder that
 * NEARDUP_SHARED names. Without it, a test skips with one clear line.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h> /* getenv */

/* The path of a file there, valid until the next call. */
static inline const char *shared_path(const char *name) {
    static char path[4096];
    const char *folder = getenv("NEARDUP_SHARED");
    snprintf(path, sizeof path, "%s/data/%s", folder ? folder : "../shared", name);
    return path;
}
