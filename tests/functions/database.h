/*
 * database.h - runs SQL in tests: the whole result of a query becomes one line.
 *
 * Rows are separated by " / ", columns by "|". NULL is NULL, a blob is x'..', a real number has up
 * to 15 digits and a point, and text is unchanged. An error is "error: " and SQLite's message.
 */
#pragma once

#include "../../ext/neardup.h"
#include "../test.h"

#include <limits.h>
#include <stdarg.h>

/* A database in memory with the extension in it; `encoding` may be NULL. */
static inline sqlite3 *database_open(const char *encoding) {
    sqlite3 *db;
    char pragma[64];
    snprintf(pragma, sizeof pragma, "PRAGMA encoding = '%s'", encoding ? encoding : "UTF-8");
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_exec(db, pragma, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    return db;
}

/* What random() and randomblob() give from here on, in all databases. */
static inline void database_seed(size_t seed) {
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1 + (int)(seed % INT_MAX), NULL);
}

static inline void answer_value(sqlite3_str *answer, sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        sqlite3_str_appendall(answer, "NULL");
        break;
    case SQLITE_FLOAT:
        sqlite3_str_appendf(answer, "%!.15g", sqlite3_column_double(statement, column));
        break;
    case SQLITE_BLOB: {
        const unsigned char *bytes = sqlite3_column_blob(statement, column);
        sqlite3_str_appendall(answer, "x'");
        for (int i = 0; i < sqlite3_column_bytes(statement, column); i++)
            sqlite3_str_appendf(answer, "%02X", bytes[i]);
        sqlite3_str_appendall(answer, "'");
        break;
    }
    default:
        sqlite3_str_appendall(answer, (const char *)sqlite3_column_text(statement, column));
    }
}

static inline void answer_rows(sqlite3_str *answer, sqlite3_stmt *statement) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (sqlite3_str_length(answer) > 0)
            sqlite3_str_appendall(answer, " / ");
        for (int column = 0; column < sqlite3_column_count(statement); column++) {
            if (column > 0)
                sqlite3_str_appendchar(answer, 1, '|');
            answer_value(answer, statement, column);
        }
    }
}

/* The result of one or more statements. The caller frees it with sqlite3_free(). */
static inline char *database_answer(sqlite3 *db, const char *sql) {
    sqlite3_str *answer = sqlite3_str_new(db);
    int code = SQLITE_OK;
    while (code == SQLITE_OK && *sql) {
        sqlite3_stmt *statement = NULL;
        code = sqlite3_prepare_v2(db, sql, -1, &statement, &sql);
        if (code == SQLITE_OK && statement)
            answer_rows(answer, statement);
        if (code == SQLITE_OK)
            code = sqlite3_finalize(statement);
    }
    if (code != SQLITE_OK) {
        sqlite3_str_reset(answer);
        sqlite3_str_appendf(answer, "error: %s", sqlite3_errmsg(db));
    }
    char *text = sqlite3_str_finish(answer);
    return text ? text : sqlite3_mprintf("");
}

/* Runs SQL, whatever it answers. */
static inline void database_run(sqlite3 *db, const char *sql) {
    sqlite3_free(database_answer(db, sql));
}

/* Checks the answer to SQL that sqlite3_vmprintf() makes of the rest. */
static inline void database_expect(sqlite3 *db, const char *expected, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments), *answer = database_answer(db, sql);
    va_end(arguments);
    CHECK(strcmp(answer, expected) == 0, "%s:\n%.2000s\nnot %s", sql, answer, expected);
    sqlite3_free(answer);
    sqlite3_free(sql);
}

/* The end of a test that has closed all databases: no memory of SQLite is left. */
static inline int database_test_end(const char *name) {
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end(name);
}
