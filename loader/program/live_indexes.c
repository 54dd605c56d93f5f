/* live_indexes.c - `neardup index`, and what others do with live indexes. */
#include "actions.h"

#include <stdio.h>
#include <string.h>

/* What a query gives, whose %Q is a JSON array of live indexes; NULL: nothing. False: an error. */
static bool ask_names(struct session *session, const char *query, char **value,
                      struct failure *failure) {
    char *names = session_ask(session, "live_indexes.sql");
    bool named = names != NULL;
    *value = named ? session_value(session, query, names) : NULL;
    sqlite3_free(names);
    return (named && !session->failure.message[0]) || session_fail(session, failure);
}

bool live_index_list(struct session *session, char **list, struct failure *failure) {
    return ask_names(session, "SELECT group_concat(value, ', ') FROM json_each(%Q)", list, failure);
}

bool live_index_check(struct session *session, struct failure *failure) {
    char *statements;
    bool good = ask_names(session,
                          "SELECT group_concat(printf('INSERT INTO \"%%w\"(\"%%w\") "
                          "VALUES(''integrity-check'');', value, value), ' ') FROM json_each(%Q)",
                          &statements, failure);
    if (good && statements)
        good = session_format(session, failure, "BEGIN; %s ROLLBACK;", statements);
    sqlite3_free(statements);
    return good;
}

/* ---- near ------------------------------------------------------------------------------------ */

bool live_index_near(struct session *session, const struct arguments *arguments,
                     struct failure *failure) {
    const char *path = arguments->operands[0];
    char *list, *column = NULL;
    if (!live_index_list(session, &list, failure))
        return false;
    if (list)
        column =
            session_value(session, "SELECT name FROM pragma_table_info(%Q) WHERE cid = 0", list);
    bool good = false;
    session_set(session, "table", list);
    if (!list)
        fail(
            failure,
            "%s: is not neardup's, and has no live index. Make one: neardup index DB TABLE COLUMN; "
            "or let neardup read a table of it: neardup DB TABLE",
            path);
    else if (!column)
        fail(failure, "%s: has several live indexes, %s: query one of them in SQL", path, list);
    else
        good = session_format(session, failure,
                              "CREATE TEMP TABLE found AS SELECT rowid AS id, jaccard, \"%w\" AS "
                              "text FROM main.\"%w\"(@text) WHERE jaccard >= coalesce(@least, "
                              "0.4);",
                              column, list);
    good = good && session_job(session, "found_texts.sql", failure);
    session_set(session, "table", NULL);
    sqlite3_free(list);
    sqlite3_free(column);
    return good;
}

/* ---- add and watch --------------------------------------------------------------------------- */

bool live_index_of_sentences(struct session *session, struct failure *failure) {
    bool good = session_run(session, "BEGIN IMMEDIATE;", failure) &&
                session_job(session, "index_tables", failure);
    char *statement = good ? session_ask(session, "index_statement.sql") : NULL;
    bool told = good && !statement && has_row(session, "SELECT 1 FROM main.indexed");
    good = good && (!statement || session_run(session, statement, failure)) &&
           (told || session_job(session, "indexed.sql", failure)) &&
           session_run(session, "COMMIT;", failure);
    sqlite3_free(statement);
    return good;
}

/* ---- index ----------------------------------------------------------------------------------- */

/* Options that end the statement could begin another one. */
static bool is_one_statement(struct session *session, const char *sql, struct failure *failure) {
    sqlite3_stmt *statement = NULL;
    const char *rest = "";
    int code = sqlite3_prepare_v2(session->db, sql, -1, &statement, &rest);
    sqlite3_finalize(statement);
    if (code != SQLITE_OK)
        return session_complain(session, failure);
    return !*rest || fail(failure, "--options: expected options of the index, such as pairs=1, "
                                   "jaccard_least=0.7, found the end of the statement");
}

/* An index of a column that is not there would be made, and fail when it is filled. */
static bool check_column(struct session *session, const struct arguments *arguments,
                         struct failure *failure) {
    const char *table = arguments->operands[1], *column = arguments->operands[2];
    char *others = session_value(session,
                                 "SELECT group_concat(name, ', ') FROM pragma_table_xinfo(%Q, "
                                 "'main') GROUP BY NULL HAVING NOT max(name = %Q COLLATE NOCASE)",
                                 table, column);
    bool good = !others || fail(failure, "%s: the table %s has no column %s, only: %s",
                                arguments->operands[0], table, column, others);
    sqlite3_free(others);
    return good;
}

static bool check_unmade(struct session *session, const struct arguments *arguments,
                         const char *name, struct failure *failure) {
    char *there;
    bool good =
        ask_names(session, "SELECT 1 FROM json_each(%Q) WHERE value = @index", &there, failure);
    if (there)
        good = fail(failure,
                    "%s: has the index %s already: neardup near %s TEXT queries it, and DROP "
                    "TABLE %s, in SQLite with the extension loaded, drops it",
                    arguments->operands[0], name, arguments->operands[0], name);
    sqlite3_free(there);
    return good;
}

static bool make_index(struct session *session, const struct arguments *arguments,
                       struct failure *failure) {
    const char *database = arguments->operands[0], *table = arguments->operands[1];
    const char *given = argument(arguments, "name");
    char *name = given ? sqlite3_mprintf("%s", given) : sqlite3_mprintf("%s_near", table);
    session_set(session, "index", name);
    session_set(session, "table", table);
    session_set(session, "column", arguments->operands[2]);
    session_set(session, "options", argument(arguments, "options"));
    /* NULL: the table has no such key. */
    char *make = name ? session_ask(session, "live_index_statement.sql") : NULL;
    char *statements = make ? sqlite3_mprintf("%s;\n"
                                              "INSERT INTO \"%w\"(\"%w\") VALUES('triggers');\n"
                                              "INSERT INTO \"%w\"(\"%w\") VALUES('rebuild');\n",
                                              make, name, name, name, name)
                            : NULL;
    bool good = false;
    if (name && !make)
        fail(failure, "%s: there is no table %s with an INTEGER PRIMARY KEY", database, table);
    else if (!statements)
        fail_memory(failure);
    else
        good = check_unmade(session, arguments, name, failure) &&
               check_column(session, arguments, failure) &&
               is_one_statement(session, make, failure) &&
               session_format(session, failure, "BEGIN IMMEDIATE;\n%sCOMMIT;\n", statements);
    if (good && !session->prints) {
        output_print("%s", statements);
        say(arguments,
            "From now on, programs that change %s must load the extension neardup, or its triggers "
            "fail. Dropping the index undoes all of it.",
            table);
    }
    sqlite3_free(name);
    sqlite3_free(make);
    sqlite3_free(statements);
    return good;
}

int run_index(struct arguments *arguments) {
    struct action action = {
        .database = arguments->operands[0], .writes = writes_any, .body = make_index};
    if (file_kind_of(action.database) == file_of_neardup)
        return refuse(status_error,
                      "%s: is neardup's own, whose only index is the one that neardup add makes",
                      action.database);
    return act(arguments, &action);
}
