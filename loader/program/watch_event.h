/* watch_event.h - a change of a wiki: an event of its stream, or a revision that is replayed. */
#pragma once

#include "../base/failure.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

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
