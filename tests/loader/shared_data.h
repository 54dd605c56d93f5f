/*
 * shared_data.h - the real data that some tests read: ../shared/data, or data/ in the folder that
 * NEARDUP_SHARED names. Without it, a test skips with one clear line.
 */
#pragma once

#include "text/text_buffer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h> /* getenv */

/* The path of a file there, valid until the next call. */
static inline const char *shared_path(const char *name) {
    static char path[4096];
    const char *folder = getenv("NEARDUP_SHARED");
    snprintf(path, sizeof path, "%s/data/%s", folder ? folder : "../shared", name);
    return path;
}

/* Replaces `content` by the file and a zero byte; false if it cannot be read. */
static inline bool read_file(const char *path, struct text_buffer *content) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char bytes[4096];
    text_buffer_clear(content);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_buffer_append(content, bytes, count);
    fclose(file);
    text_buffer_append_byte(content, '\0');
    return !content->failed;
}
