/* readers.c - see readers.h. */
#include "readers.h"

/* SQLite asks often, since a probe of the connection is short; few questions are passed on. */
enum { instructions_between = 1000, steps_of_a_question = 1 << 14 };

static int is_stopped(void *pointer) {
    const struct reader *reader = pointer;
    return reader->interruption && interruption_after(reader->interruption, steps_of_a_question);
}

/* Opens one, which has a lock for reading when this returns SQLITE_OK. */
static int open_reader(struct reader *reader, sqlite3 *other, const struct connection *connection,
                       const char *vfs, const char *query) {
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
    if (code != SQLITE_OK)
        return code;
    sqlite3_progress_handler(reader->db, instructions_between, is_stopped, reader);
    code = sqlite3_exec(reader->db, "BEGIN; SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
    return code == SQLITE_OK ? sqlite3_prepare_v2(reader->db, query, -1, &reader->statement, NULL)
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
    while (readers->count < most && code == SQLITE_OK) {
        code = open_reader(&readers->list[readers->count], db, connection, vfs->zName, query);
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
    sqlite3_free(readers->list);
    sqlite3_finalize(readers->holder);
    *readers = (struct readers){0};
}
