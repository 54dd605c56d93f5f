/*
 * test_watch_memory.c - an edit of `neardup watch` whose first allocation fails, then its second,
 * and so on, counting those of SQLite and of the extension, once and from then on.
 *
 *   (1) Each ends as if nothing had been, or does nothing and says "out of memory".
 *   (2) Afterwards the same edit can be applied, and leaves what it leaves undisturbed.
 *
 * The database is in memory, and each failure has a process of its own, which ends before the next
 * one is tried: so all start from the same state. The short form tries every 53rd allocation.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "../faults/failing_allocator.h"
#include "../test.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <watcher.h>

#define EVENT(kind, title, number, more)                                                          \
    "{\"type\":\"" kind "\",\"namespace\":0,\"title\":\"" title "\",\"timestamp\":1700000" number \
    ",\"user\":\"Ada\",\"comment\":\"more\",\"meta\":{\"id\":\"e" number                          \
    "\",\"domain\":\"made.example\"},\"revision\":{\"new\":" number "}," more "}"
#define EDIT(title, number, text) \
    EVENT("edit", title, number, "\"text\":\"" text "\\n[[Category:Towers]]\"")
#define LOG(action, title, number, more) \
    EVENT("log", title, number, "\"log_type\":\"" action "\",\"log_action\":\"" action "\"" more)
#define TOWER(year) \
    "The Alpha Tower of Orrin was built in " year " by the harbour master and his two sons."

/* A copy, what makes it stale, the revert; a redirect, a move, and two deletions with a return. */
static const char *const events[] = {
    EDIT("Alpha Tower", "100", TOWER("1857") " It is red."),
    EDIT("Orrin", "101", TOWER("1857") " Orrin is a hill."),
    EDIT("Alpha Tower", "102", TOWER("1847") " It is red."),
    EDIT("Alpha Tower", "103", TOWER("1857") " It is red."),
    EDIT("Hill", "104", "#REDIRECT [[Orrin#Name]]"),
    LOG("move", "Orrin", "105", ",\"log_params\":{\"target\":\"Orrin B\",\"noredir\":\"0\"}"),
    LOG("delete", "Alpha Tower", "106", ""),
    EVENT("log", "Alpha Tower", "107",
          "\"log_type\":\"delete\",\"log_action\":\"restore\",\"text\":\"" TOWER("1847") "\""),
    LOG("delete", "Orrin B", "108", ""),
};

static struct session session;
static struct watcher watcher;
static sqlite3_stmt *read_event;

static void require_job(const char *name) {
    struct failure failure = {0};
    if (!session_job(&session, name, &failure)) {
        printf("%s: %s\n", name, failure.message);
        abort();
    }
}

static void require_sql(const char *sql) {
    struct failure failure;
    REQUIRE(session_run(&session, sql, &failure));
}

/* What `neardup watch` prepares. */
static void open_watch(struct article_text *article) {
    struct failure failure;
    REQUIRE(session_open(&session, NULL, session_writes, &failure));
    session.output.silent = true;
    require_sql("PRAGMA temp_store = memory;"); /* a file would be that of all processes */
    require_job("schema");
    require_sql("BEGIN;");
    require_job("watch_tables");
    require_sql(
        "INSERT INTO main.source (name, kind, options, program_version, started_at, "
        "finished_at, language) VALUES ('', 'mediawiki', 'namespaces=0', '', '', '', 'en');");
    char *index = session_ask(&session, "index_statement.sql");
    require_sql(required(index));
    sqlite3_free(index);
    session_set(&session, "source", "1");
    require_job("indexed.sql");
    require_job("watch_begin.sql");
    require_sql("COMMIT;");
    watcher.namespaces = required(sqlite3_mprintf("0"));
    REQUIRE(watcher_open(&watcher, &session, article, 1, &failure));
    read_event = required(prepared_query(&session, "watch_event.sql", &failure));
}

/* As the lines of a stream are applied. */
static bool apply(const char *line, struct failure *failure) {
    struct watch_event event;
    bool good = sqlite3_bind_text(read_event, 1, line, -1, SQLITE_STATIC) == SQLITE_OK &&
                watch_event_next(&event, read_event, failure) == watch_event_found;
    good = good ? watcher_apply(&watcher, &event, failure) : session_complain(&session, failure);
    sqlite3_reset(read_event);
    return good;
}

/* Everything that an edit can change, as one text. */
static char *content(void) {
    sqlite3_stmt *tables, *rows;
    sqlite3_str *text = sqlite3_str_new(NULL);
    REQUIRE(sqlite3_prepare_v2(session.db,
                               "SELECT 'SELECT * FROM main.' || name FROM main.sqlite_schema WHERE "
                               "type = 'table' AND name NOT GLOB 'sentence_index*' ORDER BY name",
                               -1, &tables, NULL) == SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(tables, 0);
        REQUIRE(sqlite3_prepare_v2(session.db, sql, -1, &rows, NULL) == SQLITE_OK);
        sqlite3_str_appendf(text, "\n%s:", sql);
        while (sqlite3_step(rows) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(rows); i++)
                sqlite3_str_appendf(text, "|%s", (const char *)sqlite3_column_text(rows, i));
        sqlite3_finalize(rows);
    }
    sqlite3_finalize(tables);
    return required(sqlite3_str_finish(text));
}

static bool index_is_sound(void) {
    return sqlite3_exec(session.db,
                        "INSERT INTO main.sentence_index(sentence_index) VALUES('integrity-check')",
                        NULL, NULL, NULL) == SQLITE_OK;
}

/* What a process tells the one that started it, and that one told it: memory of both. */
static struct told {
    bool failed;     /* an allocation did */
    char wrong[600]; /* "": nothing */
    char content[1 << 16];
} * told;

/* In a process of its own. */
static void apply_without_memory(const char *line, long n, bool for_good) {
    struct failure failure = {0};
    allocation_fail_at(n, for_good);
    bool good = apply(line, &failure);
    told->failed = allocation_failed();
    if (!good && (!told->failed || strcmp(failure.message, "out of memory") != 0))
        snprintf(told->wrong, sizeof told->wrong, "it says: %.500s", failure.message);
    else if (!good && !apply(line, &failure))
        snprintf(told->wrong, sizeof told->wrong, "afterwards: %.500s", failure.message);
    else if (strcmp(content(), told->content) != 0)
        snprintf(told->wrong, sizeof told->wrong, "the tables: %.500s", content());
    else if (!index_is_sound())
        snprintf(told->wrong, sizeof told->wrong, "the index: %.500s", sqlite3_errmsg(session.db));
}

/* Runs it in a process of its own; without n, notes what the event leaves. Gives its status. */
static int run_apart(const char *line, long n, bool for_good) {
    struct failure failure;
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0 && n == 0) {
        REQUIRE(apply(line, &failure));
        snprintf(told->content, sizeof told->content, "%s", content());
    } else if (child == 0)
        apply_without_memory(line, n, for_good);
    if (child == 0)
        _exit(0);
    REQUIRE(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

/* Whether an allocation has failed. */
static bool try_without_memory(const char *line, long n, bool for_good) {
    told->failed = false;
    told->wrong[0] = '\0';
    int status = run_apart(line, n, for_good);
    CHECK(status == 0 && !told->wrong[0], "allocation %ld%s of %.60s: status %d, %s", n,
          for_good ? " and all others" : "", line, status, told->wrong);
    return status == 0 && told->failed;
}

int main(void) {
    struct failure failure;
    unsigned long long tried = 0;
    long step = test_is_long() ? 1 : 53;
    if (!failing_allocator_install()) {
        test_skip("this SQLite lets nobody replace its allocator");
        return test_end("program/test_watch_memory");
    }
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(told != MAP_FAILED);
    struct article_text *article = required(article_text_open("en", NULL, &failure));
    open_watch(article);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        REQUIRE(run_apart(events[i], 0, false) == 0);
        for (int for_good = 0; for_good < 2; for_good++)
            for (long n = 1 + (long)test_seed() % step; try_without_memory(events[i], n, for_good);
                 n += step)
                tried++;
        CHECK(apply(events[i], &failure), "%s: %s", events[i], failure.message);
    }
    char *findings = session_value(&session, "SELECT count(*) FROM main.watch_finding");
    CHECK(findings && atoi(findings) > 3, "%s findings", findings ? findings : "no");
    sqlite3_free(findings);
    test_figure(tried, "allocations that failed in an edit that is followed");
    sqlite3_finalize(read_event);
    watcher_close(&watcher);
    session_close(&session);
    article_text_close(article);
    return test_end("program/test_watch_memory");
}
