/* watcher.c - see watcher.h. */
#include "watcher.h"

#include "../text/message.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PAGE                                                                               \
    "id, page_id, namespace, title, state, article_id, revision_id, revision_time, time, " \
    "moved_to, edits"
/* Adds the page of an article that no event was about so far. */
#define ADD_ARTICLE                                                                            \
    "INSERT INTO main.watch_page (page_id, namespace, title, state, article_id, revision_id, " \
    "revision_time) SELECT page_id, namespace, title, 'article', id, revision_id, "            \
    "revision_time FROM main.article WHERE source_id = "

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

static bool prepare(struct session *session, const char *sql, sqlite3_stmt **statement,
                    const char **rest, struct failure *failure) {
    return sqlite3_prepare_v3(session->db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, rest) ==
               SQLITE_OK ||
           session_complain(session, failure);
}

/* The statement of that text, which is prepared when it runs for the first time. */
static sqlite3_stmt *statement_of(struct watcher *watcher, const char *sql) {
    int at = 0;
    while (at < watcher->statement_count && watcher->texts[at] != sql)
        at++;
    if (at < watcher->statement_count)
        return watcher->statements[at];
    assert(at < watcher_statements_max);
    if (!prepare(watcher->session, sql, &watcher->statements[at], NULL, watcher->failure)) {
        watcher->failed = true;
        return NULL;
    }
    watcher->texts[at] = sql;
    watcher->statement_count++;
    return watcher->statements[at];
}

/*
 * Runs a statement. A letter of `types` says what each value is: an int64_t, 'i', or 'n', where 0
 * is NULL; a text, 't', or 's', where "" is NULL, too; texts stay where they are while it runs. The
 * row, if there is one; reset it.
 */
static sqlite3_stmt *fetch(struct watcher *watcher, const char *sql, const char *types, ...) {
    sqlite3_stmt *statement = watcher->failed ? NULL : statement_of(watcher, sql);
    int code = SQLITE_OK;
    va_list values;
    va_start(values, types);
    for (int i = 1; types[i - 1] && statement && code == SQLITE_OK; i++) {
        bool is_text = types[i - 1] == 't' || types[i - 1] == 's';
        int64_t number = is_text ? 0 : va_arg(values, int64_t);
        const char *text = is_text ? va_arg(values, const char *) : NULL;
        if (types[i - 1] == 's' && text && !text[0])
            text = NULL;
        code = is_text ? sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC)
               : types[i - 1] == 'n' && number == 0 ? sqlite3_bind_null(statement, i)
                                                    : sqlite3_bind_int64(statement, i, number);
    }
    va_end(values);
    if (!statement)
        return NULL;
    code = code == SQLITE_OK ? sqlite3_step(statement) : code;
    note(watcher, code == SQLITE_ROW || code == SQLITE_DONE);
    if (code == SQLITE_ROW)
        return statement;
    sqlite3_reset(statement);
    return NULL;
}

/* The same of one without rows. */
#define RUN(...) sqlite3_reset(fetch(__VA_ARGS__))

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
    assert(page->id > 0 || watcher->failed);
    RUN(watcher,
        "UPDATE main.watch_page SET page_id = ?2, namespace = ?3, title = ?4, state = ?5, "
        "article_id = ?6, revision_id = ?7, revision_time = ?8, time = ?9, moved_to = ?10, "
        "edits = ?11 WHERE id = ?1",
        "inittnnssni", page->id, page->page_id, page->namespace_number, page->title,
        state_names[page->state], page->article_id, page->revision_id, page->revision_time,
        page->time, page->moved_to, page->edits);
}

/* Makes a page that is not known yet. */
static void add_page(struct watcher *watcher, struct page *page, int64_t page_id, const char *title,
                     int64_t namespace_number) {
    read_page(watcher, page,
              fetch(watcher,
                    "INSERT INTO main.watch_page (page_id, namespace, title, state) "
                    "VALUES (?1, ?2, ?3, 'unknown') RETURNING " PAGE,
                    "nit", page_id, namespace_number, title));
}

/* Finds a page by its number, unless that is 0, or its title; page->id is 0 if neither is known. */
static void find(struct watcher *watcher, int64_t page_id, const char *title, struct page *page) {
    /* Rather a page that is there. */
    static const char find_page[] =
        "SELECT * FROM (SELECT " PAGE ", 1 AS same FROM main.watch_page WHERE page_id = ?1 "
        "UNION ALL SELECT " PAGE ", 0 FROM main.watch_page "
        "WHERE title = ?2 AND (page_id IS NULL OR ?1 IS NULL)) "
        "ORDER BY same DESC, state = 'deleted', id DESC LIMIT 1";
    static const char add_article[] =
        ADD_ARTICLE "?3 AND (page_id = ?1 OR (title = ?2 AND (page_id IS NULL OR ?1 IS NULL))) "
                    "ORDER BY page_id = ?1 DESC LIMIT 1 RETURNING " PAGE;
    *page = (struct page){0};
    if (read_page(watcher, page, fetch(watcher, find_page, "nt", page_id, title)) &&
        page->state != page_deleted)
        return;
    read_page(watcher, page,
              fetch(watcher, add_article, "nti", page_id, title, watcher->source_id));
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

/* (The column ignores the case of letters, which titles do not.) */
static const char delete_alias[] = "DELETE FROM main.alias WHERE source_id = ?1 AND title = ?2 AND "
                                   "title = ?2 COLLATE BINARY";

static void count_pages(struct watcher *watcher, int pages, int articles, int redirects) {
    RUN(watcher,
        "UPDATE main.source SET pages = pages + ?2, articles = articles + ?3, "
        "redirects = redirects + ?4 WHERE id = ?1",
        "iiii", watcher->source_id, (int64_t)pages, (int64_t)articles, (int64_t)redirects);
}

/*
 * Gives the page the text that was read last, which `redirect` describes, or none: `state` says
 * what it becomes. Its article comes and goes with that. Saves the page.
 */
static void set_text(struct watcher *watcher, const struct watch_event *event, struct page *page,
                     enum page_state state, const struct article_redirect *redirect) {
    enum page_state before = page->state;
    if (state == page_article && page->article_id == 0) {
        /* (Another program may have loaded articles since.) */
        sqlite3_stmt *row = fetch(watcher,
                                  "UPDATE main.watch SET article_id = 1 + max(article_id, (SELECT "
                                  "ifnull(max(id), 0) FROM main.article)) RETURNING article_id",
                                  "");
        page->article_id = row ? sqlite3_column_int64(row, 0) : 0;
        sqlite3_reset(row);
    }
    if (state == page_article)
        RUN(watcher,
            "INSERT INTO main.article (id, source_id, page_id, namespace, title, revision_id, "
            "revision_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE SET "
            "page_id = excluded.page_id, revision_id = excluded.revision_id, revision_time = "
            "excluded.revision_time",
            "iinitns", page->article_id, watcher->source_id, page->page_id, page->namespace_number,
            page->title, page->revision_id, page->revision_time);
    if (before == page_article || state == page_article) {
        RUN(watcher,
            "UPDATE temp.event SET article_id = ?1, edit = ?2, title = ?3, time = ?4, "
            "revision_id = ?5, contributor = ?6, comment = ?7, event = ?8",
            "iittnttt", page->article_id, ++page->edits, page->title, event->time,
            page->revision_id, event->contributor, event->comment, event->event);
        for (int i = 0; i < watcher->edit_count && !watcher->failed; i++) { /* rows are dropped */
            int code;
            while ((code = sqlite3_step(watcher->edit[i])) == SQLITE_ROW)
                continue;
            note(watcher, code == SQLITE_DONE);
            sqlite3_reset(watcher->edit[i]);
        }
    }
    if (before == page_article && state != page_article)
        RUN(watcher, "DELETE FROM main.article WHERE id = ?1", "i", page->article_id);
    RUN(watcher, delete_alias, "it", watcher->source_id, page->title);
    if (state == page_redirect && redirect->target[0] && wants(watcher, redirect->namespace_number))
        RUN(watcher,
            "INSERT INTO main.alias (source_id, title, target, section) VALUES (?1, ?2, ?3, ?4)",
            "ittt", watcher->source_id, page->title, redirect->target, redirect->section);
    page->state = state;
    page->moved_to = state == page_redirect ? page->moved_to : 0;
    count_pages(watcher, 0, (state == page_article) - (before == page_article),
                (state == page_redirect) - (before == page_redirect));
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
    RUN(watcher,
        ADD_ARTICLE "?1 AND title = ?2 AND NOT EXISTS (SELECT * FROM main.watch_page AS page "
                    "WHERE page.title = article.title AND page.article_id = article.id)",
        "it", watcher->source_id, page->title);
    while (read_page(watcher, &other,
                     fetch(watcher,
                           "SELECT " PAGE " FROM main.watch_page WHERE title = ?1 AND id <> ?2 AND "
                           "state <> 'deleted' LIMIT 1",
                           "ti", page->title, page->id))) {
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
    RUN(watcher, delete_alias, "it", watcher->source_id, title);
    RUN(watcher,
        "UPDATE main.alias SET title = ?3 WHERE source_id = ?1 AND title = ?2 AND title = ?2 "
        "COLLATE BINARY",
        "itt", watcher->source_id, before, title);
    if (page->state == page_article)
        RUN(watcher, "UPDATE main.article SET namespace = ?2, title = ?3 WHERE id = ?1", "iit",
            page->article_id, namespace_number, title);
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
    add_page(watcher, page, event->page_id, event->title, event->namespace_number);
    count_pages(watcher, 1, 0, 0);
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
    if (left.id == 0)
        add_page(watcher, &left, event->redirect_page_id, event->title, event->namespace_number);
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
            read_page(watcher, &page,
                      fetch(watcher, "SELECT " PAGE " FROM main.watch_page WHERE id = ?1", "i",
                            page.moved_to));
        apply_edit(watcher, event, &page);
    }
}

/* Waits for as long as another program writes. */
static void begin_writing(struct watcher *watcher) {
    sqlite3_stmt *statement = statement_of(watcher, "BEGIN IMMEDIATE");
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
    RUN(watcher,
        "UPDATE main.source SET base = 'https://' || ?2 || '/wiki/' "
        "WHERE id = ?1 AND base IS NULL",
        "it", watcher->source_id, watcher->domain);
    if (!watcher->failed)
        apply(watcher, event);
    RUN(watcher,
        "UPDATE main.watch SET event = ?1, event_time = max(?2, ifnull(event_time, '')), "
        "written = ?3",
        "tti", event->event, event->time, watcher->written);
    RUN(watcher, "COMMIT", "");
    if (watcher->failed && !sqlite3_get_autocommit(watcher->session->db))
        sqlite3_step(watcher->rollback);
    sqlite3_reset(watcher->rollback);
    return !watcher->failed;
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
    /* When it is needed, there may be no memory to prepare it. */
    return good && prepare(session, "ROLLBACK", &watcher->rollback, NULL, failure);
}

void watcher_close(struct watcher *watcher) {
    for (int i = 0; i < watcher->edit_count; i++)
        sqlite3_finalize(watcher->edit[i]);
    for (int i = 0; i < watcher->statement_count; i++)
        sqlite3_finalize(watcher->statements[i]);
    sqlite3_finalize(watcher->rollback);
    sqlite3_free(watcher->namespaces);
    sqlite3_free(watcher->domain);
}
