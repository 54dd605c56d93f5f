/* session.c - see session.h. */
#include "session.h"

#include "../../ext/neardup.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t caught;
static sqlite3 *volatile interrupted; /* the connection whose statement a signal ends */

static volatile sig_atomic_t forwarded_to;

enum { number_count = 3 };
static const int numbers[number_count] = {SIGHUP, SIGINT, SIGTERM};
static bool catches[number_count];

/* A terminal has sent its signal to both processes, kill(2) to this one only. */
static void note_signal(int number, siginfo_t *from, void *context) {
    int error = errno;
    (void)context;
    caught = number;
    if (interrupted)
        sqlite3_interrupt(interrupted);
    if (forwarded_to > 0 && from->si_code == SI_USER)
        kill((pid_t)forwarded_to, number);
    signal(number, SIG_DFL);
    errno = error;
}

/* A signal that the parent process ignores, as nohup does, stays ignored. */
void session_catch_signals(void) {
    struct sigaction old, action = {.sa_sigaction = note_signal, .sa_flags = SA_SIGINFO};
    for (int i = 0; i < number_count; i++) {
        catches[i] = sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN;
        if (catches[i])
            sigaction(numbers[i], &action, NULL);
    }
}

void session_release_signals(void) {
    for (int i = 0; i < number_count; i++)
        if (catches[i])
            signal(numbers[i], SIG_DFL);
}

void session_hold_signals(bool hold) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < number_count; i++)
        sigaddset(&set, numbers[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void session_forward_signals(int child) {
    forwarded_to = child;
}

int session_signal(void) {
    return caught;
}

/* ---- The connection -------------------------------------------------------------------------- */

char *session_uri(struct session *session, const char *path, enum session_access access) {
    bool unguarded;
    sqlite3_str *uri = sqlite3_str_new(NULL);
    sqlite3_str_appendall(uri, path[0] == '/' ? "file://" : "file:");
    for (const char *at = path; *at; at++)
        if (isalnum((unsigned char)*at) || strchr("/.-_~", *at))
            sqlite3_str_appendchar(uri, 1, *at);
        else
            sqlite3_str_appendf(uri, "%%%02X", (unsigned char)*at);
    sqlite3_str_appendf(uri, "?mode=%s", access == session_writes ? "rw" : "ro");
    if (access == session_foreign) {
        sqlite3_str_appendf(uri, "&vfs=%s%s", read_only_vfs_name(),
                            read_only_parameters(path, &unguarded));
        session->unguarded = unguarded ? path : NULL;
        session->state = database_state_of(path);
    }
    return sqlite3_str_finish(uri);
}

bool session_check(const struct session *session, struct failure *failure) {
    if (!session->unguarded)
        return true;
    struct database_state now = database_state_of(session->unguarded);
    return database_state_same(&now, &session->state) ||
           fail(failure, "%s: another program wrote to it meanwhile; give the same command again",
                session->unguarded);
}

/* Whether a script has said by neardup_error() which parameter is wrong, in the message given. */
static bool is_of_parameter(const struct session *session, const char *message,
                            struct failure *failure) {
    sqlite3_stmt *told = NULL;
    bool found =
        sqlite3_prepare_v2(session->db,
                           "SELECT parameter, reason FROM neardup_last_error() WHERE message = ? "
                           "AND parameter IS NOT NULL",
                           -1, &told, NULL) == SQLITE_OK &&
        sqlite3_bind_text(told, 1, message, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(told) == SQLITE_ROW;
    if (found)
        fail_of(failure, (const char *)sqlite3_column_text(told, 0), "%s",
                (const char *)sqlite3_column_text(told, 1));
    sqlite3_finalize(told);
    return found;
}

bool session_complain(const struct session *session, struct failure *failure) {
    if (sqlite3_errcode(session->db) == SQLITE_NOMEM) /* whatever the message says */
        return fail_memory(failure);
    const char *path = sqlite3_db_filename(session->db, "main"); /* only this one is written */
    if (sqlite3_errcode(session->db) == SQLITE_READONLY && path && path[0])
        return fail(failure, "%s: cannot be written; may you write to it and to its folder?", path);
    if (sqlite3_errcode(session->db) == SQLITE_BUSY && path &&
        !strchr(sqlite3_errmsg(session->db), ':'))
        return fail(failure,
                    "%s: the database is locked: another program is writing to it. Wait until that "
                    "program has finished, or close it, then run this again",
                    path);
    fail(failure, "%s", sqlite3_errmsg(session->db));
    char message[sizeof failure->message];
    memcpy(message, failure->message, sizeof message);
    is_of_parameter(session, message, failure);
    return false;
}

/*
 * The flags allow to write, though the URI may not: databases in memory, which scripts attach, take
 * theirs from the flags.
 */
bool session_open(struct session *session, const char *path, enum session_access may,
                  struct failure *failure) {
    enum { patience = 10000 }; /* milliseconds for a lock */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI;
    char *message = NULL, *uri, journal[database_beside_max];
    struct stat found, left;
    bool in_memory = !path || (session->prints && stat(path, &found) != 0 && errno == ENOENT);
    if (!in_memory && stat(path, &found) != 0)
        return errno == ENOENT ? fail(failure, "there is no file '%s'", path)
                               : fail(failure, "%s: %s", path, strerror(errno));
    if (!in_memory && S_ISDIR(found.st_mode))
        return fail(failure, "%s: is a folder", path);
    if (!in_memory && !S_ISREG(found.st_mode))
        return fail(failure, "%s: is not an ordinary file", path);
    /* Who was killed while he wrote has left a journal: the next one that opens it, undoes. */
    if (!in_memory && may == session_reads &&
        stat(database_beside(path, "-journal", journal), &left) == 0 && left.st_size > 0 &&
        access(path, W_OK) == 0)
        may = session_writes;
    uri = in_memory ? sqlite3_mprintf("") : session_uri(session, path, may);
    if (!uri)
        return fail_memory(failure);
    int code = sqlite3_open_v2(uri, &session->db, flags, NULL);
    sqlite3_free(uri);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(session->db, patience);
    if (code == SQLITE_OK)
        code = sqlite3_neardup_init(session->db, &message, NULL);
    if (code == SQLITE_OK && session->unguarded)
        code = sqlite3_exec(session->db, "PRAGMA locking_mode = exclusive", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(session->db, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
    if (code != SQLITE_OK && sqlite3_extended_errcode(session->db) == SQLITE_READONLY_ROLLBACK)
        fail(failure,
             "%s: a program that wrote to it was interrupted; open it once with that program, or "
             "with sqlite3, which undoes the unfinished write",
             path);
    else if (code == SQLITE_CORRUPT)
        fail(
            failure,
            "%s: the database is damaged: %s; load its files into another one, or save its rows by "
            "the command .recover of sqlite3",
            path, sqlite3_errmsg(session->db));
    else if (code == SQLITE_NOTADB)
        fail(failure, "%s: %s; neardup FILE makes one", path, sqlite3_errmsg(session->db));
    else if (code != SQLITE_OK)
        fail(failure, "%s: %s", path ? path : "a temporary database",
             message                                ? message
             : sqlite3_errcode(session->db) == code ? sqlite3_errmsg(session->db)
                                                    : sqlite3_errstr(code));
    sqlite3_free(message);
    interrupted = session->db;
    return code == SQLITE_OK;
}

void session_close(struct session *session) {
    interrupted = NULL;
    sqlite3_close(session->db);
    session->db = NULL;
}

/* Where a parameter has its place, or would get one. In options, '-' stands for '_'. */
static int place_of(const struct session *session, const char *name) {
    int at = 0;
    for (size_t i; at < session->parameter_count; at++) {
        const char *set = session->names[at];
        for (i = 0; name[i] && (set[i] == name[i] || (set[i] == '-' && name[i] == '_'));)
            i++;
        if (!name[i] && !set[i])
            break;
    }
    return at;
}

void session_set(struct session *session, const char *name, const char *value) {
    int at = place_of(session, name);
    assert(at < session_parameters_max);
    session->names[at] = name;
    session->values[at] = value;
    if (at == session->parameter_count)
        session->parameter_count++;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static bool is_number(const char *name, const char *value) {
    char *end;
    static const char *const texts[] = {"text",    "table", "column", "index",
                                        "options", "judge", "reason"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i]) == 0)
            return false;
    if (!value[0] || value[strspn(value, "0123456789.+-eE")])
        return false;
    strtod(value, &end);
    return *end == '\0';
}

/* Binds the parameters that a statement has, as the shell does: those that are not set are NULL. */
static int bind(const struct session *session, sqlite3_stmt *statement) {
    int code = SQLITE_OK, count = sqlite3_bind_parameter_count(statement);
    for (int i = 1; i <= count && code == SQLITE_OK; i++) {
        const char *name = sqlite3_bind_parameter_name(statement, i) + 1; /* without its @ */
        int place = place_of(session, name);
        const char *value = place < session->parameter_count ? session->values[place] : NULL;
        if (value && !is_number(name, value))
            code = sqlite3_bind_text(statement, i, value, -1, SQLITE_STATIC);
        else if (value && strpbrk(value, ".eE"))
            code = sqlite3_bind_double(statement, i, strtod(value, NULL));
        else if (value)
            code = sqlite3_bind_int64(statement, i, strtoll(value, NULL, 10));
    }
    return code;
}

/* Why a statement ended early. */
static bool fail_early(const struct session *session, struct failure *failure) {
    if (caught)
        return fail(failure, "interrupted");
    if (output_reader_is_gone())
        return fail(failure, "nobody reads the output");
    return session_complain(session, failure);
}

/* What is not in effect any more after an error. */
static bool undo(struct session *session) {
    if (session->db && !sqlite3_get_autocommit(session->db))
        sqlite3_exec(session->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool session_run(struct session *session, const char *sql, struct failure *failure) {
    while (*sql && !session->prints) {
        sqlite3_stmt *statement = NULL;
        int code = sqlite3_prepare_v2(session->db, sql, -1, &statement, &sql);
        if (code == SQLITE_OK)
            code = bind(session, statement);
        bool good = code == SQLITE_OK || session_complain(session, failure);
        code = SQLITE_DONE;
        while (good && statement && !caught && (code = sqlite3_step(statement)) == SQLITE_ROW)
            continue;
        good = good &&
               (!statement || (code == SQLITE_DONE && !caught) || fail_early(session, failure));
        sqlite3_finalize(statement);
        if (!good)
            return undo(session);
    }
    if (session->prints)
        output_print("%s\n", sql);
    return true;
}

bool session_format(struct session *session, struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    bool good = sql ? session_run(session, sql, failure) : fail_memory(failure);
    sqlite3_free(sql);
    return good;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static int take_text(void *context, const char *text, size_t length) {
    struct session *session = context;
    output_text(&session->output, text, length);
    return caught || output_reader_is_gone();
}

static void count_stage(void *context, const char *name, int number, int count) {
    (void)name, (void)number, (void)count;
    ((struct session *)context)->stages_begun++;
}

/* Those that are set and that the job has, or all for a script, as arguments of json_object(). */
static void append_parameters(struct session *session, const char *job, sqlite3_str *sql) {
    const char *separator = "";
    for (int i = 0; i < session->parameter_count; i++) {
        const char *value = session->values[i];
        if (!value)
            continue;
        char *name = session_value(session,
                                   "SELECT replace(%Q, '-', '_') AS given WHERE %d OR given IN "
                                   "(SELECT name FROM neardup_parameters() WHERE owner = %Q)",
                                   session->names[i], strchr(job, '.') != NULL, job);
        if (name) {
            sqlite3_str_appendf(sql, "%s%Q, ", separator, name);
            sqlite3_str_appendf(sql, is_number(name, value) ? "%s" : "%Q", value);
            separator = ", ";
        }
        sqlite3_free(name);
    }
}

bool session_job(struct session *session, const char *name, struct failure *failure) {
    struct neardup_rows rows = {take_text, count_stage, session};
    sqlite3_stmt *statement = NULL;
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql, "SELECT neardup_run(%Q, json_object(", name);
    append_parameters(session, name, sql);
    sqlite3_str_appendall(sql, session->prints ? "));" : "), ?)"); /* what takes the rows */
    char *call = sqlite3_str_finish(sql);
    if (!call)
        return fail_memory(failure);
    if (session->failure.message[0]) { /* a parameter may be missing */
        sqlite3_free(call);
        return session_fail(session, failure);
    }
    if (session->prints) {
        output_print("%s\n", call);
        sqlite3_free(call);
        return true;
    }
    int code = sqlite3_prepare_v2(session->db, call, -1, &statement, NULL);
    sqlite3_free(call);
    if (code == SQLITE_OK)
        code = sqlite3_bind_pointer(statement, 1, &rows, "neardup_rows", NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    bool good = (code == SQLITE_ROW && !caught) || fail_early(session, failure);
    sqlite3_finalize(statement);
    return good || undo(session);
}

char *session_value(struct session *session, const char *format, ...) {
    sqlite3_stmt *statement = NULL;
    char *value = NULL;
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    int code = sql ? sqlite3_prepare_v2(session->db, sql, -1, &statement, NULL) : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = bind(session, statement);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        value = text ? sqlite3_mprintf("%s", text) : NULL;
        code = value ? code : SQLITE_NOMEM;
    }
    if (code == SQLITE_NOMEM)
        fail_memory(&session->failure);
    else if (code != SQLITE_ROW && code != SQLITE_DONE && code != SQLITE_ERROR)
        session_complain(session, &session->failure);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return value;
}

char *session_script(struct session *session, const char *name) {
    return session_value(session, "SELECT neardup_script(%Q)", name);
}

char *session_ask(struct session *session, const char *script) {
    char *text = session_script(session, script);
    char *value = text ? session_value(session, "%s", text) : NULL;
    sqlite3_free(text);
    return value;
}

bool session_fail(const struct session *session, struct failure *failure) {
    if (!session->failure.message[0])
        return session_complain(session, failure);
    *failure = session->failure;
    return false;
}
