/* look_commands.c - the subcommands that look into a database: near, keep, report and others. */
#include "actions.h"

#include "../../ext/functions/shell/wal_reset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Whether the database is neardup's, or empty; of another version, a script that runs says so. */
static bool is_ours(struct session *session) {
    return !has_row(session,
                    "SELECT 1 FROM pragma_application_id WHERE application_id <> 1313109360 "
                    "AND EXISTS (SELECT * FROM main.sqlite_schema)");
}

/* An empty file is an empty database to SQLite. */
static bool is_empty(struct session *session) {
    return has_row(session, "SELECT 1 WHERE NOT EXISTS (SELECT * FROM main.sqlite_schema)");
}

/* Says so if results are not of the texts that are there now, and which command finds them anew. */
static bool say_changed(struct session *session, const struct arguments *arguments,
                        struct failure *failure) {
    if (session->prints)
        return true;
    const char *path = arguments->operands[0];
    if (has_row(session, "SELECT 1 FROM main.compared_article")) {
        bool shows_reuse = arguments->command->place & (in_report | in_papers);
        for (int reuse = 0; reuse <= shows_reuse; reuse++) {
            char *said = session_value(
                session, "SELECT nullif(neardup_run('changed', json_object('result', %Q)), '')",
                reuse ? "passages" : "pairs");
            if (said)
                say(arguments,
                    "%s: %s; these results are of the earlier texts; neardup %s%s searches again",
                    path, said, reuse ? "reuse " : "", path);
            sqlite3_free(said);
        }
        char *said = session_value(session, "SELECT nullif(neardup_run('changed_links'), '')");
        if (said)
            say(arguments, "%s: %s; neardup %s makes clusters anew", path, said, path);
        sqlite3_free(said);
    } else if (has_row(session,
                       "SELECT 1 FROM main.detection WHERE last_id <> (SELECT max(id) FROM "
                       "main.sentence)")) /* a release before 0.5 noted no texts */
        say(arguments,
            "%s: texts were added or changed since the last search for duplicates; these results "
            "are of the earlier texts; neardup %s searches again",
            path, path);
    return !session->failure.message[0] || session_fail(session, failure);
}

/*
 * Scripts find nothing in a database that the pipeline has not seen: the reason is told. What an
 * interrupted run has left is no result.
 */
static bool has_results(struct session *session, const struct arguments *arguments,
                        struct failure *failure) {
    const char *path = arguments->operands[0];
    if (session->prints)
        return true;
    if (has_row(session, "SELECT 1 FROM main.stage GROUP BY NULL "
                         "HAVING NOT total(name = 'kinds' AND done = parts)"))
        return fail(failure, "%s: a run was interrupted before its end; neardup %s continues it",
                    path, path);
    if (has_row(session, "SELECT 1 FROM main.detection"))
        return say_changed(session, arguments, failure);
    if (is_empty(session))
        say(arguments, "%s: is empty", path);
    else if (is_ours(session))
        say(arguments, "%s: not searched yet; neardup %s does that", path, path);
    return true;
}

/* Runs a job that reads what the pipeline has found. */
static bool run_on_results(struct session *session, const struct arguments *arguments,
                           const char *job, struct failure *failure) {
    return has_results(session, arguments, failure) && session_job(session, job, failure);
}

static int look(struct arguments *arguments, enum action_writes writes, action_body *body) {
    struct action action = {.database = arguments->operands[0],
                            .writes = writes,
                            .output = argument(arguments, "output"),
                            .body = body};
    return act(arguments, &action);
}

static bool near(struct session *session, const struct arguments *arguments,
                 struct failure *failure) {
    session_set(session, "text", arguments->operands[1]);
    session_set(session, "format", format_of(arguments, "list"));
    return is_ours(session) ? session_job(session, "near", failure)
                            : live_index_near(session, arguments, failure);
}

static bool keep(struct session *session, const struct arguments *arguments,
                 struct failure *failure) {
    const char *usual = isatty(STDOUT_FILENO) ? "list" : "csv"; /* people see a list */
    session_set(session, "format", format_of(arguments, usual));
    if (!has_results(session, arguments, failure))
        return false;
    char *keys = session_ask(session, "shared_keys.sql");
    if (keys && !session->prints)
        say(arguments, "%s: %s; load the file into another database with a unique --key",
            arguments->operands[0], keys);
    sqlite3_free(keys);
    return session_job(session, "keep", failure);
}

/* kinds, tables and papers: a job that reads what the pipeline has found. */
static bool results(struct session *session, const struct arguments *arguments,
                    struct failure *failure) {
    const struct command *command = arguments->command;
    return run_on_results(session, arguments,
                          command->place == in_tables ? "templates" : command->name, failure);
}

static bool across(struct session *session, const struct arguments *arguments,
                   struct failure *failure) {
    bool names = arguments->operand_count > 1;
    session_set(session, "a", names ? arguments->operands[1] : NULL);
    session_set(session, "b", names ? arguments->operands[2] : NULL);
    return run_on_results(session, arguments, "across", failure);
}

int run_across(struct arguments *arguments) {
    if (arguments->operand_count == 2)
        return refuse(status_usage, "name two sources, A and B, or neither");
    return look(arguments, writes_nothing, across);
}

/* ---- Text reuse ------------------------------------------------------------------------------ */

bool find_reuse(struct session *session, const struct arguments *arguments,
                struct failure *failure) {
    bool silent = session->output.silent;
    session->output.silent = true;
    bool good =
        session_job(session, "reuse", failure) && session_job(session, "reuse_kinds", failure);
    session->output.silent = silent;
    return good &&
           (!prints_list(arguments, "list") || session_job(session, "reuse_summary", failure));
}

static bool history(struct session *session, const struct arguments *arguments,
                    struct failure *failure) {
    (void)arguments;
    return session_job(session, "history", failure) &&
           session_job(session, "history_summary", failure);
}

/* ---- The drill ------------------------------------------------------------------------------- */

/* The size of the database, in megabytes; fails if there is no room for a copy. */
static bool find_room(struct session *session, const struct arguments *arguments, double *size,
                      struct failure *failure) {
    const double megabyte = 1e6;
    const char *folder = temporary_folder();
    struct statvfs room;
    char *bytes = session_value(
        session, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    if (!bytes)
        return session_fail(session, failure);
    *size = atof(bytes) / megabyte;
    sqlite3_free(bytes);
    if (statvfs(folder, &room) != 0)
        return fail(failure, "%s: %s", folder, strerror(errno));
    double free = (double)room.f_bavail * (double)room.f_frsize / megabyte;
    return *size <= free ||
           fail(failure,
                "%s: its copy needs %.0f MB in %s, where %.0f MB are free; TMPDIR names another "
                "folder",
                arguments->operands[0], *size, folder, free);
}

/* Copies what a session reads, as it is now, into the database of another one. */
static bool copy_database(struct session *from, struct session *to, struct failure *failure) {
    enum { pages_at_once = 4096 };
    int code = SQLITE_OK;
    if (sqlite3_exec(from->db, "BEGIN; SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) != SQLITE_OK)
        return session_complain(from, failure);
    sqlite3_backup *backup = sqlite3_backup_init(to->db, "main", from->db, "main");
    while (backup && code == SQLITE_OK && !session_signal())
        code = sqlite3_backup_step(backup, pages_at_once);
    code = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(to->db);
    sqlite3_exec(from->db, "COMMIT", NULL, NULL, NULL);
    return !session_signal() && (code == SQLITE_OK || session_complain(to, failure));
}

/* SQLite gives the copy no name, so that it is gone when this process is. */
static bool drill(struct session *session, const struct arguments *arguments,
                  struct failure *failure) {
    static const char *const names[] = {"changes", "seed", "top"};
    struct session copy = {.prints = session->prints, .output = {.silent = true}};
    double size = 0;
    bool good = true, runs = !session->prints;
    if (runs) { /* the job tells of another database and of wrong values, before the work */
        session->output.silent = true;
        good = run_on_results(session, arguments, "drill", failure) &&
               find_room(session, arguments, &size, failure);
        session->output.silent = false;
    } else
        output_print("-- For a copy of the database: sqlite3 '', and there .restore DATABASE\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        session_set(&copy, names[i], argument(arguments, names[i]));
    session_set(&copy, "format", format_of(arguments, "list"));
    good = good && session_open(&copy, NULL, session_writes, failure) &&
           (!runs || copy_database(session, &copy, failure)) &&
           session_job(&copy, "plant", failure);
    if (good && runs)
        say(arguments, "%s: searching a copy, a temporary file of %.0f MB in %s",
            arguments->operands[0], size, temporary_folder());
    good = good && session_job(&copy, "find", failure);
    copy.output = session->output;
    good = good && session_job(&copy, "drill", failure);
    session_close(&copy);
    return good;
}

/* ---- Commands with nothing but a body -------------------------------------------------------- */

#define LOOK(name, writes, body)                  \
    int run_##name(struct arguments *arguments) { \
        return look(arguments, writes, body);     \
    }
LOOK(near, writes_nothing, near)
LOOK(keep, writes_nothing, keep)
LOOK(kinds, writes_nothing, results)
LOOK(papers, writes_nothing, results)
LOOK(drill, writes_nothing, drill)
LOOK(tables, writes_ours, results)
LOOK(reuse, writes_ours, find_reuse)
LOOK(history, writes_ours, history)

/* ---- The report ------------------------------------------------------------------------------ */

static bool report(struct session *session, const struct arguments *arguments,
                   struct failure *failure) {
    return say_changed(session, arguments, failure) && session_job(session, "report", failure);
}

int run_report(struct arguments *arguments) {
    const char *database = arguments->operands[0], *given = argument(arguments, "output");
    struct stat written;
    if (arguments->operand_count > 1 && given)
        return refuse(status_usage, "the page is named twice: by HTML and by --output");
    if (arguments->operand_count > 1)
        given = arguments->operands[1];
    /* The page of a database has the suffix .html in place of its own. */
    const char *slash = strrchr(database, '/'), *name = slash ? slash + 1 : database;
    const char *point = strrchr(name, '.');
    int length = point && point != name ? (int)(point - database) : (int)strlen(database);
    char *page =
        given ? sqlite3_mprintf("%s", given) : sqlite3_mprintf("%.*s.html", length, database);
    if (!page)
        return complain_of_memory();
    struct action action = {.database = database,
                            .output = arguments->prints ? NULL : page,
                            .replaces = output_reports,
                            .body = report};
    int status = act(arguments, &action);
    if (status == status_good && !arguments->prints && stat(page, &written) == 0 &&
        S_ISREG(written.st_mode))
        say(arguments, "%s: %lld bytes", page, (long long)written.st_size);
    sqlite3_free(page);
    return status;
}

/* ---- Export ---------------------------------------------------------------------------------- */

/* What was asked for, or what a file of that name holds. */
static const char *export_format(const struct arguments *arguments) {
    const char *output = argument(arguments, "output"), *point = output ? strrchr(output, '.') : "";
    bool json = point && (strcmp(point, ".json") == 0 || strcmp(point, ".jsonl") == 0);
    return format_of(arguments, json ? "jsonl" : "csv");
}

static bool export(struct session *session, const struct arguments *arguments,
                   struct failure *failure) {
    session_set(session, "format", export_format(arguments));
    return run_on_results(session, arguments, "export", failure);
}

/* Pairs and members, each into a file of a folder. */
static int export_both(struct arguments *arguments, const char *folder) {
    static const char *const parts[] = {"pairs", "members"};
    int status = status_good;
    for (int i = 0; i < 2 && status == status_good; i++) {
        struct failure failure;
        char *path = sqlite3_mprintf("%s/%s.%s", folder, parts[i], export_format(arguments));
        if (!path || !arguments_set(arguments, "what", parts[i], &failure)) {
            sqlite3_free(path);
            return complain_of_memory();
        }
        struct action action = {.database = arguments->operands[0], .output = path, .body = export};
        status = act(arguments, &action);
        sqlite3_free(path);
    }
    return status;
}

/* A folder is one that is there or, made here, what ends with a slash. */
int run_export(struct arguments *arguments) {
    const char *output = argument(arguments, "output");
    struct stat found;
    bool made =
        output && output[0] && output[strlen(output) - 1] == '/' && mkdir(output, 0777) == 0;
    if (!output || stat(output, &found) != 0 || !S_ISDIR(found.st_mode))
        return look(arguments, writes_nothing, export);
    int status = export_both(arguments, output);
    if (made && status == status_good)
        say(arguments, "%s: made, with the pairs and the members of clusters", output);
    else if (made)
        rmdir(output); /* unless something is in it */
    return status;
}

/* ---- Checking -------------------------------------------------------------------------------- */

/*
 * To check an index takes a transaction that may write, which is then undone, so it takes another
 * connection. A log that somebody else's program left stays as it is.
 */
static bool check_indexes(struct session *session, const struct arguments *arguments,
                          struct failure *failure) {
    const char *path = arguments->operands[0];
    struct session writing = {.prints = session->prints};
    char log[database_beside_max];
    bool has_log = access(database_beside(path, "-wal", log), F_OK) == 0;
    bool good = session_open(&writing, path, session_writes, failure);
    if (good && has_log)
        sqlite3_db_config(writing.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    good = good && live_index_check(&writing, failure);
    session_close(&writing);
    return good;
}

static bool check(struct session *session, const struct arguments *arguments,
                  struct failure *failure) {
    char *wrong = session_value(session, "SELECT quick_check FROM pragma_quick_check WHERE "
                                         "quick_check <> 'ok' LIMIT 1");
    bool ours = is_ours(session), good = !wrong;
    if (wrong)
        fail(failure, "%s: is damaged: %s", arguments->operands[0], wrong);
    sqlite3_free(wrong);
    if (good && ours)
        good = session_job(session, "check", failure);
    char *indexes = NULL;
    good = good && live_index_list(session, &indexes, failure) &&
           (!indexes || check_indexes(session, arguments, failure));
    if (good && !session->prints)
        say(arguments, "%s: %s%s%s", arguments->operands[0],
            is_empty(session) ? "is empty"
            : ours            ? "sound; its tables are neardup's"
                              : "sound",
            indexes ? "; each text is in " : "", indexes ? indexes : "");
    sqlite3_free(indexes);
    return good;
}

int run_check(struct arguments *arguments) {
    /*
     * Byte 18 of a database says whether it is in WAL mode. A session that only reads it is not
     * told, and while one has it open, closing the file here would give up SQLite's locks.
     */
    const char *path = arguments->operands[0];
    char head[19];
    bool risks = file_kind_of(path) != file_other && read_head(path, head, sizeof head) == 19 &&
                 head[18] == 2 && !wal_reset_is_mended(sqlite3_libversion_number());
    int status = look(arguments, writes_nothing, check);
    if (status == status_good && risks && !arguments->prints)
        say(arguments,
            "%s: is in WAL mode, and SQLite %s has the WAL-reset bug, which can damage it when two "
            "connections write at once. Let one connection write, set PRAGMA journal_mode = "
            "DELETE, or take SQLite 3.51.3 or later (3.50.7 and 3.44.6 are fixed, too)",
            path, sqlite3_libversion());
    return status;
}
