/*
 * neardup.h - near-duplicate text in SQLite: the public header, for linking the extension
 * statically.
 *
 *     #include <sqlite3.h>
 *     #include "neardup.h"
 *
 *     sqlite3_open("my.db", &db);
 *     sqlite3_neardup_init(db, &message, NULL);       once for each connection, or
 *     sqlite3_auto_extension((void (*)(void))sqlite3_neardup_init);   for all to come
 *
 * Compile ext/neardup.c, ext/functions and ext/core with -DSQLITE_CORE and link with SQLite and
 * libm; `make build/libneardup.a` does. Hosts that load build/neardup.so need no header: the
 * entry point is the one symbol that it exports, and SQLite finds it by the file's name.
 */
#ifndef NEARDUP_H
#define NEARDUP_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NEARDUP_VERSION "0.2.0"

/* The oldest SQLite it runs in; an older one gets a polite error. */
#define NEARDUP_SQLITE_MINIMUM 3035000

struct sqlite3_api_routines;

/*
 * Adds the functions to `db`. SQLITE_OK, or an error code with *message, where `message` is not
 * NULL, set to text that the caller frees with sqlite3_free(). `api` is NULL in a static link.
 */
int sqlite3_neardup_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
