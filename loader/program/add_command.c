/* add_command.c - `neardup add`: loads files, and looks up what is new in the live index. */
#include "actions.h"

#include <string.h>

/* ---- What was loaded before ------------------------------------------------------------------ */

static bool names_columns(const struct arguments *arguments) {
    for (int i = 0; program_options[i].name; i++)
        if (arguments->values[i] && (program_options[i].use == use_column ||
                                     strcmp(program_options[i].name, "columns") == 0))
            return true;
    return false;
}

/*
 * What was loaded before says how to load what is new: whole or split, and by which columns if the
 * file has them. What the command line says counts more.
 */
static bool inherit(struct session *session, struct arguments *arguments, struct failure *failure) {
    bool decided = argument(arguments, "whole") || argument(arguments, "split"), good = true;
    char *whole =
        session_value(session, "SELECT max(options || ' ' LIKE '%% whole %%') FROM main.source");
    const char *table = table_of(arguments, 1);
    session_set(session, "table", table);
    session_set(session, "carry", argument(arguments, "carry"));
    char *columns = session_ask(session, "inherited_columns.sql");
    if (whole && !decided)
        good = arguments_add_load(arguments, whole[0] == '1' ? "--whole" : "--split");
    bool inherits = good && columns && columns[0] && !names_columns(arguments);
    if (inherits && table)
        say(arguments, "%s: read by the same columns as before, %s (--columns overrides this)",
            table, columns);
    if (inherits)
        good = arguments_add_load(arguments, table ? "--columns" : "--columns-if-there") &&
               arguments_add_load(arguments, "%s", columns);
    sqlite3_free(whole);
    sqlite3_free(columns);
    return good || fail_memory(failure);
}

/* ---- The command ----------------------------------------------------------------------------- */

static bool prepare(struct session *session, struct arguments *arguments, struct failure *failure) {
    if (file_kind_of(arguments->operands[0]) != file_of_neardup)
        return fail(failure,
                    "%s: holds no texts that neardup has loaded: neardup FILE makes such a "
                    "database",
                    arguments->operands[0]);
    return live_index_of_sentences(session, failure) && inherit(session, arguments, failure) &&
           (arguments_add_load(arguments, "--adding") || fail_memory(failure));
}

/* What could not be printed stays new, for the next call. */
static bool add(struct session *session, const struct arguments *arguments,
                struct failure *failure) {
    session_set(session, "format", format_of(arguments, "list"));
    return session_run(session, "BEGIN IMMEDIATE;", failure) &&
           session_job(session, "new_texts", failure) && output_flush(&session->output, failure) &&
           session_run(session, "COMMIT;", failure);
}

int run_add(struct arguments *arguments) {
    struct failure failure = {0};
    int count;
    if (!take_table(arguments, 1, &count, &failure))
        return complain(status_error, &failure);
    struct action action = {.database = arguments->operands[0],
                            .writes = writes_ours,
                            .files = arguments->operands + 1,
                            .file_count = count,
                            .output = argument(arguments, "output"),
                            .prepare = prepare,
                            .body = add};
    return act(arguments, &action);
}
