/*
 * neardup.h - the public header of neardup, for programs that link the extension statically.
 *
 *     #include <sqlite3.h>
 *     #include "neardup.h"
 *
 *     sqlite3_open("my.db", &db);
 *     sqlite3_neardup_init(db, &message, NULL);                       for one connection, or
 *     sqlite3_auto_extension((void (*)(void))sqlite3_neardup_init);   for all opened later
 *
 * Either compile neardup.c, which `make amalgamation` makes, with -DSQLITE_CORE, or link
 * build/libneardup.a, which `make build/libneardup.a` compiles like this. Both need SQLite, libm
 * and, where that is not part of libc, as before glibc 2.34, libpthread. -DNEARDUP_WITHOUT_THREADS
 * leaves threads out; an SQLite built with SQLITE_THREADSAFE=0 needs that here, since it has no
 * mutexes. Hosts that load build/neardup.so need no header: SQLite derives the name of the entry
 * point, the only exported symbol, from the file's name.
 */
#pragma once

#include <sqlite3.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NEARDUP_VERSION "0.5.0"

/* The oldest supported SQLite. In an older one, sqlite3_neardup_init() fails with a message. */
#define NEARDUP_SQLITE_MINIMUM 3035000

struct sqlite3_api_routines;

/*
 * Registers the functions on `db`. Returns SQLITE_OK or an error code. On error, sets *message,
 * unless `message` is NULL, to text that the caller frees with sqlite3_free(). `api` is NULL when
 * linked statically.
 */
int sqlite3_neardup_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

/*
 * A host in C gets what neardup_run() prints piece by piece, if it binds a pointer to this as the
 * last argument: sqlite3_bind_pointer(statement, 3, &rows, "neardup_rows", NULL). A piece is a line
 * or a row, with its line end. What `text` returns must be 0, or the run ends as if it had been
 * interrupted.
 */
struct neardup_rows {
    int (*text)(void *context, const char *text, size_t length);
    void (*stage)(void *context, const char *name, int number, int count); /* begins; or NULL */
    void *context;
};

#ifdef __cplusplus
}
#endif
