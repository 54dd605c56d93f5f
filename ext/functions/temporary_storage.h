/*
 * temporary_storage.h - the core's storage (core/base/storage.h) in a file of SQLite's default VFS.
 *
 * The file is made when it is first written, where SQLite puts its own temporary files, and deleted
 * when it is closed.
 */
#pragma once

#include "function.h"

struct temporary_storage {
    struct storage storage; /* refers to this struct, which must not move */
    sqlite3_mutex *mutex;   /* NULL if SQLite has none: then there are no threads */
    sqlite3_file *file;     /* NULL: not made yet */
    uint64_t size;
    int code;         /* of the last storage.write() or storage.read() that failed, or SQLITE_OK */
    bool failed_made; /* whether the file was made when that failed */
};

/* Returns false if memory runs out. Close it with temporary_storage_close(). */
bool temporary_storage_begin(struct temporary_storage *file);
void temporary_storage_close(struct temporary_storage *file);

/* Records what went wrong in the core, if anything did. */
void call_record_result(struct call *call, enum record_result result,
                        struct temporary_storage *file);
