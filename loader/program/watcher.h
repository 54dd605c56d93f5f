/*
 * watcher.h - applies the changes of a wiki to its articles, one transaction each, and finds what
 * they made, healed, left and copied.
 *
 * Events may come in any order, and more than once. Of each page, watch_page has the time of its
 * text and of its title; what is older changes nothing. So events that were applied before an
 * interruption can be given again, and the tables are those of the last revisions.
 */
#pragma once

#include "../article_text.h"
#include "session.h"
#include "watch_event.h"

enum { watcher_statements_max = 32, watcher_edit_max = 64 };

struct watch_counts {
    int64_t applied, known, without_text, elsewhere; /* events; elsewhere: of other wikis, pages */
};

/* Begins as all zeroes. */
struct watcher {
    struct session *session;      /* borrowed, and so is: */
    struct article_text *article; /* the cleaner of texts */
    int64_t source_id;
    char *namespaces; /* to follow: "0,4", or "all" */
    char *domain;     /* of the wiki, such as "en.wikipedia.org"; NULL: unknown */
    const char *texts[watcher_statements_max]; /* of statements: their places tell them apart */
    sqlite3_stmt *statements[watcher_statements_max], *rollback;
    int statement_count;
    sqlite3_stmt *edit[watcher_edit_max]; /* sql/watch/watch_edit.sql, edit_count of them */
    int edit_count;
    int64_t written; /* findings up to this seq are written */
    struct watch_counts counts;
    struct failure *failure; /* of the event that is applied */
    bool failed;             /* which is undone then */
};

/* Prepares to follow the wiki of that source. Close it in any case, before the session. */
bool watcher_open(struct watcher *watcher, struct session *session, struct article_text *article,
                  int64_t source_id, struct failure *failure);
void watcher_close(struct watcher *watcher);

/* The statement of a script that has one, "NAME.sql", to be finalized. NULL with `failure`. */
sqlite3_stmt *prepared_query(struct session *session, const char *name, struct failure *failure);

/* Applies an event, and commits. False with `failure` filled in: nothing of it was done. */
bool watcher_apply(struct watcher *watcher, const struct watch_event *event,
                   struct failure *failure);
