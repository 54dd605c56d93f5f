/*
 * readers.h - connections that read the database of another one at the same time, each for a thread
 * of its own.
 *
 * They see what the other connection sees: nobody can commit while neardup_run() has the lock of a
 * writer, and none of its scripts changes tables of texts; nor, if the journal is rolled back,
 * while a statement reads. They have the functions of neardup, and, if the query needs it, a copy
 * of the temporary tables and views; but no functions of the host.
 *
 * There are none for a transaction in which something was changed, or that the caller of
 * neardup_run() has begun; for a database that is no file, is encrypted or is locked, or has a WAL;
 * for a query that needs what they lack, or temporary tables of more than 256 MB, or before SQLite
 * 3.39; and in an SQLite without threads. The caller then reads himself.
 */
#pragma once

#include "../function.h"

struct reader {
    sqlite3 *db;
    struct connection *connection;     /* its own */
    struct interruption *interruption; /* of the task that it works at, or NULL */
    sqlite3_stmt *statement;           /* the query */
};

struct readers {
    struct reader *list;
    unsigned count;        /* 0: there are none */
    sqlite3_stmt *holder;  /* has the other connection read, so that nobody commits; or NULL */
    bool needs_tables;     /* the query reads temporary tables */
    unsigned char *tables; /* of the other connection, copied into `size` bytes; NULL: not yet */
    sqlite3_int64 size;
    sqlite3_stmt *views; /* its row has the statements that name them */
};

/*
 * Opens up to `most`, each with the query prepared. False: memory ran out. Close them in either
 * case, and before anything is written: a writer waits until nobody reads.
 */
bool readers_open(struct readers *readers, sqlite3 *db, const struct connection *connection,
                  unsigned most, const char *query);
void readers_close(struct readers *readers);
