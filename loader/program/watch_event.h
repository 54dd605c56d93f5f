/* watch_event.h - a change of a wiki: an event of its stream, or a revision that is replayed. */
#pragma once

#include "../base/failure.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum watch_event_kind {
    watch_nothing, /* that concerns a text */
    watch_edit,    /* or a new page */
    watch_restore, /* of a page that was deleted */
    watch_move,
    watch_delete
};

/* Texts are borrowed; NULL: unknown. Times are as in a dump. */
struct watch_event {
    enum watch_event_kind kind;
    int64_t page_id, revision_id, redirect_page_id; /* 0: unknown */
    int64_t namespace_number;                       /* of `title` */
    const char *time, *title;
    const char *target; /* of a move: the new title */
    bool knows_target_namespace;
    int64_t target_namespace;
    bool leaves_redirect;
    const char *revision_time, *contributor, *comment;
    const char *event; /* which the stream calls it */
    const char *domain;
    const char *text;
    int text_length;
    const char *redirect; /* what a dump says that the page redirects to */
};

enum watch_event_result {
    watch_event_found,
    watch_event_bad, /* `failure` tells what is wrong with it; the next one may be good */
    watch_event_failed,
    watch_event_end
};

/*
 * Steps a statement of sql/watch/, and reads an event from its row: watch_event.sql says which
 * columns there are. Valid until the statement is stepped. If that failed, SQLite has the error.
 */
enum watch_event_result watch_event_next(struct watch_event *event, sqlite3_stmt *row,
                                         struct failure *failure);

/* ---- The lines of a stream ------------------------------------------------------------------- */

/* MediaWiki allows 2 MiB of text, of which escapes of JSON make three times as many bytes. */
enum { event_line_max = 8 << 20 };

/*
 * A stream of changes, from a file or a pipe. A line of server-sent events counts from its "data:"
 * on; the other lines of these, and empty ones, are passed over. Memory is bounded by
 * event_line_max. Begins as all zeroes, with the file; freed by event_lines_free().
 */
struct event_lines {
    FILE *file;
    int64_t number; /* of the line, from 1 */
    char *bytes; /* of that line; room for the longest, of which only what is used takes memory */
};

/*
 * Reads the next line, which has neither a zero byte nor anything that is not UTF-8, and ends with
 * a zero byte. In it, escapes of what is no character - U+0000, half a surrogate pair - stand for
 * U+FFFD. Valid until the next call. If a signal comes, there is no further line.
 */
enum watch_event_result event_lines_next(struct event_lines *lines, const char **line,
                                         size_t *length, struct failure *failure);

void event_lines_free(struct event_lines *lines);
