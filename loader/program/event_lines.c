/* event_lines.c - see event_lines.h. */
#include "event_lines.h"

#include "../text/utf8.h"
#include "session.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Whether a line of server-sent events has no data. */
static bool is_passed_over(const char *line, size_t length) {
    static const char *const fields[] = {":", "event:", "id:", "retry:"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strncmp(line, fields[i], strlen(fields[i])) == 0)
            return true;
    return strspn(line, " \t\r") == length;
}

/* Reads a line, of which `*length` bytes are kept: one more than are allowed if it is too long. */
static enum watch_event_result read_line(struct event_lines *lines, size_t *length,
                                         struct failure *failure) {
    int byte;
    for (*length = 0; (byte = getc_unlocked(lines->file)) != '\n';) {
        if (byte != EOF) {
            assert(*length <= event_line_max + 1);
            lines->bytes[*length] = (char)byte;
            *length += *length <= event_line_max;
        } else if (session_signal() || !ferror(lines->file))
            return *length > 0 && !session_signal() ? watch_event_found : watch_event_end;
        else if (errno != EINTR)
            return fail(failure, "the events: %s", strerror(errno)), watch_event_failed;
        else
            clearerr(lines->file);
    }
    return watch_event_found;
}

enum watch_event_result event_lines_next(struct event_lines *lines, const char **line,
                                         size_t *length, struct failure *failure) {
    static const char data[] = "data:";
    if (!lines->bytes && !(lines->bytes = malloc(event_line_max + 2)))
        return fail_memory(failure), watch_event_failed;
    for (;;) {
        enum watch_event_result result = read_line(lines, length, failure);
        if (result != watch_event_found)
            return result;
        char *bytes = lines->bytes;
        lines->number++;
        if (*length > event_line_max)
            return fail(failure, "is longer than %d MiB", event_line_max >> 20), watch_event_bad;
        bytes[*length] = '\0';
        if (is_passed_over(bytes, *length))
            continue;
        if (memchr(bytes, '\0', *length))
            return fail(failure, "has a zero byte"), watch_event_bad;
        if (utf8_valid_length(bytes, *length) < *length)
            return fail(failure, "is not UTF-8"), watch_event_bad;
        if (strncmp(bytes, data, sizeof data - 1) == 0) {
            bytes += sizeof data - 1;
            *length -= sizeof data - 1;
        }
        utf8_mend_escapes(bytes, *length);
        *line = bytes;
        return watch_event_found;
    }
}

void event_lines_free(struct event_lines *lines) {
    free(lines->bytes);
    lines->bytes = NULL;
}
