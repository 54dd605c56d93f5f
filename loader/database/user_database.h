/*
 * user_database.h - a SQLite database of somebody else, which is only read.
 *
 * (1) Nothing is written, and no file appears beside it, even if the program is killed. The index
 *     of a log (-shm) is written only if other programs use it, and reading needs its locks.
 * (2) All of a load sees one state of the database, in one transaction. Others cannot change a
 *     database without a write-ahead log as long; one with a log grows the log meanwhile.
 * (3) Where SQLite cannot keep others out - a database in WAL mode that nobody has open -
 *     user_database_check() notices that somebody wrote.
 * (4) A value of more than twice the bytes of a record is an error, and so are values that need
 *     more memory at once than memory_bound.h allows.
 */
#pragma once

#include "../base/failure.h"
#include "../base/fingerprint.h"
#include "read_only_vfs.h"

#include <sqlite3.h>

struct user_database {
    sqlite3 *db;      /* a thread may use it while no other does */
    const char *name; /* as on the command line */
    char path[PATH_MAX], log[PATH_MAX + 8];
    /*
     * POSIX drops all locks that a process has on a file when the process closes any descriptor of
     * it, so these stay open until the connection is closed.
     */
    int descriptor, log_descriptor;
    struct database_state state; /* when it was opened */
    bool unguarded;              /* others can write without our noticing: see (3) */
    int first_signal;            /* one that came before this database, or 0 */
};

/*
 * Opens the database at `path`, which is borrowed, and begins to read it. NULL with `failure`
 * filled in, also if it is locked for more than five seconds.
 */
struct user_database *user_database_open(const char *path, struct failure *failure);
void user_database_close(struct user_database *database);

/* From now on statements may only read, and load no code; or all again. False with `failure`. */
bool user_database_restrict(struct user_database *database, bool restricts,
                            struct failure *failure);

/* Adds its content and that of its log. If others write meanwhile, the sum is like no other. */
bool user_database_fingerprint(struct user_database *database, struct fingerprint *fingerprint,
                               struct failure *failure);

/* Whether all reads so far are of one state of the database; if not, `failure` says so. */
bool user_database_check(const struct user_database *database, struct failure *failure);

/* Whether the last error of the connection was a row too large (4); `failure` then tells how. */
bool user_database_row_is_large(const struct user_database *database, struct failure *failure);

/* Says what the last error of the connection was, and returns false. */
bool user_database_error(const struct user_database *database, struct failure *failure);
