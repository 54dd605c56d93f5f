/* event_lines.c - see event_lines.h. */
#include "event_lines.h"

#include "../text/utf8.h"
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { read_size = 1 << 16 };

/* Makes room for another read. What a long line needed is given back once it is taken. */
static bool make_room(struct event_lines *lines) {
    enum { usual_size = 1 << 20 };
    size_t held = lines->end - lines->begin;
    if (lines->begin > 0)
        memmove(lines->bytes, lines->bytes + lines->begin, held);
    lines->begin = 0;
    lines->end = held;
    bool shrinks = lines->capacity > usual_size && held < read_size;
    if (!shrinks && lines->capacity > held + read_size)
        return true;
    size_t capacity = shrinks ? 2 * read_size : held * 2 + 2 * read_size;
    char *bytes = realloc(lines->bytes, capacity);
    if (!bytes)
        return false;
    lines->bytes = bytes;
    lines->capacity = capacity;
    return true;
}

/* Reads more bytes. False with `failure` filled in. */
static bool read_on(struct event_lines *lines, struct failure *failure) {
    if (!make_room(lines))
        return fail_memory(failure);
    ssize_t count;
    do {
        count = read(lines->file, lines->bytes + lines->end, read_size);
    } while (count < 0 && errno == EINTR && session_signal() == 0);
    if (count < 0 && session_signal() == 0)
        return fail(failure, "the events: %s", strerror(errno));
    lines->at_end = count <= 0;
    lines->end += count > 0 ? (size_t)count : 0;
    return true;
}

/* Whether a line of server-sent events has no data. */
static bool is_passed_over(const char *line, size_t length) {
    static const char *const fields[] = {":", "event:", "id:", "retry:"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strncmp(line, fields[i], strlen(fields[i])) == 0)
            return true;
    return strspn(line, " \t\r") == length;
}

/* Reads on until a line ends. Its length, without the end; too long a line is read, and dropped. */
static bool find_end(struct event_lines *lines, size_t *length, bool *too_long,
                     struct failure *failure) {
    size_t looked = 0;
    *too_long = false;
    for (;;) {
        size_t left = lines->end - lines->begin - looked;
        char *from = left ? lines->bytes + lines->begin + looked : NULL; /* no bytes at first */
        char *end = left ? memchr(from, '\n', left) : NULL;
        if (end || lines->at_end) {
            *length = looked + (end ? (size_t)(end - from) : left);
            return true;
        }
        looked += left;
        if (looked > event_line_max) {
            *too_long = true;
            lines->begin = lines->end;
            looked = 0;
        }
        if (!read_on(lines, failure))
            return false;
    }
}

enum event_line_result event_lines_next(struct event_lines *lines, const char **line,
                                        size_t *length, struct failure *failure) {
    static const char data[] = "data:";
    bool too_long;
    for (;;) {
        if (!find_end(lines, length, &too_long, failure))
            return event_line_failed;
        if (lines->at_end && lines->begin + *length >= lines->end && *length == 0 && !too_long)
            return event_line_end;
        char *bytes = lines->bytes + lines->begin;
        lines->begin += *length + (lines->begin + *length < lines->end);
        lines->number++;
        if (too_long || *length > event_line_max)
            return fail(failure, "is longer than %d MiB", event_line_max >> 20), event_line_bad;
        bytes[*length] = '\0';
        if (is_passed_over(bytes, *length))
            continue;
        if (memchr(bytes, '\0', *length))
            return fail(failure, "has a zero byte"), event_line_bad;
        if (utf8_valid_length(bytes, *length) < *length)
            return fail(failure, "is not UTF-8"), event_line_bad;
        if (strncmp(bytes, data, sizeof data - 1) == 0) {
            bytes += sizeof data - 1;
            *length -= sizeof data - 1;
        }
        utf8_mend_escapes(bytes, *length);
        *line = bytes;
        return event_line_found;
    }
}

void event_lines_free(struct event_lines *lines) {
    free(lines->bytes);
    lines->bytes = NULL;
}
