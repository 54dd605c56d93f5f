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

/* After an error `failed` is set, the failure is filled in, and the functions below do nothing. */
static void note(struct watcher *watcher, bool good) {
    if (!good && !watcher->failed)
        session_complain(watcher->session, watcher->failure);
    watcher->failed = watcher->failed || !good;
}

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

/*
 * Binds the values, whose texts stay where they are while the statement runs, and steps. The row,
 * if there is one; reset it.
 */
static sqlite3_stmt *fetch(struct watcher *watcher, enum statement which,
                           const struct value *values, int count) {
    sqlite3_stmt *statement = watcher->statements[which];
    int code = SQLITE_OK;
    if (watcher->failed)
        return NULL;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const struct value *value = &values[i];
        code = value->type == value_text
                   ? sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC)
               : value->type == value_id && value->integer == 0
                   ? sqlite3_bind_null(statement, i + 1)
                   : sqlite3_bind_int64(statement, i + 1, value->integer);
    }
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    note(watcher, code == SQLITE_ROW || code == SQLITE_DONE);
    if (code == SQLITE_ROW)
        return statement;
    sqlite3_reset(statement);
    return NULL;
}

#define VALUES(...)                      \
    (const struct value[]){__VA_ARGS__}, \
        (int)(sizeof(struct value[]){__VA_ARGS__} / sizeof(struct value))
#define RUN(watcher, which, ...) sqlite3_reset(fetch(watcher, which, VALUES(__VA_ARGS__)))

/* ---- Pages ----------------------------------------------------------------------------------- */

static void copy_text(char *copy, size_t size, sqlite3_stmt *row, int column) {
    const char *bytes = (const char *)sqlite3_column_text(row, column);
    snprintf(copy, size, "%s", bytes ? bytes : "");
}

/* Reads the columns of PAGE, and resets the query. False if it has no row. */
static bool read_page(struct watcher *watcher, struct page *page, sqlite3_stmt *row) {
    char state[16];
    if (!row)
        return false;
    *page = (struct page){.id = sqlite3_column_int64(row, 0),
                          .page_id = sqlite3_column_int64(row, 1),
                          .namespace_number = sqlite3_column_int64(row, 2),
                          .article_id = sqlite3_column_int64(row, 5),
                          .revision_id = sqlite3_column_int64(row, 6),
                          .moved_to = sqlite3_column_int64(row, 9),
                          .edits = sqlite3_column_int64(row, 10)};
    copy_text(page->title, sizeof page->title, row, 3);
    copy_text(state, sizeof state, row, 4);
    copy_text(page->revision_time, sizeof page->revision_time, row, 7);
    copy_text(page->time, sizeof page->time, row, 8);
    while (page->state < page_deleted && strcmp(state, state_names[page->state]) != 0)
        page->state++;
    note(watcher,
         sqlite3_reset(row) == SQLITE_OK); /* of reading the texts, which may take memory */
    return true;
}

static void save_page(struct watcher *watcher, const struct page *page) {
    RUN(watcher, update_page, integer(page->id), id(page->page_id), integer(page->namespace_number),
        text(page->title), text(state_names[page->state]), id(page->article_id),
        id(page->revision_id), time_or_null(page->revision_time), time_or_null(page->time),
        id(page->moved_to), integer(page->edits));
}

static void add_page(struct watcher *watcher, struct page *page) {
    RUN(watcher, insert_page, id(page->page_id), integer(page->namespace_number),
        text(page->title));
    page->id = sqlite3_last_insert_rowid(watcher->session->db);
}

/* A page that is not known yet. */
static struct page new_page(int64_t page_id, const char *title, int64_t namespace_number) {
    struct page page = {.page_id = page_id, .namespace_number = namespace_number};
    snprintf(page.title, sizeof page.title, "%s", title);
    return page;
}

/* Finds a page by its number, unless that is 0, or its title; page->id is 0 if neither is known. */
static void find(struct watcher *watcher, int64_t page_id, const char *title, struct page *page) {
    *page = (struct page){0};
    if (read_page(watcher, page, fetch(watcher, find_page, VALUES(id(page_id), text(title)))) &&
        page->state != page_deleted)
        return;
    if (read_page(watcher, page,
                  fetch(watcher, find_article,
                        VALUES(id(page_id), text(title), integer(watcher->source_id))))) {
        add_page(watcher, page);
        save_page(watcher, page);
    }
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

/* Runs watch_edit.sql; rows are dropped. */
static void run_edit(struct watcher *watcher) {
    for (int i = 0; i < watcher->edit_count && !watcher->failed; i++) {
        int code;
        while ((code = sqlite3_step(watcher->edit[i])) == SQLITE_ROW)
            continue;
        note(watcher, code == SQLITE_DONE);
        sqlite3_reset(watcher->edit[i]);
    }
}

/*
 * Gives the page the text that was read last, which `redirect` describes, or none: `state` says
 * what it becomes. Its article comes and goes with that. Saves the page.
 */
static void set_text(struct watcher *watcher, const struct watch_event *event, struct page *page,
                     enum page_state state, const struct article_redirect *redirect) {
    enum page_state before = page->state;
    if (state == page_article && page->article_id == 0) {
        sqlite3_stmt *row = fetch(watcher, next_article, NULL, 0);
        page->article_id = row ? sqlite3_column_int64(row, 0) : 0;
        sqlite3_reset(row);
    }
    if (state == page_article)
        RUN(watcher, write_article, integer(page->article_id), integer(watcher->source_id),
            id(page->page_id), integer(page->namespace_number), text(page->title),
            id(page->revision_id), time_or_null(page->revision_time));
    if (before == page_article || state == page_article) {
        RUN(watcher, fill_event, integer(page->article_id), integer(++page->edits),
            text(page->title), text(event->time), id(page->revision_id), text(event->contributor),
            text(event->comment), text(event->event));
        run_edit(watcher);
    }
    if (before == page_article && state != page_article)
        RUN(watcher, delete_article, integer(page->article_id));
    RUN(watcher, delete_alias, integer(watcher->source_id), text(page->title));
    if (state == page_redirect && redirect->target[0] && wants(watcher, redirect->namespace_number))
        RUN(watcher, insert_alias, integer(watcher->source_id), text(page->title),
            text(redirect->target), text(redirect->section));
    page->state = state;
    page->moved_to = state == page_redirect ? page->moved_to : 0;
    RUN(watcher, count_pages, integer(watcher->source_id), integer(0),
        integer((state == page_article) - (before == page_article)),
        integer((state == page_redirect) - (before == page_redirect)));
    save_page(watcher, page);
}

/* Reads a text, or none. */
static void read_text(struct watcher *watcher, const char *bytes, int length, const char *target,
                      struct article_redirect *redirect) {
    *redirect = (struct article_redirect){.target = "", .section = ""};
    watcher->failed = watcher->failed || !article_text_read(watcher->article, bytes ? bytes : "",
                                                            bytes ? (size_t)length : 0, target,
                                                            redirect, watcher->failure);
}

/* Takes the page's text away. */
static void take_text(struct watcher *watcher, const struct watch_event *event, struct page *page,
                      enum page_state state) {
    struct article_redirect redirect;
    read_text(watcher, NULL, 0, NULL, &redirect);
    set_text(watcher, event, page, state, &redirect);
}

static void delete_page(struct watcher *watcher, const struct watch_event *event,
                        struct page *page) {
    snprintf(page->time, sizeof page->time, "%s", event->time);
    take_text(watcher, event, page, page_deleted);
}

/*
 * Another page with the title of this one has gone, though nobody has told so; unless it is newer,
 * and this one has gone: then true.
 */
static bool displace_others(struct watcher *watcher, const struct watch_event *event,
                            const struct page *page) {
    struct page other;
    RUN(watcher, insert_article_page, integer(watcher->source_id), text(page->title));
    while (read_page(watcher, &other,
                     fetch(watcher, find_others, VALUES(text(page->title), integer(page->id))))) {
        if (strcmp(other.time, event->time) > 0 || strcmp(other.revision_time, event->time) > 0)
            return true;
        delete_page(watcher, event, &other);
    }
    return false;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Gives the page another title, in place of what stands there. A redirect keeps its target. */
static void retitle(struct watcher *watcher, const struct watch_event *event, struct page *page,
                    const char *title, int64_t namespace_number) {
    bool same = strcmp(page->title, title) == 0 && page->namespace_number == namespace_number;
    char before[title_size];
    if (!same || event->kind == watch_move)
        snprintf(page->time, sizeof page->time, "%s", event->time);
    if (same)
        return;
    if (page->state != page_deleted && !wants(watcher, namespace_number))
        take_text(watcher, event, page, page_unknown);
    snprintf(before, sizeof before, "%s", page->title);
    snprintf(page->title, sizeof page->title, "%s", title);
    page->namespace_number = namespace_number;
    save_page(watcher, page);
    displace_others(watcher, event, page);
    RUN(watcher, delete_alias, integer(watcher->source_id), text(title));
    RUN(watcher, move_alias, integer(watcher->source_id), text(before), text(title));
    if (page->state == page_article)
        RUN(watcher, move_article, integer(page->article_id), integer(namespace_number),
            text(title));
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
static void make_page(struct watcher *watcher, const struct watch_event *event, struct page *page) {
    *page = new_page(event->page_id, event->title, event->namespace_number);
    add_page(watcher, page);
    RUN(watcher, count_pages, integer(watcher->source_id), integer(1), integer(0), integer(0));
}

static void apply_edit(struct watcher *watcher, const struct watch_event *event,
                       struct page *page) {
    struct article_redirect redirect;
    if (page->id == 0)
        make_page(watcher, event, page);
    if (displace_others(watcher, event, page) || is_known(event, page)) {
        watcher->counts.known++;
        return;
    }
    watcher->counts.applied++;
    if (page->page_id == 0)
        page->page_id = event->page_id;
    if (strcmp(event->time, page->time) >= 0)
        retitle(watcher, event, page, event->title, event->namespace_number);
    page->revision_id = event->revision_id;
    snprintf(page->revision_time, sizeof page->revision_time, "%s", event->revision_time);
    if (!wants(watcher, page->namespace_number)) {
        take_text(watcher, event, page, page_unknown);
        return;
    }
    read_text(watcher, event->text, event->text_length, event->redirect, &redirect);
    set_text(watcher, event, page, redirect.redirects ? page_redirect : page_article, &redirect);
}

/* A move leaves a redirect at the old title, unless something newer stands there. */
static void leave_redirect(struct watcher *watcher, const struct watch_event *event,
                           const struct page *to) {
    struct page left;
    struct article_redirect ignored, redirect = {.redirects = true,
                                                 .target = to->title,
                                                 .section = "",
                                                 .namespace_number = (int)to->namespace_number};
    if (!wants(watcher, event->namespace_number))
        return;
    find(watcher, event->redirect_page_id, event->title, &left);
    if (left.id != 0 &&
        (strcmp(left.time, event->time) >= 0 || strcmp(left.revision_time, event->time) >= 0))
        return;
    if (left.id == 0) {
        left = new_page(event->redirect_page_id, event->title, event->namespace_number);
        add_page(watcher, &left);
    }
    snprintf(left.time, sizeof left.time, "%s", event->time);
    snprintf(left.revision_time, sizeof left.revision_time, "%s", event->time);
    left.revision_id = 0;
    left.moved_to = to->id;
    read_text(watcher, NULL, 0, NULL, &ignored);
    set_text(watcher, event, &left, page_redirect, &redirect);
}

/* The namespace that a move leads to. An event that does not tell it has names that are usual. */
static int64_t target_namespace(const struct watcher *watcher, const struct watch_event *event) {
    return event->knows_target_namespace ? event->target_namespace
                                         : article_text_namespace(watcher->article, event->target);
}

/* What the event has of a text comes after the move. */
static void apply_move(struct watcher *watcher, const struct watch_event *event,
                       struct page *page) {
    bool is_news = strcmp(event->time, page->time) > 0;
    struct watch_event edit = *event;
    edit.kind = watch_edit;
    edit.title = event->target;
    edit.namespace_number = target_namespace(watcher, event);
    if (page->id == 0)
        make_page(watcher, event, page);
    if (!is_news && page->state == page_redirect && page->moved_to != 0) {
        watcher->counts.known++; /* this is the redirect that the move has left */
        return;
    }
    if (is_news)
        retitle(watcher, event, page, event->target, edit.namespace_number);
    save_page(watcher, page);
    if (event->leaves_redirect && strcmp(event->title, page->title) != 0)
        leave_redirect(watcher, event, page);
    if (is_news && event->text) {
        apply_edit(watcher, &edit, page); /* which counts */
        return;
    }
    watcher->counts.applied += is_news;
    watcher->counts.known += !is_news;
}

static void apply_delete(struct watcher *watcher, const struct watch_event *event,
                         struct page *page) {
    bool is_known = page->state == page_deleted || strcmp(event->time, page->time) <= 0 ||
                    strcmp(event->time, page->revision_time) < 0;
    if (page->id == 0) { /* an edit that comes late must not bring it back */
        is_known = false;
        make_page(watcher, event, page);
    }
    watcher->counts.applied += !is_known;
    watcher->counts.known += is_known;
    if (!is_known)
        delete_page(watcher, event, page);
}

static void apply(struct watcher *watcher, const struct watch_event *event) {
    struct page page;
    find(watcher, event->page_id, event->title, &page);
    bool wanted = wants(watcher, event->namespace_number) ||
                  (event->kind == watch_move && wants(watcher, target_namespace(watcher, event)));
    if (page.id == 0 && !wanted)
        watcher->counts.elsewhere++;
    else if (event->kind == watch_move)
        apply_move(watcher, event, &page);
    else if (event->kind == watch_delete)
        apply_delete(watcher, event, &page);
    else {
        /* An edit of the page that stood here before it was moved away belongs to that one. */
        if (event->page_id == 0 && page.moved_to != 0 && strcmp(event->time, page.time) < 0)
            read_page(watcher, &page, fetch(watcher, get_page, VALUES(integer(page.moved_to))));
        apply_edit(watcher, event, &page);
    }
}

/* Waits for as long as another program writes. */
static void begin_writing(struct watcher *watcher) {
    sqlite3_stmt *statement = watcher->statements[begin];
    int code = SQLITE_BUSY;
    for (int times = 0; code == SQLITE_BUSY && session_signal() == 0; times++) {
        code = sqlite3_step(statement);
        sqlite3_reset(statement);
        if (code == SQLITE_BUSY && times == 0)
            message_print("neardup: another program is writing to the database; waiting for it");
    }
    if (session_signal())
        watcher->failed = !fail(watcher->failure, "interrupted");
    note(watcher, code == SQLITE_DONE);
}

bool watcher_apply(struct watcher *watcher, const struct watch_event *event,
                   struct failure *failure) {
    /* Of this wiki? Until it is known, the first event says which that is. */
    const char *domain = event->domain;
    bool is_of_wiki =
        !domain || (strchr(domain, '.') && /* or it is "canary" */
                    (!watcher->domain || sqlite3_stricmp(watcher->domain, domain) == 0));
    if (event->kind == watch_nothing || !is_of_wiki) {
        watcher->counts.elsewhere++;
        return true;
    }
    if (!watcher->domain && domain && !(watcher->domain = sqlite3_mprintf("%s", domain)))
        return fail_memory(failure);
    if (!event->text && !event->redirect &&
        (event->kind == watch_edit || event->kind == watch_restore)) {
        watcher->counts.without_text++;
        return true;
    }
    watcher->failure = failure;
    watcher->failed = false;
    begin_writing(watcher);
    RUN(watcher, note_base, integer(watcher->source_id), text(watcher->domain));
    if (!watcher->failed)
        apply(watcher, event);
    RUN(watcher, note_event, text(event->event), text(event->time), integer(watcher->written));
    sqlite3_reset(fetch(watcher, commit, NULL, 0));
    if (watcher->failed && !sqlite3_get_autocommit(watcher->session->db))
        sqlite3_step(watcher->statements[rollback]);
    sqlite3_reset(watcher->statements[rollback]);
    return !watcher->failed;
}

static bool prepare(struct session *session, const char *sql, sqlite3_stmt **statement,
                    const char **rest, struct failure *failure) {
    return sqlite3_prepare_v3(session->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, rest) ==
               SQLITE_OK ||
           session_complain(session, failure);
}

sqlite3_stmt *prepared_query(struct session *session, const char *name, struct failure *failure) {
    sqlite3_stmt *statement = NULL;
    char *text = session_script(session, name);
    if (!text)
        session_fail(session, failure);
    else
        prepare(session, text, &statement, NULL, failure);
    sqlite3_free(text);
    return statement;
}

bool watcher_open(struct watcher *watcher, struct session *session, struct article_text *article,
                  int64_t source_id, struct failure *failure) {
    watcher->session = session;
    watcher->article = article;
    watcher->source_id = source_id;
    if (article_text_register(article, session->db) != SQLITE_OK)
        return session_complain(session, failure);
    char *script = session_script(session, "watch_edit.sql");
    const char *rest = script;
    bool good = script || session_fail(session, failure);
    while (good && *rest) { /* the white space at the end makes no statement */
        assert(watcher->edit_count < watcher_edit_max);
        good = prepare(session, rest, &watcher->edit[watcher->edit_count], &rest, failure);
        watcher->edit_count += good && watcher->edit[watcher->edit_count];
    }
    sqlite3_free(script);
    for (int i = 0; i < statement_count && good; i++)
        good = prepare(session, statements[i], &watcher->statements[i], NULL, failure);
    return good;
}

void watcher_close(struct watcher *watcher) {
    for (int i = 0; i < watcher->edit_count; i++)
        sqlite3_finalize(watcher->edit[i]);
    for (int i = 0; i < statement_count; i++)
        sqlite3_finalize(watcher->statements[i]);
    sqlite3_free(watcher->namespaces);
    sqlite3_free(watcher->domain);
}
