/* readers.c - see readers.h. */
#include "readers.h"

/* SQLite asks often, since a probe of the connection is short; few questions are passed on. */
enum { instructions_between = 1000, steps_of_a_question = 1 << 14 };

/* What a copy of the temporary tables may take. */
enum { shared_bytes_max = 1 << 28 };

static int is_stopped(void *pointer) {
    const struct reader *reader = pointer;
    return reader->interruption && interruption_after(reader->interruption, steps_of_a_question);
}

#ifdef SQLITE_OMIT_DESERIALIZE
#define sqlite3_serialize(...) NULL
#define sqlite3_deserialize(...) SQLITE_ERROR
#endif

/* Whether this SQLite can read a database in memory that another connection has made. */
static bool can_share(void) {
    bool can = sqlite3_libversion_number() >= 3039000;
#ifndef SQLITE_CORE
    can = can && sqlite3_api->serialize && sqlite3_api->deserialize;
#endif
    return can;
}

/* The first column of the first row of a question about temporary tables; 0 without one. */
static int64_t ask(sqlite3 *db, const char *question) {
    sqlite3_stmt *asked = NULL;
    int64_t answer = 0;
    if (sqlite3_prepare_v2(db, question, -1, &asked, NULL) == SQLITE_OK &&
        sqlite3_step(asked) == SQLITE_ROW)
        answer = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    return answer;
}

/* Copies the temporary tables of the other connection, and asks what makes its views. */
static bool copy_tables(struct readers *readers, sqlite3 *other) {
    /* In a schema of another name, a view cannot say `main` or `temp`. */
    static const char size[] =
        "SELECT page_count * page_size FROM pragma_page_count('temp'), pragma_page_size('temp') "
        "WHERE NOT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE type = 'trigger' OR "
        "type = 'view' AND (sql LIKE '%main%.%' OR sql LIKE '%temp%.%'))";
    /* No page is copied once more. */
    static const char views[] =
        "SELECT 'PRAGMA shared.mmap_size = 1000000000; PRAGMA temp_store = MEMORY; BEGIN; ' || "
        "ifnull(group_concat(CASE type WHEN 'view' THEN 'CREATE TEMP ' || substr(sql, 8) ELSE "
        "printf('CREATE TEMP VIEW \"%w\" AS SELECT * FROM shared.\"%w\"', name, name) END, ';'), "
        "'') || '; COMMIT' FROM temp.sqlite_schema WHERE type IN ('table', 'view') AND name NOT "
        "LIKE 'sqlite_%'";
    int64_t bytes = can_share() ? ask(other, size) : 0;
    if (bytes == 0 || bytes > shared_bytes_max ||
        sqlite3_prepare_v2(other, views, -1, &readers->views, NULL) != SQLITE_OK ||
        sqlite3_step(readers->views) != SQLITE_ROW)
        return false;
    readers->tables = sqlite3_serialize(other, "temp", &readers->size, 0);
    return readers->tables != NULL;
}

/* Gives a reader the temporary tables and views of the other connection, under their names. */
static int attach_tables(struct readers *readers, sqlite3 *db, sqlite3 *other) {
    if (!readers->tables && !copy_tables(readers, other))
        return SQLITE_ERROR;
    int code = sqlite3_exec(db, "ATTACH ':memory:' AS shared", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_deserialize(db, "shared", readers->tables, readers->size, readers->size,
                                   SQLITE_DESERIALIZE_READONLY);
    const char *made = (const char *)sqlite3_column_text(readers->views, 0);
    if (code == SQLITE_OK)
        code = made ? sqlite3_exec(db, made, NULL, NULL, NULL) : SQLITE_NOMEM;
    return code;
}

/* Opens one, which has a lock for reading when this returns SQLITE_OK. */
static int open_reader(struct readers *readers, sqlite3 *other, const struct connection *connection,
                       const char *vfs, const char *query) {
    struct reader *reader = &readers->list[readers->count];
    int trusted = 1;
    int code = sqlite3_open_v2(sqlite3_db_filename(other, "main"), &reader->db,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, vfs);
    if (code == SQLITE_OK)
        code = sqlite3_db_config(other, SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1, &trusted);
    if (code == SQLITE_OK)
        code = sqlite3_db_config(reader->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, trusted, NULL);
    if (code == SQLITE_OK && !(reader->connection = connection_new(reader->db)))
        code = SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = connection->registers(reader->db, reader->connection);
    if (code == SQLITE_OK && !readers->needs_tables) {
        code = sqlite3_prepare_v2(reader->db, query, -1, &reader->statement, NULL);
        readers->needs_tables = code == SQLITE_ERROR;
    }
    if (readers->needs_tables) {
        code = attach_tables(readers, reader->db, other);
        if (code == SQLITE_OK)
            code = sqlite3_prepare_v2(reader->db, query, -1, &reader->statement, NULL);
    }
    sqlite3_progress_handler(reader->db, instructions_between, is_stopped, reader);
    return code == SQLITE_OK
               ? sqlite3_exec(reader->db, "BEGIN; SELECT 1 FROM sqlite_schema", NULL, NULL, NULL)
               : code;
}

static void close_reader(struct reader *reader) {
    sqlite3_finalize(reader->statement);
    if (reader->connection)
        connection_release(reader->connection);
    sqlite3_close(reader->db);
    *reader = (struct reader){0};
}

/* Has the connection read until they are closed. False if somebody could commit nevertheless. */
static bool hold_state(struct readers *readers, sqlite3 *db) {
    static const char reading[] =
        "SELECT journal_mode <> 'wal' FROM pragma_journal_mode('main'), main.sqlite_schema";
    if (sqlite3_txn_state(db, "main") == SQLITE_TXN_WRITE ||
        sqlite3_prepare_v2(db, reading, -1, &readers->holder, NULL) != SQLITE_OK)
        return false;
    return sqlite3_step(readers->holder) == SQLITE_ROW &&
           sqlite3_column_int(readers->holder, 0) == 1;
}

bool readers_open(struct readers *readers, sqlite3 *db, const struct connection *connection,
                  unsigned most, const char *query) {
    static const char shadowed[] = "SELECT 1 FROM temp.sqlite_schema AS t JOIN main.sqlite_schema "
                                   "AS m ON t.name = m.name COLLATE NOCASE";
    const char *file = sqlite3_db_filename(db, "main");
    sqlite3_vfs *vfs = NULL;
    int code = SQLITE_OK;
    *readers = (struct readers){0};
    if (most < 2 || !file || !*file ||
        sqlite3_file_control(db, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK || !vfs)
        return true;
    if (!connection->locked && !hold_state(readers, db)) {
        readers_close(readers);
        return true;
    }
    readers->list = allocator_zeroes(&sqlite_allocator, most, sizeof *readers->list);
    if (!readers->list)
        return false;
    readers->needs_tables = ask(db, shadowed) > 0;
    while (readers->count < most && code == SQLITE_OK) {
        code = open_reader(readers, db, connection, vfs->zName, query);
        if (code == SQLITE_OK)
            readers->count++;
        else
            close_reader(&readers->list[readers->count]);
    }
    if (readers->count < 2) /* one alone is no faster */
        readers_close(readers);
    return (code & 0xFF) != SQLITE_NOMEM;
}

void readers_close(struct readers *readers) {
    for (unsigned i = 0; i < readers->count; i++)
        close_reader(&readers->list[i]);
    RELEASE(&sqlite_allocator, readers->list, readers->tables);
    sqlite3_finalize(readers->views);
    sqlite3_finalize(readers->holder);
    *readers = (struct readers){0};
}
