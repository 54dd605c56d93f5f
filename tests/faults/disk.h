/*
 * disk.h - a disk in memory, as a VFS of SQLite, whose n-th operation fails.
 *
 *   (1) disk_fail_at(n, ...) makes the n-th operation of some kinds fail, once or from then on. A
 *       failing write writes its first half.
 *   (2) disk_power_cut() decides for each sector which unsynced writes survive, and for each file
 *       whether its creation or deletion does. Call it when all connections are closed.
 *   (3) It serves several connections of one process, on threads of their own, and refuses locks as
 *       SQLite's VFS for Unix does.
 *
 * Its memory comes from malloc(), so faults of SQLite's allocator are not faults of the disk.
 */
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { disk_sector = 512, disk_files_max = 16, disk_shared_max = 4 };
enum { disk_levels = SQLITE_LOCK_EXCLUSIVE + 1 };

enum disk_operation {
    disk_open,
    disk_read,
    disk_write,
    disk_truncate,
    disk_sync,
    disk_size,
    disk_delete,
    disk_access,
    disk_operation_count
};

enum { disk_all_operations = (1 << disk_operation_count) - 1 };
enum { disk_changes = 1 << disk_write | 1 << disk_truncate | 1 << disk_sync | 1 << disk_delete };

struct disk_bytes {
    unsigned char *bytes;
    size_t size;
};

struct disk_file {
    char name[64];             /* empty: of a temporary file */
    bool used;                 /* this place is taken */
    bool exists;               /* now ... */
    bool exists_synced;        /* ... and after a power cut */
    bool made_anew;            /* not synced since: `synced` belongs to a file that was deleted */
    struct disk_bytes content; /* as read now ... */
    struct disk_bytes synced;  /* ... and what is certain after a power cut */
    int holders[disk_levels];  /* connections, by the level of their lock */
    void *shared[disk_shared_max];
    int mapping;                           /* connections */
    int readers[SQLITE_SHM_NLOCK];         /* of shared memory, by lock; ... */
    const void *writers[SQLITE_SHM_NLOCK]; /* ... the one that has it for itself, or NULL */
};

/* Of all but the bytes of files, which locks protect. */
static pthread_mutex_t disk_mutex = PTHREAD_MUTEX_INITIALIZER;

static struct {
    struct disk_file files[disk_files_max];
    unsigned kinds; /* a bit for each kind of operation that is counted and may fail */
    int code;       /* what a failing operation returns; 0: the error of its kind */
    long countdown; /* operations until one fails; 0 for none */
    bool for_good;
    bool failed;
    uint64_t random;
} disk = {.random = 1};

struct disk_handle {
    sqlite3_file base;
    struct disk_file *file;
    int level; /* of its lock */
    bool mapped;
};

/* ---- Bytes and files ---- */

static inline void disk_resize(struct disk_bytes *bytes, size_t size) {
    if (size > bytes->size) {
        unsigned char *grown = realloc(bytes->bytes, size);
        if (!grown)
            abort();
        memset(grown + bytes->size, 0, size - bytes->size);
        bytes->bytes = grown;
    }
    bytes->size = size;
}

static inline void disk_copy(struct disk_bytes *to, const struct disk_bytes *from) {
    disk_resize(to, from->size);
    if (from->size > 0)
        memcpy(to->bytes, from->bytes, from->size);
}

static inline void disk_forget(struct disk_file *file) {
    free(file->content.bytes);
    free(file->synced.bytes);
    for (size_t i = 0; i < disk_shared_max; i++)
        free(file->shared[i]);
    *file = (struct disk_file){.used = false};
}

static inline struct disk_file *disk_find(const char *name) {
    for (size_t i = 0; i < disk_files_max; i++)
        if (disk.files[i].used && strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    return NULL;
}

static inline struct disk_file *disk_add(const char *name) {
    size_t i = 0;
    while (i < disk_files_max && disk.files[i].used)
        i++;
    if (i == disk_files_max || strlen(name) >= sizeof disk.files[i].name)
        abort();
    disk.files[i].used = true;
    strcpy(disk.files[i].name, name);
    return &disk.files[i];
}

/* Removes all files. */
static inline void disk_clear(void) {
    for (size_t i = 0; i < disk_files_max; i++)
        disk_forget(&disk.files[i]);
}

/* ---- Faults ---- */

static inline void disk_fail_at(long operation, bool for_good, unsigned kinds, int code) {
    disk.countdown = operation;
    disk.for_good = for_good;
    disk.kinds = kinds;
    disk.code = code;
    disk.failed = false;
}

/* Whether an operation has failed since disk_fail_at(); from now on none does. */
static inline bool disk_has_failed(void) {
    bool failed = disk.failed;
    disk_fail_at(0, false, 0, 0);
    return failed;
}

/* SQLITE_OK, or the error with which the operation fails. */
static inline int disk_try(enum disk_operation operation) {
    static const int codes[disk_operation_count] = {
        [disk_open] = SQLITE_CANTOPEN,       [disk_read] = SQLITE_IOERR_READ,
        [disk_write] = SQLITE_IOERR_WRITE,   [disk_truncate] = SQLITE_IOERR_TRUNCATE,
        [disk_sync] = SQLITE_IOERR_FSYNC,    [disk_size] = SQLITE_IOERR_FSTAT,
        [disk_delete] = SQLITE_IOERR_DELETE, [disk_access] = SQLITE_IOERR_ACCESS};
    if (!(disk.kinds >> operation & 1))
        return SQLITE_OK;
    pthread_mutex_lock(&disk_mutex);
    bool fails = disk.failed && disk.for_good;
    if (!fails && disk.countdown > 0 && --disk.countdown == 0)
        fails = disk.failed = true;
    pthread_mutex_unlock(&disk_mutex);
    return !fails ? SQLITE_OK : disk.code ? disk.code : codes[operation];
}

static inline bool disk_coin(void) {
    disk.random ^= disk.random << 13;
    disk.random ^= disk.random >> 7;
    disk.random ^= disk.random << 17;
    return disk.random >> 32 & 1;
}

/* Loses each unsynced sector at random, and the new size, too. */
static inline void disk_tear(struct disk_bytes *content, const struct disk_bytes *synced) {
    size_t written = content->size;
    if (disk_coin())
        disk_resize(content, synced->size);
    for (size_t begin = 0; begin < content->size; begin += disk_sector) {
        size_t end = begin + disk_sector < content->size ? begin + disk_sector : content->size;
        if (begin < written && disk_coin())
            continue;
        for (size_t i = begin; i < end; i++)
            content->bytes[i] = i < synced->size ? synced->bytes[i] : 0;
    }
}

static inline void disk_power_cut_of(struct disk_file *file) {
    static const struct disk_bytes nothing = {NULL, 0};
    bool in_folder = file->made_anew || !file->exists ? disk_coin() : true;
    if (!in_folder) {
        file->exists = file->exists_synced;
        disk_copy(&file->content, &file->synced);
    } else if (file->exists) {
        disk_tear(&file->content, file->made_anew ? &nothing : &file->synced);
    }
    file->exists_synced = file->exists;
    file->made_anew = false;
    disk_copy(&file->synced, &file->content);
}

static inline void disk_power_cut(void) {
    for (size_t i = 0; i < disk_files_max; i++)
        if (disk.files[i].used)
            disk_power_cut_of(&disk.files[i]);
}

/* ---- Methods of an open file ---- */

static inline struct disk_file *disk_file_of(sqlite3_file *handle) {
    return ((struct disk_handle *)handle)->file;
}

static inline int disk_x_close(sqlite3_file *handle) {
    struct disk_file *file = disk_file_of(handle);
    pthread_mutex_lock(&disk_mutex);
    file->holders[((struct disk_handle *)handle)->level]--;
    if (!*file->name)
        disk_forget(file);
    pthread_mutex_unlock(&disk_mutex);
    return SQLITE_OK;
}

static inline int disk_x_read(sqlite3_file *handle, void *bytes, int count, sqlite3_int64 offset) {
    const struct disk_bytes *content = &disk_file_of(handle)->content;
    size_t begin = (size_t)offset, wanted = (size_t)count;
    int code = disk_try(disk_read);
    if (code != SQLITE_OK)
        return code;
    size_t there = begin < content->size ? content->size - begin : 0;
    size_t read = there < wanted ? there : wanted;
    if (read > 0)
        memcpy(bytes, content->bytes + begin, read);
    memset((char *)bytes + read, 0, wanted - read);
    return read == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static inline int disk_x_write(sqlite3_file *handle, const void *bytes, int count,
                               sqlite3_int64 offset) {
    struct disk_bytes *content = &disk_file_of(handle)->content;
    bool failed_before = disk.failed;
    int code = disk_try(disk_write);
    size_t begin = (size_t)offset, written = (size_t)count;
    if (code != SQLITE_OK)
        written = failed_before ? 0 : written / 2;
    if (written > 0 && begin + written > content->size)
        disk_resize(content, begin + written);
    if (written > 0)
        memcpy(content->bytes + begin, bytes, written);
    return code;
}

static inline int disk_x_truncate(sqlite3_file *handle, sqlite3_int64 size) {
    struct disk_bytes *content = &disk_file_of(handle)->content;
    int code = disk_try(disk_truncate);
    if (code == SQLITE_OK && (size_t)size < content->size)
        disk_resize(content, (size_t)size);
    return code;
}

static inline int disk_x_sync(sqlite3_file *handle, int flags) {
    (void)flags;
    struct disk_file *file = disk_file_of(handle);
    int code = disk_try(disk_sync);
    if (code != SQLITE_OK)
        return code;
    disk_copy(&file->synced, &file->content);
    file->exists_synced = true;
    file->made_anew = false;
    return SQLITE_OK;
}

static inline int disk_x_size(sqlite3_file *handle, sqlite3_int64 *size) {
    *size = (sqlite3_int64)disk_file_of(handle)->content.size;
    return disk_try(disk_size);
}

/* Whether another connection has this lock or a higher one. */
static inline bool disk_is_held(const struct disk_handle *handle, int level) {
    int holders = 0;
    for (int at = level; at < disk_levels; at++)
        holders += handle->file->holders[at] - (handle->level == at);
    return holders > 0;
}

static inline int disk_x_lock(sqlite3_file *base, int level) {
    static const int excluding[disk_levels] = {[SQLITE_LOCK_SHARED] = SQLITE_LOCK_PENDING,
                                               [SQLITE_LOCK_RESERVED] = SQLITE_LOCK_RESERVED,
                                               [SQLITE_LOCK_EXCLUSIVE] = SQLITE_LOCK_SHARED};
    struct disk_handle *handle = (struct disk_handle *)base;
    pthread_mutex_lock(&disk_mutex);
    bool refused = level > handle->level && disk_is_held(handle, excluding[level]);
    if (!refused && level != handle->level) {
        handle->file->holders[handle->level]--;
        handle->file->holders[handle->level = level]++;
    }
    pthread_mutex_unlock(&disk_mutex);
    return refused ? SQLITE_BUSY : SQLITE_OK;
}

static inline int disk_x_reserved(sqlite3_file *base, int *reserved) {
    pthread_mutex_lock(&disk_mutex);
    *reserved = disk_is_held((struct disk_handle *)base, SQLITE_LOCK_RESERVED);
    pthread_mutex_unlock(&disk_mutex);
    return SQLITE_OK;
}

static inline int disk_x_control(sqlite3_file *handle, int operation, void *argument) {
    (void)handle, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static inline int disk_x_sector(sqlite3_file *handle) {
    (void)handle;
    return disk_sector;
}

static inline int disk_x_characteristics(sqlite3_file *handle) {
    (void)handle;
    return 0;
}

static inline int disk_x_map(sqlite3_file *base, int region, int size, int extend,
                             void volatile **memory) {
    struct disk_handle *handle = (struct disk_handle *)base;
    void **shared = handle->file->shared;
    *memory = NULL;
    if (region >= disk_shared_max)
        return SQLITE_IOERR_SHMSIZE;
    pthread_mutex_lock(&disk_mutex);
    if (!shared[region] && extend)
        shared[region] = calloc(1, (size_t)size);
    handle->file->mapping += !handle->mapped;
    handle->mapped = true;
    *memory = shared[region];
    pthread_mutex_unlock(&disk_mutex);
    return extend && !*memory ? SQLITE_IOERR_NOMEM : SQLITE_OK;
}

static inline int disk_x_shared_lock(sqlite3_file *base, int offset, int count, int flags) {
    struct disk_file *file = disk_file_of(base);
    bool ends = flags & SQLITE_SHM_UNLOCK, alone = flags & SQLITE_SHM_EXCLUSIVE, refused = false;
    pthread_mutex_lock(&disk_mutex);
    for (int i = offset; i < offset + count; i++)
        refused |= !ends && ((file->writers[i] && file->writers[i] != base) ||
                             (alone && file->readers[i] > 0));
    for (int i = offset; i < offset + count && !refused; i++)
        if (alone)
            file->writers[i] = ends ? NULL : base;
        else
            file->readers[i] += ends ? -1 : 1;
    pthread_mutex_unlock(&disk_mutex);
    return refused ? SQLITE_BUSY : SQLITE_OK;
}

static inline void disk_x_barrier(sqlite3_file *base) {
    (void)base;
    pthread_mutex_lock(&disk_mutex);
    pthread_mutex_unlock(&disk_mutex);
}

/* When the last connection closes, nothing is left, as after a power cut. */
static inline int disk_x_unmap(sqlite3_file *base, int delete) {
    (void)delete;
    struct disk_handle *handle = (struct disk_handle *)base;
    struct disk_file *file = handle->file;
    pthread_mutex_lock(&disk_mutex);
    file->mapping -= handle->mapped;
    handle->mapped = false;
    for (size_t i = 0; i < disk_shared_max && file->mapping == 0; i++) {
        free(file->shared[i]);
        file->shared[i] = NULL;
    }
    pthread_mutex_unlock(&disk_mutex);
    return SQLITE_OK;
}

static const sqlite3_io_methods disk_methods = {
    .iVersion = 2,
    .xClose = disk_x_close,
    .xRead = disk_x_read,
    .xWrite = disk_x_write,
    .xTruncate = disk_x_truncate,
    .xSync = disk_x_sync,
    .xFileSize = disk_x_size,
    .xLock = disk_x_lock,
    .xUnlock = disk_x_lock,
    .xCheckReservedLock = disk_x_reserved,
    .xFileControl = disk_x_control,
    .xSectorSize = disk_x_sector,
    .xDeviceCharacteristics = disk_x_characteristics,
    .xShmMap = disk_x_map,
    .xShmLock = disk_x_shared_lock,
    .xShmBarrier = disk_x_barrier,
    .xShmUnmap = disk_x_unmap,
};

/* ---- Methods of the disk ---- */

static inline int disk_x_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *handle, int flags,
                              int *flags_out) {
    (void)vfs;
    int code = disk_try(disk_open);
    pthread_mutex_lock(&disk_mutex);
    struct disk_file *file = name ? disk_find(name) : NULL;
    *(struct disk_handle *)handle = (struct disk_handle){.level = SQLITE_LOCK_NONE};
    if (code == SQLITE_OK && !(file && file->exists) && !(flags & SQLITE_OPEN_CREATE))
        code = SQLITE_CANTOPEN;
    if (code == SQLITE_OK && !file)
        file = disk_add(name ? name : "");
    if (code == SQLITE_OK) {
        file->made_anew |= !file->exists;
        file->exists = true;
        file->holders[SQLITE_LOCK_NONE]++;
        ((struct disk_handle *)handle)->file = file;
        handle->pMethods = &disk_methods;
    }
    pthread_mutex_unlock(&disk_mutex);
    if (flags_out)
        *flags_out = flags;
    return code;
}

static inline int disk_x_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
    (void)vfs;
    int code = disk_try(disk_delete);
    pthread_mutex_lock(&disk_mutex);
    struct disk_file *file = disk_find(name);
    pthread_mutex_unlock(&disk_mutex);
    if (code != SQLITE_OK)
        return code;
    if (!file || !file->exists)
        return SQLITE_IOERR_DELETE_NOENT;
    file->exists = false;
    disk_resize(&file->content, 0);
    if (sync_folder)
        file->exists_synced = false;
    return SQLITE_OK;
}

static inline int disk_x_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer) {
    (void)vfs;
    pthread_mutex_lock(&disk_mutex);
    struct disk_file *file = disk_find(name);
    pthread_mutex_unlock(&disk_mutex);
    *answer = file && file->exists && (flags != SQLITE_ACCESS_EXISTS || file->content.size > 0);
    return disk_try(disk_access);
}

static inline int disk_x_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    (void)vfs;
    sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
}

static inline int disk_x_randomness(sqlite3_vfs *vfs, int size, char *bytes) {
    (void)vfs;
    memset(bytes, 7, (size_t)size);
    return size;
}

/* Makes this the disk of all databases opened from now on. */
static inline void disk_install(void) {
    static sqlite3_vfs vfs;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(struct disk_handle);
    vfs.mxPathname = 60;
    vfs.zName = "disk";
    vfs.pNext = NULL;
    vfs.xOpen = disk_x_open;
    vfs.xDelete = disk_x_delete;
    vfs.xAccess = disk_x_access;
    vfs.xFullPathname = disk_x_full_name;
    vfs.xRandomness = disk_x_randomness;
    sqlite3_vfs_register(&vfs, 1);
}
