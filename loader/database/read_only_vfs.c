/* read_only_vfs.c - see read_only_vfs.h. */
#include "read_only_vfs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h> /* open */
#include <sqlite3.h>
#include <stdio.h>  /* snprintf */
#include <stdlib.h> /* realpath */
#include <sys/stat.h>
#include <unistd.h> /* access, pread, close */

static sqlite3_vfs *usual;    /* the default VFS */
static sqlite3_vfs *unlocked; /* the same without locks */
static sqlite3_vfs reading;   /* a copy of the first that does not write */

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
    bool is_database = name && (flags & SQLITE_OPEN_MAIN_DB);
    sqlite3_vfs *base = is_database && sqlite3_uri_boolean(name, "unlocked", 0) ? unlocked : usual;
    return base->xOpen(base, name, file, flags, flags_out);
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int synchronizes) {
    (void)vfs, (void)name, (void)synchronizes;
    return SQLITE_READONLY;
}

const char *read_only_vfs_name(void) {
    if (reading.zName)
        return reading.zName;
    usual = sqlite3_vfs_find(NULL);
    unlocked = sqlite3_vfs_find("unix-none");
    if (!usual || !unlocked)
        return NULL;
    assert(unlocked->szOsFile == usual->szOsFile);
    reading = *usual;
    reading.pNext = NULL;
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
           : !has_index ? "&unlocked=1"
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
