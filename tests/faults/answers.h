/*
 * answers.h - runs SQL and keeps its whole answer in memory that does not come from SQLite, so an
 * answer is complete even if allocations fail.
 */
#pragma once

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void print_value(FILE *out, sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        fprintf(out, "%lld|", (long long)sqlite3_column_int64(statement, column));
        break;
    case SQLITE_FLOAT:
        fprintf(out, "%a|", sqlite3_column_double(statement, column));
        break;
    case SQLITE_NULL:
        fputs("NULL|", out);
        break;
    default: {
        const void *bytes = sqlite3_column_blob(statement, column);
        int length = sqlite3_column_bytes(statement, column);
        fprintf(out, "%.*s|", length, bytes ? (const char *)bytes : "");
    }
    }
}

/* Steps to the end: SQLITE_DONE or an error. */
static inline int print_rows(FILE *out, sqlite3_stmt *statement) {
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(statement); column++)
            print_value(out, statement, column);
        fputc('\n', out);
    }
    return code;
}

/* Runs the first statement of *sql and moves *sql past it. */
static inline int run_statement(sqlite3 *db, const char **sql, FILE *out) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, *sql, -1, &statement, sql);
    if (code == SQLITE_OK && statement)
        code = print_rows(out, statement);
    int last = sqlite3_finalize(statement);
    return code == SQLITE_DONE ? last : code;
}

/* Runs the script up to its first error, as the shell does after .bail on. */
static inline int run_script(sqlite3 *db, const char *sql, FILE *out) {
    int code = SQLITE_OK;
    while (code == SQLITE_OK && *sql)
        code = run_statement(db, &sql, out);
    return code;
}

struct answer {
    int code;
    char *output; /* to be freed */
};

static inline FILE *open_output(char **output) {
    static size_t length;
    FILE *out = open_memstream(output, &length);
    if (!out)
        abort();
    return out;
}

static inline struct answer answer_to_script(sqlite3 *db, const char *sql) {
    struct answer answer;
    FILE *out = open_output(&answer.output);
    answer.code = run_script(db, sql, out);
    fclose(out);
    return answer;
}
