/* find_command.c - `neardup FILE...` and `neardup DB [TABLE]`: load, find, print. */
#include "actions.h"
#include "scripts.h"

#include "../loader/load_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Names ----------------------------------------------------------------------------------- */

/*
 * The name of the database for what is loaded: that of the file without folder and suffixes, or of
 * the table. What is somebody else's database keeps its own name.
 */
static char *name_database(const char *file, const char *table, bool foreign) {
    static const char *const suffixes[] = {
        ".bz2",    ".gz",  ".xz",   ".zst", ".xml", ".csv",    ".tsv", ".tab",     ".jsonl",
        ".ndjson", ".txt", ".warc", ".wet", ".db",  ".sqlite", ".db3", ".sqlite3", ".warc"};
    const char *slash = strrchr(file, '/'), *name = table ? table : slash ? slash + 1 : file;
    int length = (int)strlen(name);
    for (size_t i = 0; !table && i < sizeof suffixes / sizeof *suffixes; i++) {
        int size = (int)strlen(suffixes[i]);
        if (length > size && sqlite3_strnicmp(name + length - size, suffixes[i], size) == 0)
            length -= size;
    }
    char *made = sqlite3_mprintf("%.*s%s", length, name, foreign ? ".neardup.db" : ".db");
    for (char *at = made; table && at && *at; at++)
        if (*at == '/')
            *at = '_';
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
                 "DELETE FROM main.parameters; INSERT INTO main.parameters SELECT * FROM kept",
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
    bool good = uri && session_format(session, failure, "ATTACH %Q AS yours;", uri);
    char *statement =
        good ? session_value(session, "%s", script_text("sql/shared/row_statement.sql")) : NULL;
    if (good && statement && !session->output.json)
        good = session_run(session, "SELECT char(10) || 'Your rows, by cluster';", failure);
    if (good && statement)
        good = session_format(session, failure, "%s;", statement);
    sqlite3_free(path);
    sqlite3_free(uri);
    sqlite3_free(statement);
    return good || !uri;
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
    char *told = session_value(session, "SELECT 1 FROM main.sqlite_schema WHERE name = 'indexed'");
    bool good = !told || (session_run(session, "BEGIN IMMEDIATE;", failure) &&
                          session_script(session, "sql/shared/indexed.sql", failure) &&
                          session_run(session, "COMMIT;", failure));
    sqlite3_free(told);
    return good;
}

static bool find(struct session *session, const struct arguments *arguments,
                 struct failure *failure) {
    bool json = argument(arguments, "json") != NULL;
    bool sets = has_settings(arguments);
    bool good =
        !sets || (keep_columns(session, failure) && set_columns(session, arguments, failure));
    say_changed(session, arguments);
    session->left_out = json ? "sql/summary.sql" : NULL;
    session_set(session, "@format", json ? "jsonl" : "list");
    good = good && session_script(session, "sql/pipeline.sql", failure);
    session->left_out = NULL;
    if (!good && sets && !session->prints)
        restore_columns(session);
    if (good)
        good = tell_index(session, failure);
    if (good && argument(arguments, "reuse"))
        good = find_reuse(session, arguments, failure);
    if (good && arguments->operand_count > 1 &&
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
    struct failure failure;
    const char *table, *given = argument(arguments, "db");
    int count, loaded = load_exit_good;
    if (!choose_files(arguments, &count, &table, &failure))
        return complain(status_error, &failure);
    if (count > 0 && !given && strcmp(arguments->operands[0], "-") == 0) {
        fail(&failure, "what standard input has goes into a database that --db names");
        return complain(status_usage, &failure);
    }
    char *database = given        ? sqlite3_mprintf("%s", given)
                     : count == 0 ? sqlite3_mprintf("%s", arguments->operands[0])
                                  : name_database(arguments->operands[0], table,
                               file_kind_of(arguments->operands[0]) == file_of_others);
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
