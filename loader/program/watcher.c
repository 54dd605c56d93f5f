/* watcher.c - see watcher.h. */
#include "watcher.h"

#include "../text/message.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum statement {
    begin,
    commit,
    rollback,
    find_page,
    get_page,
    find_article,
    insert_article_page,
    insert_page,
    update_page,
    find_others,
    next_article,
    write_article,
    move_article,
    delete_article,
    delete_alias,
    move_alias,
    insert_alias,
    fill_event,
    count_pages,
    note_event,
    note_base,
    statement_count
};

#define PAGE                                                                               \
    "id, page_id, namespace, title, state, article_id, revision_id, revision_time, time, " \
    "moved_to, edits"
/* The same of an article that no event was about so far. */
#define ARTICLE_AS_PAGE \
    "NULL, page_id, namespace, title, 'article', id, revision_id, revision_time, NULL, NULL, NULL"

static const char *const statements[statement_count] = {
    [begin] = "BEGIN IMMEDIATE",
    [commit] = "COMMIT",
    [rollback] =
        "ROLLBACK", /* prepared, as there may be no memory to prepare it when it is needed */
    /* By its number or, if that is not known, by its title: rather a page that is there. */
    [find_page] =
        "SELECT * FROM (SELECT " PAGE ", 1 AS same FROM main.watch_page WHERE page_id = ?1 "
        "UNION ALL SELECT " PAGE ", 0 FROM main.watch_page "
        "WHERE title = ?2 AND (page_id IS NULL OR ?1 IS NULL)) "
        "ORDER BY same DESC, state = 'deleted', id DESC LIMIT 1",
    [get_page] = "SELECT " PAGE " FROM main.watch_page WHERE id = ?1",
    [find_article] =
        "SELECT " ARTICLE_AS_PAGE " FROM main.article WHERE source_id = ?3 AND page_id = ?1 "
        "UNION ALL SELECT " ARTICLE_AS_PAGE " FROM main.article "
        "WHERE source_id = ?3 AND title = ?2 AND (page_id IS NULL OR ?1 IS NULL) LIMIT 1",
    [insert_page] = "INSERT INTO main.watch_page (page_id, namespace, title, state) "
                    "VALUES (?1, ?2, ?3, 'unknown')",
    [insert_article_page] =
        "INSERT INTO main.watch_page (page_id, namespace, title, state, article_id, revision_id, "
        "revision_time) SELECT page_id, namespace, title, 'article', id, revision_id, "
        "revision_time FROM main.article WHERE source_id = ?1 AND title = ?2 AND NOT EXISTS ("
        "SELECT * FROM main.watch_page AS page WHERE page.title = article.title AND "
        "page.article_id = article.id)",
    [update_page] =
        "UPDATE main.watch_page SET page_id = ?2, namespace = ?3, title = ?4, state = ?5, "
        "article_id = ?6, revision_id = ?7, revision_time = ?8, time = ?9, moved_to = ?10, "
        "edits = ?11 WHERE id = ?1",
    [find_others] = "SELECT " PAGE " FROM main.watch_page WHERE title = ?1 AND id <> ?2 AND "
                    "state <> 'deleted' LIMIT 1",
    /* (Another program may have loaded articles since.) */
    [next_article] = "UPDATE main.watch SET article_id = 1 + max(article_id, (SELECT "
                     "ifnull(max(id), 0) FROM main.article)) RETURNING article_id",
    [write_article] =
        "INSERT INTO main.article (id, source_id, page_id, namespace, title, revision_id, "
        "revision_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET "
        "page_id = excluded.page_id, revision_id = excluded.revision_id, revision_time = "
        "excluded.revision_time",
    [move_article] = "UPDATE main.article SET namespace = ?2, title = ?3 WHERE id = ?1",
    [delete_article] = "DELETE FROM main.article WHERE id = ?1",
    /* (The column ignores the case of letters, which titles do not.) */
    [delete_alias] = "DELETE FROM main.alias WHERE source_id = ?1 AND title = ?2 AND title = ?2 "
                     "COLLATE BINARY",
    [move_alias] = "UPDATE main.alias SET title = ?3 WHERE source_id = ?1 AND title = ?2 AND "
                   "title = ?2 COLLATE BINARY",
    [insert_alias] =
        "INSERT INTO main.alias (source_id, title, target, section) VALUES (?1, ?2, ?3, ?4)",
    [fill_event] = "UPDATE temp.event SET article_id = ?1, edit = ?2, title = ?3, time = ?4, "
                   "revision_id = ?5, contributor = ?6, comment = ?7, event = ?8",
    [count_pages] = "UPDATE main.source SET pages = pages + ?2, articles = articles + ?3, "
                    "redirects = redirects + ?4 WHERE id = ?1",
    [note_event] =
        "UPDATE main.watch SET event = ?1, event_time = max(?2, ifnull(event_time, '')), "
        "written = ?3",
    [note_base] = "UPDATE main.source SET base = 'https://' || ?2 || '/wiki/' "
                  "WHERE id = ?1 AND base IS NULL",
};

_Static_assert((int)statement_count <= (int)watcher_statements_max, "watcher has their places");

enum page_state { page_unknown, page_article, page_redirect, page_deleted };

static const char *const state_names[] = {[page_unknown] = "unknown",
                                          [page_article] = "article",
                                          [page_redirect] = "redirect",
                                          [page_deleted] = "deleted"};

enum { time_size = 24, title_size = 4097 };

/* A row of watch_page, and perhaps of article. Numbers are 0 where the table has NULL. */
struct page {
    int64_t id, page_id, namespace_number, article_id, revision_id, moved_to, edits;
    enum page_state state;
    char title[title_size];
    char revision_time[time_size], time[time_size]; /* "" sorts before each time */
};

/* ---- Statements ------------------------------------------------------------------------------ */

/* What is bound to a parameter: an integer, where 0 may mean NULL; or a text, where NULL does. */
struct value {
    enum { value_integer, value_id, value_text } type;
    int64_t integer;
    const char *text;
};

static struct value integer(int64_t number) {
    return (struct value){.type = value_integer, .integer = number};
}

static struct value id(int64_t number) {
    return (struct value){.type = value_id, .integer = number};
}

static struct value text(const char *bytes) {
    return (struct value){.type = value_text, .text = bytes};
}

static struct value time_or_null(const char *time) {
    return text(time && time[0] ? time : NULL);
}

/* Binds the values, whose texts stay where they are while the statement runs, and steps. */
static int step_bound(sqlite3_stmt *statement, const struct value *values, int count) {
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const struct value *value = &values[i];
        code = value->type == value_text
                   ? sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC)
               : value->type == value_id && value->integer == 0
                   ? sqlite3_bind_null(statement, i + 1)
                   : sqlite3_bind_int64(statement, i + 1, value->integer);
    }
    return code == SQLITE_OK ? sqlite3_step(statement) : code;
}

static bool run(struct watcher *watcher, enum statement which, const struct value *values,
                int count, struct failure *failure) {
    sqlite3_stmt *statement = watcher->statements[which];
    bool good = step_bound(statement, values, count) == SQLITE_DONE ||
                session_complain(watcher->session, failure);
    sqlite3_reset(statement);
    return good;
}

#define VALUES(...)                      \
    (const struct value[]){__VA_ARGS__}, \
        (int)(sizeof(struct value[]){__VA_ARGS__} / sizeof(struct value))
#define RUN(watcher, which, failure, ...) run(watcher, which, VALUES(__VA_ARGS__), failure)

/* Steps to the row of a query, if there is one. Reset the statement in any case. */
static bool fetch(struct watcher *watcher, enum statement which, const struct value *values,
                  int count, sqlite3_stmt **row, bool *found, struct failure *failure) {
    *row = watcher->statements[which];
    int code = step_bound(*row, values, count);
    *found = code == SQLITE_ROW;
    return *found || code == SQLITE_DONE || session_complain(watcher->session, failure);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void copy_text(char *copy, size_t size, sqlite3_stmt *row, int column) {
    const char *bytes = (const char *)sqlite3_column_text(row, column);
    snprintf(copy, size, "%s", bytes ? bytes : "");
}

static enum page_state state_of(const char *name) {
    for (int state = page_article; name && state <= page_deleted; state++)
        if (strcmp(name, state_names[state]) == 0)
            return (enum page_state)state;
    return page_unknown;
}

/* The columns of PAGE. */
static void read_page(struct page *page, sqlite3_stmt *row) {
    *page = (struct page){.id = sqlite3_column_int64(row, 0),
                          .page_id = sqlite3_column_int64(row, 1),
                          .namespace_number = sqlite3_column_int64(row, 2),
                          .state = state_of((const char *)sqlite3_column_text(row, 4)),
                          .article_id = sqlite3_column_int64(row, 5),
                          .revision_id = sqlite3_column_int64(row, 6),
                          .moved_to = sqlite3_column_int64(row, 9),
                          .edits = sqlite3_column_int64(row, 10)};
    copy_text(page->title, sizeof page->title, row, 3);
    copy_text(page->revision_time, sizeof page->revision_time, row, 7);
    copy_text(page->time, sizeof page->time, row, 8);
}

/* Reads the page that a query finds, if there is one. */
static bool fetch_page(struct watcher *watcher, enum statement which, const struct value *values,
                       int count, struct page *page, bool *found, struct failure *failure) {
    sqlite3_stmt *row;
    bool good = fetch(watcher, which, values, count, &row, found, failure);
    if (*found)
        read_page(page, row);
    int code = sqlite3_reset(row); /* of reading the texts, too, which may take memory */
    return good && (code == SQLITE_OK || session_complain(watcher->session, failure));
}

static bool save_page(struct watcher *watcher, const struct page *page, struct failure *failure) {
    return RUN(watcher, update_page, failure, integer(page->id), id(page->page_id),
               integer(page->namespace_number), text(page->title), text(state_names[page->state]),
               id(page->article_id), id(page->revision_id), time_or_null(page->revision_time),
               time_or_null(page->time), id(page->moved_to), integer(page->edits));
}

static bool add_page(struct watcher *watcher, struct page *page, struct failure *failure) {
    if (!RUN(watcher, insert_page, failure, id(page->page_id), integer(page->namespace_number),
             text(page->title)))
        return false;
    page->id = sqlite3_last_insert_rowid(watcher->session->db);
    return true;
}

/* Finds a page by its number, unless that is 0, or its title; page->id is 0 if neither is known. */
static bool find(struct watcher *watcher, int64_t page_id, const char *title, struct page *page,
                 struct failure *failure) {
    bool was_there, found;
    *page = (struct page){0};
    bool good =
        fetch_page(watcher, find_page, VALUES(id(page_id), text(title)), page, &was_there, failure);
    if (!good || (was_there && page->state != page_deleted))
        return good;
    good = fetch_page(watcher, find_article,
                      VALUES(id(page_id), text(title), integer(watcher->source_id)), page, &found,
                      failure);
    return good &&
           (!found || (add_page(watcher, page, failure) && save_page(watcher, page, failure)));
}

static bool wants(const struct watcher *watcher, int64_t namespace_number) {
    char number[24];
    const char *list = watcher->namespaces;
    size_t length = (size_t)snprintf(number, sizeof number, "%lld", (long long)namespace_number);
    if (strcmp(list, "all") == 0)
        return true;
    for (; *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (strcspn(list, ",") == length && strncmp(list, number, length) == 0)
            return true;
    return false;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/*
 * Gives the page the text that was read last, which `redirect` describes, or none: `state` says
 * what it becomes. Its article comes and goes with that.
 */
static bool set_text(struct watcher *watcher, const struct watch_event *event, struct page *page,
                     enum page_state state, const struct article_redirect *redirect,
                     struct failure *failure) {
    enum page_state before = page->state;
    bool good = true;
    if (state == page_article) {
        if (page->article_id == 0) {
            sqlite3_stmt *row;
            bool found;
            good = fetch(watcher, next_article, NULL, 0, &row, &found, failure);
            page->article_id = found ? sqlite3_column_int64(row, 0) : 0;
            sqlite3_reset(row);
        }
        good = good &&
               RUN(watcher, write_article, failure, integer(page->article_id),
                   integer(watcher->source_id), id(page->page_id), integer(page->namespace_number),
                   text(page->title), id(page->revision_id), time_or_null(page->revision_time));
    }
    if (good && (before == page_article || state == page_article))
        good = RUN(watcher, fill_event, failure, integer(page->article_id), integer(++page->edits),
                   text(page->title), text(event->time), id(page->revision_id),
                   text(event->contributor), text(event->comment), text(event->event)) &&
               prepared_script_run(&watcher->edit, watcher->session, failure);
    if (good && before == page_article && state != page_article)
        good = RUN(watcher, delete_article, failure, integer(page->article_id));
    good =
        good && RUN(watcher, delete_alias, failure, integer(watcher->source_id), text(page->title));
    if (good && state == page_redirect && redirect->target[0] &&
        wants(watcher, redirect->namespace_number))
        good = RUN(watcher, insert_alias, failure, integer(watcher->source_id), text(page->title),
                   text(redirect->target), text(redirect->section));
    page->state = state;
    page->moved_to = state == page_redirect ? page->moved_to : 0;
    return good && RUN(watcher, count_pages, failure, integer(watcher->source_id), integer(0),
                       integer((state == page_article) - (before == page_article)),
                       integer((state == page_redirect) - (before == page_redirect)));
}

static bool read_text(struct watcher *watcher, const struct watch_event *event,
                      struct article_redirect *redirect, struct failure *failure) {
    const char *bytes = event->text ? event->text : "";
    return article_text_read(watcher->article, bytes,
                             (size_t)(event->text ? event->text_length : 0), event->redirect,
                             redirect, failure);
}

/* Takes the page's text away. */
static bool take_text(struct watcher *watcher, const struct watch_event *event, struct page *page,
                      enum page_state state, struct failure *failure) {
    struct watch_event none = *event;
    struct article_redirect redirect;
    none.text = none.redirect = NULL;
    return read_text(watcher, &none, &redirect, failure) &&
           set_text(watcher, event, page, state, &redirect, failure);
}

static bool delete_page(struct watcher *watcher, const struct watch_event *event, struct page *page,
                        struct failure *failure) {
    snprintf(page->time, sizeof page->time, "%s", event->time);
    return take_text(watcher, event, page, page_deleted, failure) &&
           save_page(watcher, page, failure);
}

/*
 * Another page with the title of this one has gone, though nobody has told so; unless it is newer,
 * and this one has gone.
 */
static bool displace_others(struct watcher *watcher, const struct watch_event *event,
                            const struct page *page, bool *lost, struct failure *failure) {
    struct page other;
    *lost = false;
    if (!RUN(watcher, insert_article_page, failure, integer(watcher->source_id), text(page->title)))
        return false;
    for (;;) {
        bool found;
        bool good = fetch_page(watcher, find_others, VALUES(text(page->title), integer(page->id)),
                               &other, &found, failure);
        *lost = found && (strcmp(other.time, event->time) > 0 ||
                          strcmp(other.revision_time, event->time) > 0);
        if (!good || !found || *lost)
            return good;
        if (!delete_page(watcher, event, &other, failure))
            return false;
    }
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Gives the page another title, in place of what stands there. A redirect keeps its target. */
static bool retitle(struct watcher *watcher, const struct watch_event *event, struct page *page,
                    const char *title, int64_t namespace_number, struct failure *failure) {
    bool same = strcmp(page->title, title) == 0 && page->namespace_number == namespace_number;
    bool lost;
    char before[title_size];
    if (!same || event->kind == watch_move)
        snprintf(page->time, sizeof page->time, "%s", event->time);
    if (same)
        return true;
    if (page->state != page_deleted && !wants(watcher, namespace_number) &&
        !take_text(watcher, event, page, page_unknown, failure))
        return false;
    snprintf(before, sizeof before, "%s", page->title);
    snprintf(page->title, sizeof page->title, "%s", title);
    page->namespace_number = namespace_number;
    return save_page(watcher, page, failure) &&
           displace_others(watcher, event, page, &lost, failure) &&
           RUN(watcher, delete_alias, failure, integer(watcher->source_id), text(title)) &&
           RUN(watcher, move_alias, failure, integer(watcher->source_id), text(before),
               text(title)) &&
           (page->state != page_article ||
            RUN(watcher, move_article, failure, integer(page->article_id),
                integer(namespace_number), text(title)));
}

/* Whether what an event says of a text is older than what the page has, or the same. */
static bool is_known(const struct watch_event *event, const struct page *page) {
    if (page->state == page_deleted || event->kind == watch_restore)
        return strcmp(event->time, page->time) <= 0;
    int order = strcmp(event->revision_time, page->revision_time);
    return page->revision_time[0] &&
           (order < 0 || (order == 0 && event->revision_id <= page->revision_id));
}

/* Makes a page of an event about one that is not known yet. */
static bool make_page(struct watcher *watcher, const struct watch_event *event, struct page *page,
                      struct failure *failure) {
    page->page_id = event->page_id;
    page->namespace_number = event->namespace_number;
    snprintf(page->title, sizeof page->title, "%s", event->title);
    return add_page(watcher, page, failure) &&
           RUN(watcher, count_pages, failure, integer(watcher->source_id), integer(1), integer(0),
               integer(0));
}

static bool apply_edit(struct watcher *watcher, const struct watch_event *event, struct page *page,
                       struct failure *failure) {
    struct article_redirect redirect;
    bool lost = false;
    if ((page->id == 0 && !make_page(watcher, event, page, failure)) ||
        !displace_others(watcher, event, page, &lost, failure))
        return false;
    if (lost || is_known(event, page)) {
        watcher->counts.known++;
        return true;
    }
    watcher->counts.applied++;
    if (page->page_id == 0)
        page->page_id = event->page_id;
    if (strcmp(event->time, page->time) >= 0 &&
        !retitle(watcher, event, page, event->title, event->namespace_number, failure))
        return false;
    page->revision_id = event->revision_id;
    snprintf(page->revision_time, sizeof page->revision_time, "%s", event->revision_time);
    if (!wants(watcher, page->namespace_number))
        return take_text(watcher, event, page, page_unknown, failure) &&
               save_page(watcher, page, failure);
    return read_text(watcher, event, &redirect, failure) &&
           set_text(watcher, event, page, redirect.redirects ? page_redirect : page_article,
                    &redirect, failure) &&
           save_page(watcher, page, failure);
}

/* A move leaves a redirect at the old title, unless something newer stands there. */
static bool leave_redirect(struct watcher *watcher, const struct watch_event *event,
                           const char *title, int64_t namespace_number, const struct page *to,
                           struct failure *failure) {
    struct page left;
    struct article_redirect redirect = {.redirects = true,
                                        .target = to->title,
                                        .section = "",
                                        .namespace_number = (int)to->namespace_number};
    if (!wants(watcher, namespace_number))
        return true;
    if (!find(watcher, event->redirect_page_id, title, &left, failure))
        return false;
    if (left.id != 0 &&
        (strcmp(left.time, event->time) >= 0 || strcmp(left.revision_time, event->time) >= 0))
        return true;
    if (left.id == 0) {
        left.page_id = event->redirect_page_id;
        left.namespace_number = namespace_number;
        snprintf(left.title, sizeof left.title, "%s", title);
        if (!add_page(watcher, &left, failure))
            return false;
    }
    snprintf(left.time, sizeof left.time, "%s", event->time);
    snprintf(left.revision_time, sizeof left.revision_time, "%s", event->time);
    left.revision_id = 0;
    left.moved_to = to->id;
    struct watch_event none = *event;
    struct article_redirect ignored;
    none.text = none.redirect = NULL;
    return read_text(watcher, &none, &ignored, failure) &&
           set_text(watcher, event, &left, page_redirect, &redirect, failure) &&
           save_page(watcher, &left, failure);
}

/* The namespace that a move leads to. An event that does not tell it has names that are usual. */
static int64_t target_namespace(const struct watcher *watcher, const struct watch_event *event) {
    return event->knows_target_namespace ? event->target_namespace
                                         : article_text_namespace(watcher->article, event->target);
}

/* What the event has of a text comes after the move. */
static bool apply_move(struct watcher *watcher, const struct watch_event *event, struct page *page,
                       struct failure *failure) {
    int64_t namespace_number = target_namespace(watcher, event);
    bool is_news = strcmp(event->time, page->time) > 0;
    if (page->id == 0 && !make_page(watcher, event, page, failure))
        return false;
    if (!is_news && page->state == page_redirect && page->moved_to != 0) {
        watcher->counts.known++; /* this is the redirect that the move has left */
        return true;
    }
    watcher->counts.applied += is_news;
    watcher->counts.known += !is_news;
    if (is_news && !retitle(watcher, event, page, event->target, namespace_number, failure))
        return false;
    if (!save_page(watcher, page, failure) ||
        (event->leaves_redirect && strcmp(event->title, page->title) != 0 &&
         !leave_redirect(watcher, event, event->title, event->namespace_number, page, failure)))
        return false;
    if (!event->text || !is_news)
        return true;
    struct watch_event edit = *event;
    edit.kind = watch_edit;
    edit.title = event->target;
    edit.namespace_number = namespace_number;
    watcher->counts.applied--; /* the edit is counted */
    return apply_edit(watcher, &edit, page, failure);
}

static bool apply_delete(struct watcher *watcher, const struct watch_event *event,
                         struct page *page, struct failure *failure) {
    bool is_known = page->state == page_deleted || strcmp(event->time, page->time) <= 0 ||
                    strcmp(event->time, page->revision_time) < 0;
    if (page->id == 0) /* an edit that comes late must not bring it back */
        is_known = false;
    if (page->id == 0 && !make_page(watcher, event, page, failure))
        return false;
    watcher->counts.applied += !is_known;
    watcher->counts.known += is_known;
    return is_known || delete_page(watcher, event, page, failure);
}

/* An edit of the page that stood here before it was moved away belongs to that one. */
static bool follow_move(struct watcher *watcher, const struct watch_event *event, struct page *page,
                        struct failure *failure) {
    if (event->page_id != 0 || page->moved_to == 0 || strcmp(event->time, page->time) >= 0)
        return true;
    bool found;
    return fetch_page(watcher, get_page, VALUES(integer(page->moved_to)), page, &found, failure);
}

static bool apply(struct watcher *watcher, const struct watch_event *event,
                  struct failure *failure) {
    struct page page;
    if (!find(watcher, event->page_id, event->title, &page, failure))
        return false;
    bool wanted = wants(watcher, event->namespace_number) ||
                  (event->kind == watch_move && wants(watcher, target_namespace(watcher, event)));
    if (page.id == 0 && !wanted) {
        watcher->counts.elsewhere++;
        return true;
    }
    if (event->kind == watch_move)
        return apply_move(watcher, event, &page, failure);
    if (event->kind == watch_delete)
        return apply_delete(watcher, event, &page, failure);
    return follow_move(watcher, event, &page, failure) &&
           apply_edit(watcher, event, &page, failure);
}

/* Waits for as long as another program writes. */
static bool begin_writing(struct watcher *watcher, struct failure *failure) {
    sqlite3_stmt *statement = watcher->statements[begin];
    int code = SQLITE_BUSY;
    for (int times = 0; code == SQLITE_BUSY && session_signal() == 0; times++) {
        code = sqlite3_step(statement);
        sqlite3_reset(statement);
        if (code == SQLITE_BUSY && times == 0)
            message_print("neardup: another program is writing to the database; waiting for it");
    }
    if (session_signal())
        return fail(failure, "interrupted");
    return code == SQLITE_DONE || session_complain(watcher->session, failure);
}

/* Whether an event is of this wiki. Until it is known, the first one says which that is. */
static bool is_of_wiki(const struct watcher *watcher, const struct watch_event *event) {
    const char *domain = event->domain;
    return !domain || (strchr(domain, '.') && /* or it is "canary" */
                       (!watcher->domain || sqlite3_stricmp(watcher->domain, domain) == 0));
}

bool watcher_apply(struct watcher *watcher, const struct watch_event *event,
                   struct failure *failure) {
    if (event->kind == watch_nothing || !is_of_wiki(watcher, event)) {
        watcher->counts.elsewhere++;
        return true;
    }
    if (!watcher->domain && event->domain &&
        !(watcher->domain = sqlite3_mprintf("%s", event->domain)))
        return fail_memory(failure);
    if (!event->text && !event->redirect &&
        (event->kind == watch_edit || event->kind == watch_restore)) {
        watcher->counts.without_text++;
        return true;
    }
    if (!begin_writing(watcher, failure))
        return false;
    if (RUN(watcher, note_base, failure, integer(watcher->source_id), text(watcher->domain)) &&
        apply(watcher, event, failure) &&
        RUN(watcher, note_event, failure, text(event->event), text(event->time),
            integer(watcher->written)) &&
        run(watcher, commit, NULL, 0, failure))
        return true;
    if (!sqlite3_get_autocommit(watcher->session->db))
        sqlite3_step(watcher->statements[rollback]);
    sqlite3_reset(watcher->statements[rollback]);
    return false;
}

bool watcher_open(struct watcher *watcher, struct session *session, struct article_text *article,
                  int64_t source_id, struct failure *failure) {
    watcher->session = session;
    watcher->article = article;
    watcher->source_id = source_id;
    if (article_text_register(article, session->db) != SQLITE_OK ||
        !prepared_script_open(&watcher->edit, session, "watch_edit.sql", failure))
        return session_complain(session, failure);
    for (int i = 0; i < statement_count; i++)
        if (sqlite3_prepare_v3(session->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &watcher->statements[i], NULL) != SQLITE_OK)
            return session_complain(session, failure);
    return true;
}

void watcher_close(struct watcher *watcher) {
    prepared_script_close(&watcher->edit);
    for (int i = 0; i < statement_count; i++)
        sqlite3_finalize(watcher->statements[i]);
    sqlite3_free(watcher->namespaces);
    sqlite3_free(watcher->domain);
}
