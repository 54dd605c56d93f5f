/* watch_command.c - `neardup watch`: follows the changes of a wiki, or replays its history. */
#include "actions.h"
#include "findings_file.h"
#include "watcher.h"

#include "../../ext/neardup.h" /* NEARDUP_VERSION */
#include "../load_command.h"
#include "../revision_table.h"
#include "../text/message.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a watch works with. */
struct watch {
    struct session *session;
    const struct arguments *arguments;
    struct revision_table *revisions; /* of a replay; else NULL */
    struct article_text *article;
    struct watcher watcher;
    struct event_lines lines; /* of the stream */
    struct findings_file findings;
    sqlite3_stmt *event, *unwritten;
    char language[16], base[1024];
    int64_t source_id, bad_lines;
};

/* ---- Findings -------------------------------------------------------------------------------- */

/* Writes what was found and is not written yet. */
static bool write_findings(struct watch *watch, struct failure *failure) {
    static const char unwritten[] =
        "SELECT seq, line FROM main.watch_finding WHERE seq > ?1 ORDER BY seq";
    int code;
    bool good = true;
    if (!watch->unwritten &&
        sqlite3_prepare_v2(watch->session->db, unwritten, -1, &watch->unwritten, NULL) != SQLITE_OK)
        return session_complain(watch->session, failure);
    sqlite3_bind_int64(watch->unwritten, 1, watch->watcher.written);
    while (good && (code = sqlite3_step(watch->unwritten)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(watch->unwritten, 1);
        good = line ? findings_file_write(&watch->findings, line, failure) : fail_memory(failure);
        if (good)
            watch->watcher.written = sqlite3_column_int64(watch->unwritten, 0);
    }
    if (good && code != SQLITE_DONE)
        good = session_complain(watch->session, failure);
    sqlite3_reset(watch->unwritten);
    return good && (watch->findings.path || output_flush(&watch->session->output, failure));
}

/* Where the findings go, and from which one on. */
static bool open_findings(struct watch *watch, struct failure *failure) {
    static const char known[] = "SELECT (SELECT ifnull(max(written), 0) FROM main.watch) || ' ' || "
                                "(SELECT ifnull(max(seq), 0) FROM main.watch_finding)";
    const char *after = argument(watch->arguments, "after");
    const char *path = argument(watch->arguments, "output");
    int64_t taken_up;
    char *end, *numbers = session_value(watch->session, known);
    if (!numbers)
        return session_fail(watch->session, failure);
    const int64_t written = strtoll(numbers, &end, 10), last = strtoll(end, NULL, 10);
    sqlite3_free(numbers);
    errno = 0;
    const int64_t begin = after ? strtoll(after, &end, 10) : written;
    if (after && (!after[0] || *end || begin < 0 || errno))
        return fail_of(failure, "after", "must be the seq of a finding, or 0, found '%.40s'",
                       after);
    taken_up = begin;
    if (!findings_file_open(&watch->findings, path, watch->session, &taken_up, failure))
        return false;
    if (after && taken_up != begin)
        return fail(failure,
                    "--after %s: %s already has the findings up to %" PRId64
                    "; leave --after out, or name another file",
                    after, path, taken_up);
    if (taken_up > last)
        message_print("neardup: %s has %" PRId64 " findings so far; those up to %" PRId64
                      " will not be written again",
                      watch->arguments->operands[0], last, taken_up);
    watch->watcher.written = taken_up;
    return true;
}

/* ---- The database ---------------------------------------------------------------------------- */

/*
 * Keeps in mind what is written, and gives the database its journal mode back. Where another
 * program has it open, that must wait for the end of another watch.
 */
static bool end_log(struct watch *watch, struct failure *failure) {
    char *mode = session_value(watch->session, "SELECT journal FROM main.watch");
    char sql[96];
    snprintf(sql, sizeof sql, "UPDATE main.watch SET written = %" PRId64, watch->watcher.written);
    /* Also after a signal, when no other statement runs. */
    bool good = sqlite3_exec(watch->session->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
                session_complain(watch->session, failure);
    if (good && mode) {
        snprintf(sql, sizeof sql,
                 "PRAGMA main.journal_mode = %.20s; UPDATE main.watch SET journal = NULL", mode);
        int code = sqlite3_exec(watch->session->db, sql, NULL, NULL, NULL);
        if (code == SQLITE_BUSY)
            say(watch->arguments,
                "%s: another program has it open, so it stays in WAL mode until a watch ends again",
                watch->arguments->operands[0]);
        else if (code != SQLITE_OK)
            good = session_complain(watch->session, failure);
    }
    sqlite3_free(mode);
    return good;
}

/* Makes a source for a database that has none. */
static bool make_source(struct watch *watch, struct failure *failure) {
    const char *replayed = argument(watch->arguments, "replay");
    const char *namespaces = argument(watch->arguments, "namespaces");
    const char *language = argument(watch->arguments, "language");
    const char *name = replayed && strrchr(replayed, '/') ? strrchr(replayed, '/') + 1 : replayed;
    if (watch->revisions) {
        const struct source_file *file = revision_table_file(watch->revisions);
        language = source_file_language(file);
        source_file_base(file, watch->base, sizeof watch->base);
    }
    return session_format(
        watch->session, failure,
        "INSERT INTO main.source (name, kind, options, program_version, started_at, finished_at, "
        "base, language) VALUES (%Q, 'mediawiki', 'namespaces=%q', %Q, datetime(), datetime(), "
        "nullif(%Q, ''), nullif(%Q, ''));",
        name ? name : "stream", namespaces ? namespaces : "0", NEARDUP_VERSION, watch->base,
        language ? language : "");
}

/* Takes the wiki to follow from the row of watch_source.sql. */
static bool take_source(struct watch *watch, sqlite3_stmt *row, struct failure *failure) {
    const char *language = (const char *)sqlite3_column_text(row, 1);
    const char *base = (const char *)sqlite3_column_text(row, 2);
    const char *namespaces = (const char *)sqlite3_column_text(row, 3);
    const char *wrong = (const char *)sqlite3_column_text(row, 4);
    const char *host = base ? strstr(base, "//") : NULL;
    struct watcher *watcher = &watch->watcher;
    if (sqlite3_errcode(watch->session->db) == SQLITE_NOMEM) /* to read a text */
        return fail_memory(failure);
    if (wrong)
        return fail(failure, "%s: %s", watch->arguments->operands[0], wrong);
    watch->source_id = sqlite3_column_int64(row, 0);
    snprintf(watch->language, sizeof watch->language, "%s", language ? language : "");
    watcher->namespaces = sqlite3_mprintf("%s", namespaces ? namespaces : "0");
    if (host && !watch->revisions)
        watcher->domain = sqlite3_mprintf("%.*s", (int)strcspn(host + 2, "/:"), host + 2);
    return (watcher->namespaces && (!host || watch->revisions || watcher->domain)) ||
           fail_memory(failure);
}

/* Finds the one wiki of the database, or makes it. */
static bool choose_source(struct watch *watch, struct failure *failure) {
    struct session *session = watch->session;
    sqlite3_stmt *row = prepared_query(session, "watch_source.sql", failure);
    bool good = row != NULL;
    int code = good ? sqlite3_step(row) : SQLITE_ERROR;
    if (code == SQLITE_DONE) {
        sqlite3_reset(row);
        good = make_source(watch, failure);
        code = good ? sqlite3_step(row) : code;
    }
    if (good)
        good = code == SQLITE_ROW ? take_source(watch, row, failure)
                                  : session_complain(session, failure);
    if (good && sqlite3_step(row) == SQLITE_ROW)
        good = fail(failure, "%s: has several wikis; one can be followed in a database",
                    watch->arguments->operands[0]);
    code = sqlite3_finalize(row); /* of reading the texts, too, which may take memory */
    return good && (code == SQLITE_OK || session_complain(session, failure));
}

static bool prepare(struct watch *watch, struct failure *failure) {
    struct session *session = watch->session;
    char source[24];
    bool is_new = !has_row(session, "SELECT 1 FROM main.sqlite_schema");
    if (is_new && !(session_run(session, "PRAGMA main.page_size = 8192", failure) &&
                    session_job(session, "schema", failure)))
        return false;
    /* (To make the index of a wiki takes minutes: what is refused is refused before.) */
    if (!session_run(session, "BEGIN IMMEDIATE;", failure) ||
        !session_job(session, "watch_tables", failure) || !choose_source(watch, failure) ||
        !session_run(session, "COMMIT;", failure) || !open_findings(watch, failure) ||
        !live_index_of_sentences(session, failure))
        return false;
    char *mode = session_value(session, "PRAGMA main.journal_mode"); /* it comes back at the end */
    bool good = (mode || session_fail(session, failure)) &&
                session_run(session, "BEGIN IMMEDIATE;", failure);
    snprintf(source, sizeof source, "%" PRId64, watch->source_id);
    session_set(session, "source", source);
    session_set(session, "journal", mode && strcmp(mode, "wal") != 0 ? mode : NULL);
    good = good && session_job(session, "indexed.sql", failure) &&
           session_job(session, "watch_begin.sql", failure) &&
           session_run(session, "COMMIT;", failure);
    session_set(session, "source", NULL);
    session_set(session, "journal", NULL);
    sqlite3_free(mode);
    return good;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* The next event: a revision of the dump, or what a line of the stream says. */
static enum watch_event_result next_event(struct watch *watch, struct watch_event *event,
                                          struct failure *failure) {
    sqlite3 *db = watch->session->db;
    int code = SQLITE_OK;
    if (!watch->revisions) {
        const char *line;
        size_t length;
        enum watch_event_result read = event_lines_next(&watch->lines, &line, &length, failure);
        if (read != watch_event_found)
            return read;
        code = sqlite3_bind_text64(watch->event, 1, line, length, SQLITE_STATIC, SQLITE_UTF8);
    }
    enum watch_event_result result =
        code == SQLITE_OK ? watch_event_next(event, watch->event, failure) : watch_event_failed;
    if (result != watch_event_failed)
        return result;
    if (watch->revisions || sqlite3_errcode(db) != SQLITE_ERROR)
        return session_complain(watch->session, failure), watch_event_failed;
    return fail(failure, "is not an event: %s", sqlite3_errmsg(db)), watch_event_bad;
}

/* A line that is not an event is reported and skipped. */
static bool apply_events(struct watch *watch, const char *name, struct failure *failure) {
    struct watch_event event;
    struct failure reason = {0};
    bool good = true;
    for (enum watch_event_result result = watch_event_found;
         good && result != watch_event_end && session_signal() == 0;) {
        result = next_event(watch, &event, &reason);
        if (result == watch_event_found)
            good =
                watcher_apply(&watch->watcher, &event, failure) && write_findings(watch, failure);
        else if (result == watch_event_failed)
            *failure = reason, good = false;
        else if (result == watch_event_bad && !watch->revisions) {
            watch->bad_lines++;
            message_print("neardup: %s, line %" PRId64 ": %s; it is skipped", name,
                          watch->lines.number, reason.message);
        }
        if (!watch->revisions)
            sqlite3_reset(watch->event);
    }
    sqlite3_reset(watch->event);
    return good && (session_signal() == 0 || fail(failure, "interrupted"));
}

static bool follow(struct watch *watch, struct failure *failure) {
    const struct arguments *arguments = watch->arguments;
    const char *path = arguments->operand_count > 1 ? arguments->operands[1] : "-";
    bool is_input = strcmp(path, "-") == 0;
    watch->lines.file = is_input ? stdin : fopen(path, "r");
    if (!watch->lines.file)
        return fail(failure, "%s: %s", path, strerror(errno));
    watch->event = prepared_query(watch->session, "watch_event.sql", failure);
    bool good = watch->event && apply_events(watch, is_input ? "standard input" : path, failure);
    event_lines_free(&watch->lines);
    if (!is_input)
        fclose(watch->lines.file);
    return good;
}

static bool is_interrupted(void) {
    return session_signal() != 0;
}

/* The revisions go to a temporary table first, since a dump has them page by page. */
static bool replay(struct watch *watch, struct failure *failure) {
    if (!revision_table_fill(watch->revisions, watch->session->db, is_interrupted,
                             &watch->bad_lines, failure) ||
        !session_run(watch->session,
                     "CREATE INDEX temp.dump_revision_time ON dump_revision(time, revision_id)",
                     failure))
        return false;
    watch->event = prepared_query(watch->session, "watch_replay.sql", failure);
    return watch->event && apply_events(watch, NULL, failure);
}

static void tell_counts(struct watch *watch) {
    const struct watch_counts *counts = &watch->watcher.counts;
    say(watch->arguments,
        "%s: changes: %" PRId64 " applied, %" PRId64 " known before, %" PRId64 " without a text, "
        "%" PRId64 " that concern no article",
        watch->arguments->operands[0], counts->applied, counts->known, counts->without_text,
        counts->elsewhere);
    watch->session->incomplete = watch->bad_lines > 0;
    if (watch->bad_lines > 0)
        say(watch->arguments, "%s: %" PRId64 " %s%s could not be read; everything else was",
            watch->arguments->operands[0], watch->bad_lines, watch->revisions ? "page" : "line",
            watch->bad_lines > 1 ? "s" : "");
}

/* Opens what works on events, and lets it. */
/*
 * A commit in WAL mode writes once and waits for no disk, and others can read meanwhile. It begins
 * when the mode before is kept in mind, and end_log() comes after it, whatever happens here: a
 * database that is refused stays as it is.
 */
static bool work(struct watch *watch, struct failure *failure) {
    const struct site *site = watch->revisions ? revision_table_file(watch->revisions)->site : NULL;
    if (!session_run(watch->session,
                     "PRAGMA main.journal_mode = WAL; PRAGMA main.synchronous = NORMAL; "
                     "PRAGMA main.cache_size = -262144;",
                     failure))
        return false;
    watch->article = article_text_open(watch->language, site, failure);
    if (!watch->article || !write_findings(watch, failure) ||
        !watcher_open(&watch->watcher, watch->session, watch->article, watch->source_id, failure))
        return false;
    return watch->revisions ? replay(watch, failure) : follow(watch, failure);
}

static bool run(struct watch *watch, struct failure *failure) {
    const char *replayed = argument(watch->arguments, "replay");
    struct failure ignored;
    if (replayed && !(watch->revisions = revision_table_open(
                          replayed, argument(watch->arguments, "language"), failure)))
        return false;
    if (!prepare(watch, failure))
        return false;
    bool good = work(watch, failure);
    good = end_log(watch, good ? failure : &ignored) && good;
    if (good)
        tell_counts(watch);
    return good;
}

static bool watch(struct session *session, const struct arguments *arguments,
                  struct failure *failure) {
    struct watch state = {.session = session, .arguments = arguments, .findings = {.file = -1}};
    if (session->prints) /* what is run at the beginning, and for each event */
        return session_run(session, "BEGIN IMMEDIATE;", failure) &&
               session_job(session, "watch_begin.sql", failure) &&
               session_job(session, "watch_event.sql", failure) &&
               session_job(session, "watch_edit.sql", failure);
    bool good = run(&state, failure);
    sqlite3_finalize(state.event);
    sqlite3_finalize(state.unwritten);
    watcher_close(&state.watcher);
    findings_file_close(&state.findings);
    session_close(session); /* the function page_fact() is of the article's */
    article_text_close(state.article);
    revision_table_close(state.revisions);
    return good;
}

/* The loader's options may have the values that they have there, where words are reordered. */
static bool check_values(struct arguments *arguments, struct failure *failure) {
    arguments->no_memory = !arguments_add_load(arguments, "--") ||
                           !arguments_add_load(arguments, "-") ||
                           !arguments_add_load(arguments, "%s", arguments->operands[0]);
    const size_t size = (size_t)arguments->load_count * sizeof *arguments->load;
    char **words = arguments->no_memory ? NULL : sqlite3_malloc64(size);
    arguments->no_memory = !words;
    bool good = words ? load_command_is_good(arguments->load_count,
                                             memcpy(words, arguments->load, size), failure)
                      : fail_memory(failure);
    sqlite3_free(words);
    return good;
}

int run_watch(struct arguments *arguments) {
    struct failure failure = {0};
    if (!check_values(arguments, &failure))
        return complain(arguments->no_memory ? status_error : status_usage, &failure);
    struct action action = {
        .database = arguments->operands[0], .writes = writes_ours, .body = watch};
    const char *output = argument(arguments, "output"), *replayed = argument(arguments, "replay");
    char *files[] = {arguments->operand_count > 1 ? arguments->operands[1] : "-",
                     (char *)(uintptr_t)(replayed ? replayed : "-")};
    if (output && strcmp(output, "-") != 0 &&
        !output_is_apart(output, action.database, files, 2, &failure))
        return complain(status_error, &failure);
    if (file_kind_of(action.database) == file_missing && !arguments->prints) {
        /* An empty file becomes a database. */
        int file = open(action.database, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0)
            return refuse(status_error, "%s: %s", action.database, strerror(errno));
        close(file);
    }
    return act(arguments, &action);
}
