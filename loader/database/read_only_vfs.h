/*
 * read_only_vfs.h - SQLite's access to the files of a database, without any way to write to them.
 *
 * A read-only connection of SQLite may still create a write-ahead log and its index beside the
 * database, recover them, or delete a journal. With this VFS it cannot: every file of a database is
 * opened for reading only, and none is made or deleted. Temporary files, which SQLite keeps
 * elsewhere, are as usual.
 *
 * The URI parameter unlocked=1 takes no locks: for a write-ahead log whose index is not there.
 * After `PRAGMA locking_mode = exclusive` SQLite keeps that index in memory. Such a connection does
 * not see the locks of others, so its caller checks afterwards that nobody wrote.
 */
#pragma once

#include <limits.h> /* PATH_MAX */
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h> /* dev_t, ino_t */
#include <time.h>      /* struct timespec */

/* The name of the VFS, registered at the first call; NULL if SQLite does not start. */
const char *read_only_vfs_name(void);

enum { database_beside_max = PATH_MAX + 8 };

/* The name of a file that SQLite keeps beside a database: beside the target of a symbolic link. */
const char *database_beside(const char *path, const char *suffix, char name[database_beside_max]);

/*
 * The URI parameters by which the database at `path` is read.
 *
 * Without a log nobody has a database in WAL mode open, and SQLite reads it as a file that does not
 * change: to lock it, SQLite would make a log. If there is a log without its index, nobody has it
 * open either, and the index is made in memory. Somebody may open it later, and then there are no
 * locks: it is `*unguarded`, and its connection begins with the PRAGMA above. If there is an index,
 * reading it tells which part of the log counts, and its locks keep others from overwriting that.
 */
const char *read_only_parameters(const char *path, bool *unguarded);

/* What changes when a file is written to. All zeroes: there is no file. */
struct file_state {
    dev_t device;
    ino_t number;
    int64_t size;
    struct timespec written;
};

/* That of a database and of its log. One that is unguarded must have the same before and after. */
struct database_state {
    struct file_state file, log;
};

struct database_state database_state_of(const char *path);
bool database_state_same(const struct database_state *a, const struct database_state *b);
