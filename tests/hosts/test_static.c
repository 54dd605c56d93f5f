/*
 * test_static.c - the least that a program needs to link the extension statically: the two ways
 * that ext/neardup.h shows. It uses only test.h from the tests.
 */
#include <sqlite3.h>

#include "../../ext/neardup.h"
#include "../test.h"

static int distance(sqlite3 *db) {
    sqlite3_stmt *statement;
    int result = -1;
    if (sqlite3_prepare_v2(db, "SELECT edit_distance('école', 'ecole')", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        result = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return result;
}

int main(void) {
    sqlite3 *db;
    char *message = NULL;

    sqlite3_open(":memory:", &db);
    CHECK(distance(db) == -1, "before it is added");
    CHECK(sqlite3_neardup_init(db, &message, NULL) == SQLITE_OK && !message, "%s", message);
    CHECK(distance(db) == 1, "once for one connection");
    sqlite3_exec(db, "SELECT neardup_run('schema'); SELECT neardup_run('find')", NULL, NULL,
                 &message);
    CHECK(!message, "the pipeline: %s", message);
    sqlite3_close(db);

    sqlite3_auto_extension((void (*)(void))sqlite3_neardup_init);
    for (int i = 0; i < 2; i++) {
        sqlite3_open(":memory:", &db);
        CHECK(distance(db) == 1, "for all connections to come, number %d", i);
        sqlite3_close(db);
    }
    sqlite3_reset_auto_extension();
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "%lld bytes are still out", (long long)sqlite3_memory_used());
    return test_end("hosts/test_static");
}
