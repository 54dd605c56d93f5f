/*
 * temporary_file.h - a storage for the core (core/base/storage.h) in a file of SQLite's default
 * VFS.
 *
 * The file is made when it is first written, where SQLite puts its own temporary files, and deleted
 * when it is closed.
 */
#ifndef NEARDUP_TEMPORARY_FILE_H
#define NEARDUP_TEMPORARY_FILE_H

#include "../core/core.h"
#include "functions.h"

struct temporary_file {
    struct storage storage; /* refers to this struct, which must not move */
    sqlite3_mutex *mutex;   /* NULL if SQLite has none: then there are no threads */
    sqlite3_file *file;     /* NULL: not made yet */
    uint64_t size;
    int code;         /* of the last storage.write() or storage.read() that failed, or SQLITE_OK */
    bool failed_made; /* whether the file was made when that failed */
};

/* Why storage.write() or storage.read() failed last, and whether the file was made by then. */
int temporary_file_failure(struct temporary_file *file, bool *made);

/* Returns false if memory runs out. Close it with temporary_file_close(). */
bool temporary_file_begin(struct temporary_file *file);
void temporary_file_close(struct temporary_file *file);

#endif
