/* find_command.c - `neardup FILE...` and `neardup DB [TABLE [COLUMN]]`: load, find, print. */
#include "actions.h"

#include "../load_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h> /* access */

/* ---- Names ----------------------------------------------------------------------------------- */

/*
 * The name of the database for what is loaded: those of up to three files, or of the first, without
 * folders and suffixes, or that of the table. What is somebody else's database keeps its own name.
 * It is in `folder`, or in this one.
 */
static char *name_database(char **files, int count, const char *table, const char *folder) {
    bool foreign = file_kind_of(files[0]) == file_of_others;
    sqlite3_str *made = sqlite3_str_new(NULL);
    if (folder)
        sqlite3_str_appendf(made, "%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/");
    for (const char *at = table; at && *at; at++)
        sqlite3_str_appendchar(made, 1, *at == '/' ? '_' : *at);
    for (int i = 0; !table && i < (count > 3 ? 1 : count); i++) {
        const char *slash = strrchr(files[i], '/'), *name = slash ? slash + 1 : files[i];
        sqlite3_str_appendf(made, "%s%.*s", i ? "+" : "", (int)load_stem_length(name), name);
    }
    sqlite3_str_appendall(made, foreign ? ".neardup.db" : ".db");
    return sqlite3_str_finish(made);
}

/*
 * The database: the one that is given or, if that is a folder, the one for the files in it; freed
 * by sqlite3_free(). NULL with `failure` filled in.
 */
static char *choose_database(const struct arguments *arguments, int count, const char *table,
                             struct failure *failure) {
    const char *given = argument(arguments, "db"), *slash = given ? strrchr(given, '/') : NULL;
    struct stat found;
    bool in_folder = given && stat(given, &found) == 0 && S_ISDIR(found.st_mode);
    char *folder = slash ? sqlite3_mprintf("%.*s/", (int)(slash - given), given) : NULL;
    bool there = !folder || stat(folder, &found) == 0;
    char *made = NULL;
    if (!there)
        fail(failure, "there is no folder '%.*s'; make it first", (int)(slash - given), given);
    else if (count > 0 && (!given || in_folder) && strcmp(arguments->operands[0], "-") == 0)
        fail(failure, "standard input needs the name of a database: --db DB");
    else if (given && !in_folder)
        made = sqlite3_mprintf("%s", given);
    else if (count == 0)
        made = sqlite3_mprintf("%s", arguments->operands[0]);
    else
        made = name_database(arguments->operands, count, table, given);
    if (!made && there && !failure->message[0])
        fail_memory(failure);
    sqlite3_free(folder);
    return made;
}

/* ---- The parameters -------------------------------------------------------------------------- */

static bool is_setting(const struct arguments *arguments, int option) {
    return program_options[option].use == use_setting && arguments->values[option];
}

/* Whether parameters are set: one by one, or by a preset. */
static bool sets_columns(const struct arguments *arguments) {
    bool sets = argument(arguments, "preset") != NULL;
    for (int i = 0; program_options[i].name; i++)
        sets |= is_setting(arguments, i);
    return sets;
}

/* Hands the settings of the command line to the job `parameters`, which checks them. */
static void hand_over(struct session *session, const struct arguments *arguments, bool given) {
    for (int i = 0; program_options[i].name; i++)
        if (is_setting(arguments, i))
            session_set(session, program_options[i].name, given ? arguments->values[i] : NULL);
}

/* Sets those that the command line has: all or, after an error, none. A preset sets the others. */
static bool set_columns(struct session *session, const struct arguments *arguments,
                        struct failure *failure) {
    const char *preset = argument(arguments, "preset");
    bool good = session_run(session, "BEGIN IMMEDIATE;", failure);
    session_set(session, "preset", preset);
    good = good && (!preset || session_job(session, "preset", failure));
    session_set(session, "preset", NULL);
    hand_over(session, arguments, true);
    good = good && session_job(session, "parameters", failure) &&
           session_run(session, "COMMIT;", failure);
    hand_over(session, arguments, false);
    return good;
}

/* What a command line sets; the second one by a preset. */
static const char *const set_tables[] = {"parameters", "reuse_parameters"};

/*
 * The parameters as they were, for when something fails. They are not kept in SQL that is printed:
 * the shell, which runs it, cannot restore them after an error.
 */
static bool keep_columns(struct session *session, bool preset, struct failure *failure) {
    bool good = true;
    for (int i = 0; i <= preset && good && !session->prints; i++)
        good =
            session_job(session, set_tables[i], failure) &&
            session_format(session, failure, "CREATE TEMP TABLE kept_%s AS SELECT * FROM main.%s;",
                           set_tables[i], set_tables[i]);
    return good;
}

/* An error of its own is told after the one that is the reason. */
static void restore_columns(struct session *session, bool preset, struct failure *failure) {
    struct failure reason = *failure;
    sqlite3_str *restore = sqlite3_str_new(NULL);
    sqlite3_str_appendall(restore, "BEGIN IMMEDIATE;");
    for (int i = 0; i <= preset; i++)
        sqlite3_str_appendf(restore,
                            "DELETE FROM main.%s; INSERT INTO main.%s SELECT * FROM kept_%s;",
                            set_tables[i], set_tables[i], set_tables[i]);
    sqlite3_str_appendall(restore, "COMMIT");
    char *sql = sqlite3_str_finish(restore);
    if (!sql || sqlite3_exec(session->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(failure, "%.200s; the parameters stay as they were given: %s", reason.message,
             sql ? sqlite3_errmsg(session->db) : "out of memory");
    sqlite3_free(sql);
}

/* Tries the settings on a database in memory, so that a wrong one is told before a long load. */
static bool try_columns(const struct arguments *arguments, struct failure *failure) {
    struct session session = {.output.silent = true};
    bool good = session_open(&session, NULL, session_writes, failure) &&
                session_job(&session, "schema", failure) &&
                set_columns(&session, arguments, failure);
    session_close(&session);
    return good;
}

/* ---- The rows of a table --------------------------------------------------------------------- */

/* A changed table is not loaded again: its rows would be duplicates of its earlier state. */
static bool refuse_earlier_state(struct session *session, struct arguments *arguments,
                                 struct failure *failure) {
    const char *path = arguments->operands[0], *table = table_of(arguments, 0);
    const char *database = sqlite3_db_filename(session->db, "main");
    char now[load_fingerprint_size];
    char *absolute = realpath(path, NULL);
    session_set(session, "path", absolute);
    session_set(session, "table", table);
    char *before = absolute ? session_ask(session, "earlier_state.sql") : NULL;
    session_set(session, "path", NULL);
    bool good = !before || load_fingerprint(path, table, now, failure);
    if (good && before && strcmp(before, now) != 0)
        good = fail(failure,
                    "%s: holds an earlier state of %s; remove it, or look only for what is new: "
                    "neardup add %s %s --table %s",
                    database, table, database, path, table);
    sqlite3_free(before);
    free(absolute);
    return good;
}

/* Attaches the user's database, also if SQL is only printed: statements depend on its columns. */
static bool attach_yours(struct session *session, const char *path, struct failure *failure) {
    char *uri = session_uri(session, path, session_foreign);
    const char *exclusive = session->unguarded ? " PRAGMA yours.locking_mode = exclusive;" : "";
    char *attach = uri ? sqlite3_mprintf("ATTACH %Q AS yours;%s", uri, exclusive) : NULL;
    bool good = attach ? session_run(session, attach, failure) : fail_memory(failure);
    if (good && session->prints)
        sqlite3_exec(session->db, attach, NULL, NULL, NULL);
    sqlite3_free(uri);
    sqlite3_free(attach);
    return good;
}

/* Prints the rows of a user's table that are in clusters. Its database is only read. */
static bool print_rows(struct session *session, const struct arguments *arguments,
                       struct failure *failure) {
    const char *path = arguments->operands[0], *table = table_of(arguments, 0);
    char *absolute = realpath(path, NULL);
    bool good = absolute ? attach_yours(session, path, failure) : fail_memory(failure);
    session_set(session, "path", absolute);
    session_set(session, "table", table);
    char *statement = good ? session_ask(session, "row_statement.sql") : NULL;
    if (good && !statement && session->prints)
        output_print("-- The rows are joined here, once %s is loaded.\n", table);
    else if (good && !statement)
        good =
            fail(failure, "%s: the database does not say how the table %s was loaded", path, table);
    if (good && statement)
        good = session_run(session, statement, failure);
    /* Whether not each row that is in a cluster was found by its key, or another one was. */
    char *unjoined =
        good && statement && !session->prints ? session_ask(session, "unjoined_rows.sql") : NULL;
    if (unjoined) {
        say(arguments,
            "%s: its rows are not printed, since %s has no unique key; name one by --key", path,
            table);
        good = prints_list(arguments, "list") || session_job(session, "export", failure);
    } else if (good && statement) {
        good = session_job(session, "joined_rows.sql", failure);
    }
    session_set(session, "path", NULL);
    free(absolute);
    sqlite3_free(unjoined);
    sqlite3_free(statement);
    return good;
}

/* ---- The command ----------------------------------------------------------------------------- */

/*
 * A live index that `neardup add` has made gets to know what was loaded since. What an interrupted
 * `add` has left is not new any more, since all is found.
 */
static bool tell_index(struct session *session, struct failure *failure) {
    return !has_row(session, "SELECT 1 FROM main.sqlite_schema WHERE name IN ('indexed', "
                             "'sentence_index') GROUP BY NULL HAVING count(*) = 2") ||
           (session_run(session, "BEGIN IMMEDIATE;", failure) &&
            session_job(session, "indexed.sql", failure) &&
            session_run(session, "DELETE FROM main.adding; COMMIT;", failure));
}

/* Files whose names have the same stem share a database unless --db says otherwise. */
static void say_shared(struct session *session, const struct arguments *arguments) {
    enum file_kind kind = file_kind_of(arguments->operands[0]);
    int given = kind == file_of_others ? 1 : arguments->operand_count;
    char *files = session_value(session, "SELECT count(DISTINCT path) FROM main.source");
    if (files && kind != file_of_neardup && !argument(arguments, "db") && atoi(files) > given)
        say(arguments,
            "%s: holds the texts of %s files, of which you gave %d; --db names another database",
            sqlite3_db_filename(session->db, "main"), files, given);
    sqlite3_free(files);
}

/* The first of these that is a folder one may write to. */
const char *temporary_folder(void) {
    const char *const folders[] = {getenv("SQLITE_TMPDIR"), getenv("TMPDIR"), "/var/tmp",
                                   "/usr/tmp", "/tmp"};
    struct stat found;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (folders[i] && stat(folders[i], &found) == 0 && S_ISDIR(found.st_mode) &&
            access(folders[i], W_OK | X_OK) == 0)
            return folders[i];
    return ".";
}

/*
 * Says how much room a large run needs, and how much there is. What a sentence takes was measured
 * (docs/figures/performance.md).
 */
static void say_room(struct session *session, const struct arguments *arguments) {
    const double temporary_bytes = 300, kept_bytes = 110, gigabyte = 1e9, told_least = 1e9;
    if (!sets_columns(arguments) &&
        has_row(session, "SELECT 1 FROM main.stage JOIN main.detection WHERE name = 'kinds' AND "
                         "done = parts AND last_id = (SELECT max(id) FROM main.sentence)"))
        return; /* there is nothing to do */
    /* Ids may be far apart, so the file's size is a bound, too. Counting takes minutes where there
     * are many sentences. */
    char *count = session_value(
        session,
        "SELECT min((SELECT max(id) FROM main.sentence) - (SELECT min(id) FROM main.sentence) + 1, "
        "page_count * page_size / 30) FROM pragma_page_count, pragma_page_size");
    double sentences = count ? atof(count) : 0;
    sqlite3_free(count);
    const char *folder = temporary_folder();
    struct statvfs room;
    if (sentences * temporary_bytes < told_least || statvfs(folder, &room) != 0)
        return;
    say(arguments,
        "%s: needs at most about %.0f GB for temporary files in %s, where %.0f GB are free, and "
        "grows by "
        "about %.0f GB; TMPDIR names another folder",
        sqlite3_db_filename(session->db, "main"), sentences * temporary_bytes / gigabyte, folder,
        (double)room.f_bavail * (double)room.f_frsize / gigabyte,
        sentences * kept_bytes / gigabyte);
}

static bool find(struct session *session, const struct arguments *arguments,
                 struct failure *failure) {
    bool sets = sets_columns(arguments), preset = argument(arguments, "preset") != NULL;
    bool kept = sets && keep_columns(session, preset, failure);
    bool good = !sets || (kept && set_columns(session, arguments, failure));
    char *name = session_ask(session, "changed_file.sql");
    if (name)
        say(arguments,
            "%s: has changed since it was first loaded. Both states are compared; to compare only "
            "the new one, remove the database; to load only new rows, use neardup add",
            name);
    sqlite3_free(name);
    say_shared(session, arguments);
    if (!session->prints)
        say_room(session, arguments);
    session->stages_begun = 0;
    good = good && session_job(session, "find", failure);
    if (!good && kept && !session->prints)
        restore_columns(session, preset, failure);
    if (!good && session_signal()) {
        fail(failure, "interrupted; finished work is kept, and the same command continues");
        failure->interrupted = true;
    }
    if (good && session->stages_begun == 0 && !session->prints)
        say(arguments,
            "%s: texts and parameters are those of the last run, so nothing is compared again",
            sqlite3_db_filename(session->db, "main"));
    if (good && prints_list(arguments, "list"))
        good = session_job(session, "summary", failure);
    if (good)
        good = tell_index(session, failure);
    if (good && argument(arguments, "reuse"))
        good = find_reuse(session, arguments, failure);
    session_set(session, "format", format_of(arguments, "list"));
    if (good && table_of(arguments, 0))
        return print_rows(session, arguments, failure);
    return good && (prints_list(arguments, "list") || session_job(session, "export", failure));
}

/* What is about files does nothing for a database of neardup's own. */
static bool refuse_unused(const struct arguments *arguments, struct failure *failure) {
    for (int i = 0; program_options[i].name; i++) {
        const struct option *option = &program_options[i];
        bool about_files =
            option->use == use_load || option->use == use_column || strcmp(option->name, "db") == 0;
        if (about_files && arguments->values[i])
            return fail(failure, "--%s: is for files to load, and %s is a database of neardup's",
                        option->name, arguments->operands[0]);
    }
    return true;
}

/* The files to load; those of a user's database are one. False: `failure` says what is wrong. */
static bool choose_files(struct arguments *arguments, int *count, struct failure *failure) {
    char **operands = arguments->operands;
    enum file_kind kind = file_kind_of(operands[0]);
    *count = arguments->operand_count;
    if (kind == file_of_neardup && *count == 1) {
        *count = 0;
        return refuse_unused(arguments, failure);
    }
    for (int i = 0; kind != file_of_others && i < *count; i++) {
        enum file_kind other = file_kind_of(operands[i]);
        if (other == file_of_neardup)
            return fail(failure, "%s: is neardup's own; add files to it by neardup add",
                        operands[i]);
        if (other == file_of_others)
            return fail(failure, "%s: is a database; name one database and a table of it",
                        operands[i]);
    }
    return take_table(arguments, 0, count, failure);
}

int run_find(struct arguments *arguments) {
    struct failure failure = {0};
    int count;
    if (!choose_files(arguments, &count, &failure) ||
        (sets_columns(arguments) && !arguments->prints && !try_columns(arguments, &failure)))
        return complain(status_error, &failure);
    const char *table = table_of(arguments, 0);
    char *database = choose_database(arguments, count, table, &failure);
    if (!database)
        return complain(status_error, &failure);
    struct stat found;
    const char *given = argument(arguments, "db");
    bool by_name = count > 0 && (!given || (stat(given, &found) == 0 && S_ISDIR(found.st_mode)));
    if (by_name && !arguments_add_load(arguments, "--alone"))
        return complain_of_memory();
    bool again = table && !arguments->prints && file_kind_of(database) == file_of_neardup;
    struct action action = {.database = database,
                            .writes = writes_ours,
                            .files = arguments->operands,
                            .file_count = count,
                            .output = argument(arguments, "output"),
                            .prepare = again ? refuse_earlier_state : NULL,
                            .body = find};
    int status = act(arguments, &action);
    sqlite3_free(database);
    return status;
}
