/* temporary_storage.c - see temporary_storage.h. */
#include "temporary_storage.h"

/* SQLite itself never transfers more than a page, and its VFS for Unix fails beyond 128 KB. */
enum { piece_max = 1 << 16 };

static int make(struct temporary_storage *file) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (!vfs)
        return SQLITE_ERROR;
    sqlite3_file *made = sqlite3_malloc64((sqlite3_uint64)vfs->szOsFile);
    if (!made)
        return SQLITE_NOMEM;
    made->pMethods = NULL;
    int opened = 0;
    int code = vfs->xOpen(vfs, NULL, made,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE |
                              SQLITE_OPEN_DELETEONCLOSE | SQLITE_OPEN_TEMP_JOURNAL,
                          &opened);
    if (code == SQLITE_OK) {
        file->file = made;
        return SQLITE_OK;
    }
    if (made->pMethods)
        made->pMethods->xClose(made);
    sqlite3_free(made);
    return code;
}

/* Files of SQLite belong to one thread at a time. An SQLite without mutexes lacks the functions. */
#ifdef NEARDUP_WITHOUT_THREADS
#define WITH_MUTEX(file, function) ((void)(file))
#else
#define WITH_MUTEX(file, function) ((file)->mutex ? function((file)->mutex) : (void)0)
#endif

static uint64_t reserve(void *context, uint64_t size) {
    struct temporary_storage *file = context;
    WITH_MUTEX(file, sqlite3_mutex_enter);
    uint64_t begin = file->size;
    file->size += size;
    WITH_MUTEX(file, sqlite3_mutex_leave);
    return begin;
}

/* Calls xWrite or xRead, piece by piece. */
static bool transfer(struct temporary_storage *file, uint64_t offset, unsigned char *bytes,
                     size_t size, bool writes) {
    WITH_MUTEX(file, sqlite3_mutex_enter);
    int code = file->file ? SQLITE_OK : make(file);
    for (size_t done = 0; done < size && code == SQLITE_OK;) {
        int piece = size - done < piece_max ? (int)(size - done) : piece_max;
        sqlite3_int64 at = (sqlite3_int64)(offset + done);
        code = writes ? file->file->pMethods->xWrite(file->file, bytes + done, piece, at)
                      : file->file->pMethods->xRead(file->file, bytes + done, piece, at);
        done += (size_t)piece;
    }
    if (code != SQLITE_OK) {
        file->code = code;
        file->failed_made = file->file;
    }
    WITH_MUTEX(file, sqlite3_mutex_leave);
    return code == SQLITE_OK;
}

static bool write_bytes(void *context, uint64_t offset, const void *bytes, size_t size) {
    return transfer(context, offset, (unsigned char *)bytes, size, true);
}

static bool read_bytes(void *context, uint64_t offset, void *bytes, size_t size) {
    return transfer(context, offset, bytes, size, false);
}

bool temporary_storage_begin(struct temporary_storage *file) {
    *file = (struct temporary_storage){
        .storage = {.context = file, .reserve = reserve, .write = write_bytes, .read = read_bytes}};
#ifndef NEARDUP_WITHOUT_THREADS
    if (sqlite3_threadsafe()) {
        file->mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST);
        return file->mutex != NULL;
    }
#endif
    return true;
}

void temporary_storage_close(struct temporary_storage *file) {
    if (file->file)
        file->file->pMethods->xClose(file->file);
    sqlite3_free(file->file);
    WITH_MUTEX(file, sqlite3_mutex_free);
    *file = (struct temporary_storage){0};
}

void call_record_result(struct call *call, enum record_result result,
                        struct temporary_storage *file) {
    if (result == record_no_memory)
        call_interrupted(call);
    if (result != record_not_stored)
        return;
    WITH_MUTEX(file, sqlite3_mutex_enter);
    int code = file->code;
    bool made = file->failed_made;
    WITH_MUTEX(file, sqlite3_mutex_leave);
    call_refuse(call, "the temporary file cannot be %s: %s", made ? "written or read" : "made",
                sqlite3_errstr(code));
    if (call->message)
        call->code = code;
}
