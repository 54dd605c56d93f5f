/*
 * read_only_vfs.c - see read_only_vfs.h.
 *
 * A file of this VFS is one of the default VFS, which does all the work, with `struct more` behind
 * it in the same memory.
 */
#include "read_only_vfs.h"

#include "../base/array.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h> /* open */
#include <sqlite3.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h> /* access, pread, close */

/* A private index: its regions, which SQLite maps one after the other. */
struct more {
    sqlite3_io_methods methods; /* those of the default VFS, but for the index */
    void **regions;
    size_t count, capacity;
};

static sqlite3_vfs *usual;  /* the default VFS */
static sqlite3_vfs reading; /* a copy of it that does not write */

static struct more *more_of(sqlite3_file *file) {
    return (struct more *)(void *)((char *)file + (reading.szOsFile - (int)sizeof(struct more)));
}

/* ---- The index of a write-ahead log, in memory ----------------------------------------------- */

static int map_index(sqlite3_file *file, int region, int size, int extend, void volatile **at) {
    assert(region >= 0 && size > 0);
    struct more *more = more_of(file);
    *at = NULL;
    while (extend && more->count <= (size_t)region) {
        if (!ARRAY_ROOM(more->regions, more->count, more->capacity))
            return SQLITE_NOMEM;
        more->regions[more->count] = calloc(1, (size_t)size);
        if (!more->regions[more->count])
            return SQLITE_NOMEM;
        more->count++;
    }
    if ((size_t)region < more->count)
        *at = more->regions[region];
    return SQLITE_OK;
}

static int lock_index(sqlite3_file *file, int offset, int count, int flags) {
    (void)file, (void)offset, (void)count, (void)flags;
    return SQLITE_OK;
}

static void order_index(sqlite3_file *file) {
    (void)file; /* nobody else sees it */
}

static int unmap_index(sqlite3_file *file, int deletes) {
    struct more *more = more_of(file);
    (void)deletes;
    for (size_t i = 0; i < more->count; i++)
        free(more->regions[i]);
    free(more->regions);
    more->regions = NULL;
    more->count = more->capacity = 0;
    return SQLITE_OK;
}

/* ---- The VFS --------------------------------------------------------------------------------- */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *flags_out) {
    const int of_database = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL |
                            SQLITE_OPEN_SUPER_JOURNAL;
    (void)vfs;
    if (name && (flags & of_database)) {
        flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_DELETEONCLOSE);
        flags |= SQLITE_OPEN_READONLY;
    }
    int code = usual->xOpen(usual, name, file, flags, flags_out);
    if (code == SQLITE_OK && name && (flags & SQLITE_OPEN_MAIN_DB) &&
        file->pMethods->iVersion >= 2 && sqlite3_uri_boolean(name, "private_index", 0)) {
        struct more *more = more_of(file);
        *more = (struct more){.methods = *file->pMethods};
        more->methods.xShmMap = map_index;
        more->methods.xShmLock = lock_index;
        more->methods.xShmBarrier = order_index;
        more->methods.xShmUnmap = unmap_index;
        file->pMethods = &more->methods;
    }
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int synchronizes) {
    (void)vfs, (void)name, (void)synchronizes;
    return SQLITE_READONLY;
}

const char *read_only_vfs_name(void) {
    const int alignment = (int)_Alignof(struct more);
    if (reading.zName)
        return reading.zName;
    usual = sqlite3_vfs_find(NULL);
    if (!usual)
        return NULL;
    reading = *usual;
    reading.pNext = NULL;
    reading.szOsFile =
        (usual->szOsFile + alignment - 1) / alignment * alignment + (int)sizeof(struct more);
    reading.zName = "neardup-read-only";
    reading.xOpen = open_file;
    reading.xDelete = delete_file;
    if (sqlite3_vfs_register(&reading, 0) != SQLITE_OK)
        reading.zName = NULL;
    return reading.zName;
}

/* ---- What others write ----------------------------------------------------------------------- */

const char *database_beside(const char *path, const char *suffix, char name[database_beside_max]) {
    char target[PATH_MAX];
    snprintf(name, database_beside_max, "%s%s", realpath(path, target) ? target : path, suffix);
    return name;
}

/* Whether the header says that the database is in WAL mode: it is a 2 in byte 18. */
static bool is_in_wal_mode(const char *path) {
    enum { version_place = 18, version_of_wal = 2 };
    unsigned char version = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length;
    do
        length = pread(file, &version, 1, version_place);
    while (length < 0 && errno == EINTR);
    close(file);
    return length == 1 && version == version_of_wal;
}

const char *read_only_parameters(const char *path, bool *unguarded) {
    char name[database_beside_max];
    bool is_wal = is_in_wal_mode(path);
    bool has_log = access(database_beside(path, "-wal", name), F_OK) == 0;
    bool has_index = access(database_beside(path, "-shm", name), F_OK) == 0;
    *unguarded = is_wal && (!has_log || !has_index);
    return !is_wal      ? ""
           : !has_log   ? "&immutable=1"
           : !has_index ? "&private_index=1"
                        : "&readonly_shm=1";
}

static struct file_state state_of(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return (struct file_state){0};
    return (struct file_state){status.st_dev, status.st_ino, (int64_t)status.st_size,
                               status.st_mtim};
}

static bool same_state(const struct file_state *a, const struct file_state *b) {
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           a->written.tv_sec == b->written.tv_sec && a->written.tv_nsec == b->written.tv_nsec;
}

struct database_state database_state_of(const char *path) {
    char name[database_beside_max];
    return (struct database_state){state_of(path), state_of(database_beside(path, "-wal", name))};
}

bool database_state_same(const struct database_state *a, const struct database_state *b) {
    return same_state(&a->file, &b->file) && same_state(&a->log, &b->log);
}
