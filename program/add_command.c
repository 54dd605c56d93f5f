/* add_command.c - `neardup add`: loads files, and looks up what is new in the live index. */
#include "actions.h"
#include "scripts.h"

#include "../loader/load_command.h"

#include <string.h>

static const char *suffix_of(const char *path) {
    const char *point = strrchr(path, '.');
    return point ? point : "";
}

static bool names_columns(const struct arguments *arguments) {
    for (int i = 0; program_options[i].name; i++)
        if (arguments->values[i] && (program_options[i].use == use_column ||
                                     strcmp(program_options[i].name, "columns") == 0))
            return true;
    return false;
}

/*
 * What was loaded before says how to load what is new: whole or split and, if it is a file of the
 * same sort, by which columns. What the command line says counts more.
 */
static bool inherit(struct session *session, struct arguments *arguments) {
    bool decided = argument(arguments, "whole") || argument(arguments, "split"), good = true;
    char *whole = session_value(session, "SELECT max(options || ' ' LIKE '%% whole %%') FROM "
                                         "main.source");
    char *columns = session_value(
        session,
        "SELECT group_concat(value) FROM (SELECT substr(options, instr(options, 'columns: ') + 9) "
        "AS "
        "list FROM (SELECT replace(options, ' whole', '') AS options, name FROM main.source WHERE "
        "kind "
        "IN ('csv', 'tsv', 'jsonl') ORDER BY id DESC LIMIT 1) WHERE name LIKE '%%' || %Q), "
        "json_each("
        "'[' || replace(json_quote(list), ',', '\",\"') || ']') WHERE value NOT IN ('text=text', "
        "'title=title', 'id=id', 'time=time') AND value NOT LIKE '%%= %%'",
        suffix_of(arguments->operands[1]));
    if (whole && !decided)
        good = arguments_add_load(arguments, whole[0] == '1' ? "--whole" : "--split");
    if (good && columns && columns[0] && !names_columns(arguments)) {
        say(arguments, "%s: read by the columns of the file before, %s (--columns says otherwise)",
            arguments->operands[1], columns);
        good = arguments_add_load(arguments, "--columns") &&
               arguments_add_load(arguments, "%s", columns);
    }
    sqlite3_free(whole);
    sqlite3_free(columns);
    return good;
}

static bool add(struct session *session, const struct arguments *arguments,
                struct failure *failure) {
    session_set(session, "@format", argument(arguments, "json") ? "jsonl" : "list");
    session_set(session, "@since", arguments->since);
    bool good = session_script(session, "sql/shared/connect.sql", failure) &&
                session_script(session, "sql/shared/begin_writing.sql", failure) &&
                session_script(session, "sql/tables/sentence_tables.sql", failure);
    char *statement =
        good ? session_value(session, "%s", script_text("sql/shared/index_statement.sql")) : NULL;
    good = good && (!statement || session_run(session, statement, failure)) &&
           session_script(session, "sql/shared/new_texts.sql", failure);
    sqlite3_free(statement);
    return good;
}

/* Learns what there is before the files are loaded: the last sentence, which `since` gets. */
static bool prepare(struct arguments *arguments, char **since, struct failure *failure) {
    struct session session = {0};
    const char *path = arguments->operands[0];
    bool good = session_open(&session, path, session_reads, failure);
    char *ours =
        good ? session_value(&session, "SELECT count(*) FROM main.sqlite_schema WHERE name = "
                                       "'sentence'")
             : NULL;
    if (good && (!ours || ours[0] == '0'))
        good = fail(failure,
                    "%s: holds no texts that neardup has loaded: neardup FILE makes such a "
                    "database",
                    path);
    if (good) {
        *since = session_value(&session, "SELECT ifnull(max(id), 0) FROM main.sentence");
        good = (*since && inherit(&session, arguments)) || fail_memory(failure);
    }
    sqlite3_free(ours);
    session_close(&session);
    return good;
}

int run_add(struct arguments *arguments) {
    struct failure failure;
    char *since = NULL;
    struct action action = {.database = arguments->operands[0],
                            .access = arguments->prints ? session_reads : session_writes,
                            .output = argument(arguments, "output"),
                            .body = add};
    if (!prepare(arguments, &since, &failure)) {
        sqlite3_free(since);
        return complain(status_error, &failure);
    }
    int loaded = load_files(arguments, arguments->operands + 1, arguments->operand_count - 1,
                            arguments->operands[0]);
    int status = loaded;
    if (loaded == load_exit_good || loaded == load_exit_damaged) {
        arguments->since = since;
        status = act(arguments, &action);
    }
    sqlite3_free(since);
    return status == status_good && loaded == load_exit_damaged ? status_damaged : status;
}
