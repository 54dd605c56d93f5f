/* find_command.c - `neardup FILE...` and `neardup DB [TABLE]`: load, find, print. */
#include "actions.h"
#include "scripts.h"

#include "../loader/load_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Names ----------------------------------------------------------------------------------- */

/* The length of a file's name without its suffixes, such as .csv.gz. */
static int stem_length(const char *name) {
    static const char *const suffixes[] = {
        ".bz2",   ".gz",     ".xz",  ".zst", ".xml",  ".csv", ".tsv", ".tab",    ".json",
        ".jsonl", ".ndjson", ".txt", ".wet", ".warc", ".db",  ".db3", ".sqlite", ".sqlite3"};
    int length = (int)strlen(name);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        int size = (int)strlen(suffixes[i]);
        if (length > size && sqlite3_strnicmp(name + length - size, suffixes[i], size) == 0)
            length -= size;
    }
    return length;
}

/*
 * The name of the database for what is loaded: those of up to three files, or of the first, without
 * folders and suffixes, or that of the table. What is somebody else's database keeps its own name.
 * It is in `folder`, or in this one.
 */
static char *name_database(char **files, int count, const char *table, const char *folder) {
    bool foreign = file_kind_of(files[0]) == file_of_others;
    sqlite3_str *made = sqlite3_str_new(NULL);
    if (folder)
        sqlite3_str_appendf(made, "%s/", folder);
    for (const char *at = table; at && *at; at++)
        sqlite3_str_appendchar(made, 1, *at == '/' ? '_' : *at);
    for (int i = 0; !table && i < (count > 3 ? 1 : count); i++) {
        const char *slash = strrchr(files[i], '/'), *name = slash ? slash + 1 : files[i];
        sqlite3_str_appendf(made, "%s%.*s", i ? "+" : "", stem_length(name), name);
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
        fail(failure, "what standard input has goes into a database that --db names");
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

static char *column_name(const struct option *option) {
    char *name = sqlite3_mprintf("%s", option->name);
    for (char *at = name; at && *at; at++)
        if (*at == '-')
            *at = '_';
    return name;
}

/* Sets one of the parameters. What does not have the column's type is refused, as CHECK does. */
static bool set_column(struct session *session, const struct option *option, const char *value,
                       struct failure *failure) {
    char *name = column_name(option);
    bool good = name && session_format(session, failure, "UPDATE main.parameters SET \"%w\" = %Q;",
                                       name, value);
    char *type = good && !session->prints
                     ? session_value(session,
                                     "SELECT 1 FROM main.parameters, pragma_table_info("
                                     "'parameters', 'main') WHERE name = %Q AND "
                                     "typeof(\"%w\") <> lower(type)",
                                     name, name)
                     : NULL;
    bool refused = name && !good && strncmp(failure->message, "CHECK", 5) == 0;
    if (refused || type)
        fail(failure, "--%s: %s is no value that it can have; neardup help find", option->name,
             value);
    sqlite3_free(name);
    sqlite3_free(type);
    return good && !type;
}

/* Sets those that the command line has: all or, after an error, none. */
static bool set_columns(struct session *session, const struct arguments *arguments,
                        struct failure *failure) {
    bool good = session_run(session, "SAVEPOINT given;", failure);
    for (int i = 0; good && program_options[i].name; i++)
        if (program_options[i].use == use_setting && arguments->values[i])
            good = set_column(session, &program_options[i], arguments->values[i], failure);
    return good && session_run(session, "RELEASE given;", failure);
}

/* The parameters as they were, for when something fails. */
static bool keep_columns(struct session *session, struct failure *failure) {
    return session_script(session, "sql/shared/connect.sql", failure) &&
           session_script(session, "sql/parameters.sql", failure) &&
           session_run(session, "CREATE TEMP TABLE kept AS SELECT * FROM main.parameters;",
                       failure);
}

static void restore_columns(struct session *session) {
    sqlite3_exec(session->db,
                 "BEGIN IMMEDIATE; DELETE FROM main.parameters; INSERT INTO main.parameters SELECT "
                 "* FROM kept; COMMIT",
                 NULL, NULL, NULL);
}

static bool has_settings(const struct arguments *arguments) {
    for (int i = 0; program_options[i].name; i++)
        if (program_options[i].use == use_setting && arguments->values[i])
            return true;
    return false;
}

/* ---- The rows of a table --------------------------------------------------------------------- */

/* Prints the rows of a user's table that are in clusters. Its database is only read. */
static bool print_rows(struct session *session, struct failure *failure) {
    char *path = session_value(session, "SELECT path FROM main.source ORDER BY id DESC LIMIT 1");
    char *uri = path ? session_uri(path, session_foreign) : NULL;
    bool good =
        uri ? session_format(session, failure, "ATTACH %Q AS yours;", uri) : fail_memory(failure);
    char *statement =
        good ? session_value(session, "%s", script_text("sql/shared/row_statement.sql")) : NULL;
    if (good && !statement)
        good = fail_memory(failure);
    if (good && !session->output.json)
        good = session_run(session, "SELECT char(10) || 'Your rows, by cluster';", failure);
    good = good && session_format(session, failure, "%s;", statement);
    sqlite3_free(path);
    sqlite3_free(uri);
    sqlite3_free(statement);
    return good;
}

/* ---- The command ----------------------------------------------------------------------------- */

/*
 * Says that a file was loaded in two states: most of its texts then have a copy. A table of a
 * database, of which neardup-load tells that itself, has the same path as others.
 */
static void say_changed(struct session *session, const struct arguments *arguments) {
    char *name =
        session_value(session, "SELECT name FROM main.source WHERE kind <> 'sqlite' GROUP BY path "
                               "HAVING count(DISTINCT fingerprint) > 1 AND max(options NOT LIKE "
                               "'%%part=%%')");
    if (name)
        say(arguments,
            "%s: has changed since it was first loaded, and both states are compared; remove the "
            "database for the new one alone, or load what is new by neardup add",
            name);
    sqlite3_free(name);
}

/* A live index that `neardup add` has made gets to know what was loaded since. */
static bool tell_index(struct session *session, struct failure *failure) {
    char *told =
        session_value(session, "SELECT 1 FROM main.sqlite_schema WHERE name IN ('indexed', "
                               "'sentence_index') GROUP BY NULL HAVING count(*) = 2");
    bool good = !told || (session_run(session, "BEGIN IMMEDIATE;", failure) &&
                          session_script(session, "sql/shared/indexed.sql", failure) &&
                          session_run(session, "COMMIT;", failure));
    sqlite3_free(told);
    return good;
}

static bool find(struct session *session, const struct arguments *arguments,
                 struct failure *failure) {
    bool json = argument(arguments, "json") != NULL;
    bool sets = has_settings(arguments), kept = sets && keep_columns(session, failure);
    bool good = !sets || (kept && set_columns(session, arguments, failure));
    say_changed(session, arguments);
    session->left_out = json ? "sql/summary.sql" : NULL;
    session_set(session, "@format", json ? "jsonl" : "list");
    good = good && session_script(session, "sql/pipeline.sql", failure);
    session->left_out = NULL;
    if (!good && kept && !session->prints)
        restore_columns(session);
    if (good)
        good = tell_index(session, failure);
    if (good && argument(arguments, "reuse"))
        good = find_reuse(session, arguments, failure);
    if (good && !argument(arguments, "query") &&
        file_kind_of(arguments->operands[0]) == file_of_others)
        return print_rows(session, failure);
    return good && (!json || session_script(session, "sql/analysis/export.sql", failure));
}

/* The files to load; those of a user's database are one. False: `failure` says what is wrong. */
static bool choose_files(struct arguments *arguments, int *count, const char **table,
                         struct failure *failure) {
    char **operands = arguments->operands;
    enum file_kind kind = file_kind_of(operands[0]);
    *count = arguments->operand_count;
    *table = argument(arguments, "table");
    for (int i = 0; i < (kind == file_of_others ? 1 : *count); i++)
        if (file_kind_of(operands[i]) == file_missing && strcmp(operands[i], "-") != 0)
            return fail(failure, "there is no file '%s'", operands[i]);
    if (kind == file_of_neardup && *count > 1)
        return fail(failure, "%s: is neardup's own; add files to it by neardup add", operands[0]);
    if (kind == file_of_neardup) {
        *count = 0;
        return true;
    }
    if (kind != file_of_others || *count == 1)
        return true;
    if (*count > 2 || *table || argument(arguments, "query"))
        return fail(failure, "%s: expected one table of it, found more", operands[0]);
    *table = operands[1];
    *count = 1;
    return (arguments_add_load(arguments, "--table") &&
            arguments_add_load(arguments, "%s", *table)) ||
           fail_memory(failure);
}

int run_find(struct arguments *arguments) {
    struct failure failure = {0};
    const char *table;
    int count, loaded = load_exit_good;
    if (!choose_files(arguments, &count, &table, &failure))
        return complain(status_error, &failure);
    char *database = choose_database(arguments, count, table, &failure);
    if (!database)
        return complain(status_error, &failure);
    struct action action = {.database = database,
                            .access = arguments->prints ? session_reads : session_writes,
                            .output = argument(arguments, "output"),
                            .body = find};
    if (count > 0)
        loaded = load_files(arguments, arguments->operands, count, database);
    int status = loaded;
    if (loaded == load_exit_good || loaded == load_exit_damaged) {
        if (count > 0)
            say(arguments, "%s: finding what is similar", database);
        status = act(arguments, &action);
    }
    sqlite3_free(database);
    return status == status_good && loaded == load_exit_damaged ? status_damaged : status;
}
