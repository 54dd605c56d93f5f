/*
 * ask.c - a host with an SQLite of its own, for a C library that no Python here has.
 *
 *     ask MODULE SQL
 *
 * Loads the module and prints the first value of the answer.
 */
#include <sqlite3.h>
#include <stdio.h>

int main(int count, char **words) {
    sqlite3 *db = NULL;
    sqlite3_stmt *question = NULL;
    char *message = NULL;
    if (count != 3 || sqlite3_open(":memory:", &db) || sqlite3_enable_load_extension(db, 1) ||
        sqlite3_load_extension(db, words[1], NULL, &message) ||
        sqlite3_prepare_v2(db, words[2], -1, &question, NULL) ||
        sqlite3_step(question) != SQLITE_ROW) {
        fprintf(stderr, "%s\n", message ? message : sqlite3_errmsg(db));
        return 1;
    }
    printf("%s\n", (const char *)sqlite3_column_text(question, 0));
    sqlite3_finalize(question);
    return sqlite3_close(db) != SQLITE_OK;
}
