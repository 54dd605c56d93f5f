/*
 * embed.c - near-duplicates in a C program that has the extension linked in.
 *
 *     make build/libneardup.a
 *     cc -Iext -o embed examples/embed.c build/libneardup.a -lsqlite3 -lm && ./embed
 */
#include <stdio.h>

#include "neardup.h"

static const char sql[] =
    "CREATE TABLE review (id INTEGER PRIMARY KEY, body TEXT);"
    "INSERT INTO review (body) VALUES"
    "('The kettle boils in two minutes and the handle stays cool. I would buy it again.'),"
    "('A fine lamp, but the cord is far too short for any room of mine.'),"
    "('The kettle boils in four minutes and the handle stays cool. I would buy it again.'),"
    "('A fine lamp but the cord is far too short for any room of mine!'),"
    "('Arrived broken, and nobody answers the telephone.'),"
    "('The kettle boils in two minutes, and the handle stays cool: I would buy it again.');"
    "WITH signature AS MATERIALIZED ("
    "    SELECT id, body, made.signature FROM review JOIN minhash_signatures(body, 5) AS made)"
    "SELECT DISTINCT a.id, b.id, printf('%.2f', jaccard(a.body, b.body, 5))"
    "  FROM signature AS a JOIN signature AS b USING (signature)"
    " WHERE a.id < b.id AND jaccard(a.body, b.body, 5) >= 0.6"
    " ORDER BY a.id, b.id;";

static int print_row(void *unused, int count, char **values, char **names) {
    (void)unused, (void)count, (void)names;
    printf("%s|%s|%s\n", values[0], values[1], values[2]);
    return 0;
}

int main(void) {
    sqlite3 *db;
    char *message = NULL;
    int code = sqlite3_open(":memory:", &db);
    if (code == SQLITE_OK)
        code = sqlite3_neardup_init(db, &message, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, sql, print_row, NULL, &message);
    if (code != SQLITE_OK)
        fprintf(stderr, "embed: %s\n", message ? message : sqlite3_errstr(code));
    sqlite3_free(message);
    sqlite3_close(db);
    return code == SQLITE_OK ? 0 : 1;
}
