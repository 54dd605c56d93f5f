/* watch_event.c - see watch_event.h. */
#include "watch_event.h"

#include "../text/utf8.h"
#include "session.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A text of the row; NULL for another value. Only a replay has the last column. */
static const char *text_of(sqlite3_stmt *row, int column) {
    return column < sqlite3_column_count(row) && sqlite3_column_type(row, column) == SQLITE_TEXT
               ? (const char *)sqlite3_column_text(row, column)
               : NULL;
}

/* An integer of the row; 0 for another value. */
static int64_t integer_of(sqlite3_stmt *row, int column) {
    return sqlite3_column_type(row, column) == SQLITE_INTEGER ? sqlite3_column_int64(row, column)
                                                              : 0;
}

static enum watch_event_kind kind_of(const char *name) {
    static const char *const names[] = {[watch_edit] = "edit",
                                        [watch_restore] = "restore",
                                        [watch_move] = "move",
                                        [watch_delete] = "delete"};
    for (int kind = watch_edit; name && kind <= watch_delete; kind++)
        if (strcmp(names[kind], name) == 0)
            return (enum watch_event_kind)kind;
    return watch_nothing;
}

/* In the order of sql/watch/watch_event.sql. */
static void read_columns(struct watch_event *event, sqlite3_stmt *row) {
    *event = (struct watch_event){
        .kind = kind_of(text_of(row, 0)),
        .time = text_of(row, 1),
        .title = text_of(row, 2),
        .namespace_number = integer_of(row, 3),
        .page_id = integer_of(row, 4),
        .target = text_of(row, 5),
        .knows_target_namespace = sqlite3_column_type(row, 6) == SQLITE_INTEGER,
        .target_namespace = integer_of(row, 6),
        .leaves_redirect = integer_of(row, 7) != 0,
        .redirect_page_id = integer_of(row, 8),
        .revision_id = integer_of(row, 9),
        .revision_time = text_of(row, 10),
        .contributor = text_of(row, 11),
        .comment = text_of(row, 12),
        .event = text_of(row, 13),
        .domain = text_of(row, 14),
        .text = text_of(row, 15),
        .text_length = sqlite3_column_bytes(row, 15),
        .redirect = text_of(row, 16),
    };
}

static bool is_whole(const struct watch_event *event, const char *kind, struct failure *failure) {
    enum { title_max = 4096 }; /* bytes, as in a dump */
    if (kind && strcmp(kind, "no event") == 0)
        return fail(failure,
                    "is not an event: expected an object whose page_change_kind, or type, is "
                    "a text");
    if (event->kind == watch_nothing)
        return true;
    if (!event->title || !event->title[0] || strlen(event->title) > title_max)
        return fail(failure, "must have a title of 1 to %d bytes", title_max);
    if (!event->time)
        return fail(failure, "must have a time: timestamp, in seconds, or dt");
    if (event->kind == watch_move &&
        (!event->target || !event->target[0] || strlen(event->target) > title_max))
        return fail(failure, "does not say where the page was moved to");
    return true;
}

enum watch_event_result watch_event_next(struct watch_event *event, sqlite3_stmt *row,
                                         struct failure *failure) {
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        read_columns(event, row);
    /* To read a text may take memory, too. */
    if (code == SQLITE_ROW && sqlite3_errcode(sqlite3_db_handle(row)) != SQLITE_NOMEM)
        return is_whole(event, text_of(row, 0), failure) ? watch_event_found : watch_event_bad;
    return code == SQLITE_DONE ? watch_event_end : watch_event_failed;
}

/* ---- The lines of a stream ------------------------------------------------------------------- */

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
