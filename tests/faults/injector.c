/*
 * injector.c - a library to preload, which makes a program's calls into the system fail on request.
 *
 *   (1) Calls are counted from the start of main(), in all libraries. Of the calls that the C
 *       library makes itself only allocations are seen; fopen(), fread() and fseeko() count as
 *       reads.
 *   (2) FAULT names the kind that counts: "allocation", "read", "write", "lock" or "thread". The
 *       FAULT_AT-th of them fails, and with FAULT_LASTING=1 all that follow, with the error
 *       FAULT_ERROR, a number of errno.h. FAULT_LIBRARY, if set, counts only the allocations of one
 *       library, such as "libxml2.so.2", or of "the program".
 *   (3) With FAULT_SIGNAL that call does not fail; instead the process gets the signal before it.
 *       SIGKILL in a write comes when half is written.
 *   (4) FAULT_REPORT names a file that is written when main() returns. It lists the calls of each
 *       kind and how many of them failed; for allocations also the calls of each library, if these
 *       had to be told apart.
 *   (5) FAULT_SHORT=N lets each read and write transfer only 1 to N bytes, in a fixed sequence;
 *       every FAULT_INTERRUPTS-th is interrupted before it transfers any.
 *   (6) DISK_FULL_AFTER=N: files may grow by N bytes in all, then the disk is full. As on a real
 *       one, bytes that exist can still be overwritten.
 *   (7) READ_ERROR_AT=N: read() fails at byte N of a file and after it.
 *   (8) MEMORY_BELOW=N: an allocation of N bytes or more fails.
 *   (9) SLOW_BEGIN=1: SQLite's BEGIN takes a third of a second, so that another program can take
 *       the lock between two transactions.
 *  (10) FAULT_KEEPS=1: an allocation can always reuse the area that the thread freed last, as in
 *       the C library.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h> /* malloc_usable_size */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum kind { allocation, reading, writing, locking, threading, kind_count };
static const char *const kind_names[kind_count] = {"allocation", "read", "write", "lock", "thread"};

/* The settings from the environment. */
static struct {
    enum kind kind;
    long at; /* 0: never */
    bool lasting;
    int error, signal;
    unsigned most;   /* bytes that a call may transfer; 0: all */
    long interrupts; /* every n-th transfer is interrupted; 0: none */
    const char *library;
    long long room;   /* bytes on the disk; -1: enough */
    long long broken; /* the first byte that cannot be read; -1: none */
    size_t memory;    /* an allocation of this size or more fails */
    bool slow_begin, keeps;
    const char *report;
} wanted;

static bool counts; /* main() is running */
static atomic_long seen[kind_count], failed, transfers;
static atomic_llong grown;
static atomic_uint turns = 1;

/* The libraries that allocate, by their addresses. */
enum { libraries_max = 64 };
static struct library {
    const void *begin;
    const char *name;
    atomic_long allocations, failed;
} libraries[libraries_max];
static int library_count;
static pthread_mutex_t libraries_mutex = PTHREAD_MUTEX_INITIALIZER;

/* The function of that name that would have been called without this library. */
#define REAL(name)                 \
    static __typeof__(name) *real; \
    if (!real)                     \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

/*
 * A function that calls the one of its name, with these arguments, unless `fails` holds: then it
 * returns `failure`. The parameters stand in brackets.
 */
#define REPLACED(type, name, parameters, fails, failure, ...) \
    type name parameters {                                    \
        REAL(name);                                           \
        return (fails) ? (failure) : real(__VA_ARGS__);       \
    }

/* ---- Who asks -------------------------------------------------------------------------------- */

static struct library *find_library(const Dl_info *info) {
    for (int i = 0; i < library_count; i++)
        if (libraries[i].begin == info->dli_fbase)
            return &libraries[i];
    if (library_count == libraries_max)
        abort();
    const char *slash = strrchr(info->dli_fname, '/');
    const char *name = slash ? slash + 1 : info->dli_fname;
    libraries[library_count] = (struct library){.begin = info->dli_fbase, .name = name};
    return &libraries[library_count++];
}

/* dladdr() looks through the symbols of a library, so each thread remembers whom it asked about. */
static struct library *library_of(const void *caller) {
    enum { places = 512 };
    static _Thread_local struct {
        const void *caller;
        struct library *library;
    } known[places] __attribute__((tls_model("initial-exec")));
    size_t place = (uintptr_t)caller % places;
    if (known[place].caller == caller)
        return known[place].library;
    Dl_info info;
    if (!dladdr(caller, &info))
        abort();
    pthread_mutex_lock(&libraries_mutex);
    struct library *library = find_library(&info);
    pthread_mutex_unlock(&libraries_mutex);
    known[place].caller = caller;
    known[place].library = library;
    return library;
}

/* The number of this allocation among those that count; 0 if it does not. */
static long number_of(const void *caller) {
    long number = 1 + atomic_fetch_add(&seen[allocation], 1);
    if (wanted.at > 0 && !wanted.library)
        return number;
    struct library *library = library_of(caller);
    long own = 1 + atomic_fetch_add(&library->allocations, 1);
    if (!wanted.library)
        return number;
    return strcmp(library->name, wanted.library) == 0 ? own : 0;
}

/* ---- Whether it fails ------------------------------------------------------------------------ */

enum verdict { goes_on, fails, dies };

static enum verdict give_signal(void) {
    if (wanted.signal == SIGKILL)
        return dies;
    raise(wanted.signal);
    return goes_on;
}

/* Whether a call fails; sets errno if it does. */
static enum verdict judge(enum kind kind, const void *caller) {
    if (!counts)
        return goes_on;
    long number = kind == allocation ? number_of(caller) : 1 + atomic_fetch_add(&seen[kind], 1);
    if (kind != wanted.kind || wanted.at == 0 || number < wanted.at ||
        (number > wanted.at && !wanted.lasting))
        return goes_on;
    atomic_fetch_add(&failed, 1);
    if (kind == allocation)
        atomic_fetch_add(&library_of(caller)->failed, 1);
    if (wanted.signal)
        return give_signal();
    errno = wanted.error;
    return fails;
}

/* The same for calls that cannot be done in part: SIGKILL ends them at once. */
static bool stops(enum kind kind) {
    enum verdict verdict = judge(kind, NULL);
    if (verdict == dies)
        raise(SIGKILL);
    return verdict == fails;
}

static bool is_interrupted(void) {
    if (!counts || wanted.interrupts == 0 || ++transfers % wanted.interrupts != 0)
        return false;
    errno = EINTR;
    return true;
}

/* How many bytes of a transfer are done. */
static size_t part_of(size_t length) {
    if (!counts || wanted.most == 0 || length == 0)
        return length;
    unsigned turn = atomic_fetch_add(&turns, 1) * 2654435761u;
    size_t part = 1 + (turn >> 8) % wanted.most;
    return part < length ? part : length;
}

static bool disk_is_full(int descriptor, size_t length, long long offset) {
    struct stat status;
    if (wanted.room < 0 || fstat(descriptor, &status) != 0)
        return false;
    long long growth = offset + (long long)length - status.st_size;
    if (growth <= 0 || atomic_fetch_add(&grown, growth) + growth <= wanted.room)
        return false;
    errno = ENOSPC;
    return true;
}

/* ---- Allocation ------------------------------------------------------------------------------ */

/* The size of the area that the thread freed last and has not reused. */
static _Thread_local size_t kept __attribute__((tls_model("initial-exec")));

void free(void *memory) {
    REAL(free);
    if (memory)
        kept = malloc_usable_size(memory);
    real(memory);
}

static bool is_kept(size_t size) {
    bool there = wanted.keeps && size <= kept;
    kept = 0;
    return there;
}

static bool allocation_fails(size_t size, const void *caller) {
    if (is_kept(size))
        return false;
    if (judge(allocation, caller) == fails)
        return true;
    if (size < wanted.memory)
        return false;
    errno = ENOMEM;
    return true;
}

#define NO_MEMORY(size) allocation_fails(size, __builtin_return_address(0))

REPLACED(void *, malloc, (size_t size), NO_MEMORY(size), NULL, size)
REPLACED(void *, calloc, (size_t count, size_t size), NO_MEMORY(count *size), NULL, count, size)
REPLACED(void *, realloc, (void *memory, size_t size), NO_MEMORY(size), NULL, memory, size)
REPLACED(int, posix_memalign, (void **memory, size_t alignment, size_t size), NO_MEMORY(size),
         ENOMEM, memory, alignment, size)
REPLACED(void *, aligned_alloc, (size_t alignment, size_t size), NO_MEMORY(size), NULL, alignment,
         size)

/* ---- Reading --------------------------------------------------------------------------------- */

static bool is_broken(int descriptor) {
    if (wanted.broken < 0 || lseek(descriptor, 0, SEEK_CUR) < wanted.broken)
        return false;
    errno = EIO;
    return true;
}

REPLACED(ssize_t, read, (int descriptor, void *bytes, size_t length),
         is_broken(descriptor) || stops(reading) || is_interrupted(), -1, descriptor, bytes,
         part_of(length))
REPLACED(ssize_t, pread, (int descriptor, void *bytes, size_t length, off_t offset),
         stops(reading) || is_interrupted(), -1, descriptor, bytes, part_of(length), offset)
REPLACED(ssize_t, pread64, (int descriptor, void *bytes, size_t length, off64_t offset),
         stops(reading) || is_interrupted(), -1, descriptor, bytes, part_of(length), offset)
REPLACED(int, fstat, (int descriptor, struct stat *status), stops(reading), -1, descriptor, status)
REPLACED(int, fstat64, (int descriptor, struct stat64 *status), stops(reading), -1, descriptor,
         status)
REPLACED(void *, mmap,
         (void *address, size_t length, int protection, int flags, int descriptor, off_t offset),
         descriptor >= 0 && stops(reading), MAP_FAILED, address, length, protection, flags,
         descriptor, offset)
REPLACED(void *, mmap64,
         (void *address, size_t length, int protection, int flags, int descriptor, off64_t offset),
         descriptor >= 0 && stops(reading), MAP_FAILED, address, length, protection, flags,
         descriptor, offset)
REPLACED(FILE *, fopen, (const char *path, const char *mode), stops(reading), NULL, path, mode)
REPLACED(int, fseeko, (FILE * file, off_t offset, int whence), stops(reading), -1, file, offset,
         whence)

/* Opening to write counts as writing. */
static enum kind kind_of_opening(int flags) {
    return (flags & O_ACCMODE) == O_RDONLY ? reading : writing;
}

/* open() and open64(), whose mode is there only if the file may be made. */
#define REPLACED_OPEN(name)                                                  \
    int name(const char *path, int flags, ...) {                             \
        REAL(name);                                                          \
        va_list arguments;                                                   \
        va_start(arguments, flags);                                          \
        mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;       \
        va_end(arguments);                                                   \
        return stops(kind_of_opening(flags)) ? -1 : real(path, flags, mode); \
    }
REPLACED_OPEN(open)
REPLACED_OPEN(open64)

/*
 * The system call inside fails. To imitate that, the file is replaced by one that cannot be read.
 */
size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
    REAL(fread);
    if (!stops(reading))
        return real(bytes, size, count, file);
    int error = errno, folder = open("/", O_RDONLY | O_DIRECTORY);
    dup2(folder, fileno(file));
    close(folder);
    size_t none = real(bytes, size, count, file);
    errno = error;
    return none;
}

/* ---- Writing --------------------------------------------------------------------------------- */

REPLACED(ssize_t, write, (int descriptor, const void *bytes, size_t length),
         descriptor > STDERR_FILENO && (stops(writing) || is_interrupted()), -1, descriptor, bytes,
         length)

typedef ssize_t pwrite_function(int, const void *, size_t, off64_t);

static ssize_t write_at(pwrite_function *real, int descriptor, const void *bytes, size_t length,
                        off64_t offset) {
    enum verdict verdict = judge(writing, NULL);
    if (verdict == dies) {
        ssize_t half = real(descriptor, bytes, length / 2, offset);
        raise(SIGKILL);
        return half;
    }
    if (verdict == fails || disk_is_full(descriptor, length, offset) || is_interrupted())
        return -1;
    return real(descriptor, bytes, part_of(length), offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    return write_at(real, descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    REAL(pwrite64);
    return write_at(real, descriptor, bytes, length, offset);
}

REPLACED(int, fsync, (int descriptor), stops(writing), -1, descriptor)
REPLACED(int, fdatasync, (int descriptor), stops(writing), -1, descriptor)
REPLACED(int, ftruncate, (int descriptor, off_t length), stops(writing), -1, descriptor, length)
REPLACED(int, ftruncate64, (int descriptor, off64_t length), stops(writing), -1, descriptor, length)
REPLACED(int, unlink, (const char *path), stops(writing), -1, path)

/* ---- Locks ----------------------------------------------------------------------------------- */

/* Only locking fails; no system refuses to unlock. */
static bool lock_fails(int command, const void *argument) {
    const struct flock *lock = argument;
    return command == F_SETLK && lock->l_type != F_UNLCK && stops(locking);
}

#define REPLACED_FCNTL(name)                                                             \
    int name(int descriptor, int command, ...) {                                         \
        REAL(name);                                                                      \
        va_list arguments;                                                               \
        va_start(arguments, command);                                                    \
        void *argument = va_arg(arguments, void *);                                      \
        va_end(arguments);                                                               \
        return lock_fails(command, argument) ? -1 : real(descriptor, command, argument); \
    }
REPLACED_FCNTL(fcntl)
REPLACED_FCNTL(fcntl64)

/* ---- Threads, and SQLite --------------------------------------------------------------------- */

REPLACED(int, pthread_create,
         (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *user),
         stops(threading), EAGAIN, thread, attributes, start, user)

struct sqlite3;
int sqlite3_exec(struct sqlite3 *db, const char *sql, int (*row)(void *, int, char **, char **),
                 void *user, char **error);

int sqlite3_exec(struct sqlite3 *db, const char *sql, int (*row)(void *, int, char **, char **),
                 void *user, char **error) {
    REAL(sqlite3_exec);
    const struct timespec pause = {.tv_nsec = 300000000};
    if (wanted.slow_begin && strncmp(sql, "BEGIN", 5) == 0)
        nanosleep(&pause, NULL);
    return real(db, sql, row, user, error);
}

/* ---- The beginning and the end --------------------------------------------------------------- */

static long long number(const char *name, long long otherwise) {
    const char *value = getenv(name);
    return value ? atoll(value) : otherwise;
}

__attribute__((constructor)) static void look_at_environment(void) {
    const char *kind = getenv("FAULT");
    for (int i = 0; kind && i < kind_count; i++)
        if (strcmp(kind, kind_names[i]) == 0)
            wanted.kind = (enum kind)i;
    wanted.at = (long)number("FAULT_AT", 0);
    wanted.lasting = number("FAULT_LASTING", 0) != 0;
    wanted.error = (int)number("FAULT_ERROR", wanted.kind == allocation ? ENOMEM : EIO);
    wanted.signal = (int)number("FAULT_SIGNAL", 0);
    wanted.most = (unsigned)number("FAULT_SHORT", 0);
    wanted.interrupts = (long)number("FAULT_INTERRUPTS", 0);
    wanted.room = number("DISK_FULL_AFTER", -1);
    wanted.broken = number("READ_ERROR_AT", -1);
    wanted.memory = (size_t)number("MEMORY_BELOW", INT64_MAX);
    wanted.keeps = number("FAULT_KEEPS", 0) != 0;
    wanted.slow_begin = number("SLOW_BEGIN", 0) != 0;
    wanted.library = getenv("FAULT_LIBRARY");
    wanted.report = getenv("FAULT_REPORT");
}

static void write_report(void) {
    FILE *report = wanted.report ? fopen(wanted.report, "w") : NULL;
    if (!report)
        return;
    for (int i = 0; i < kind_count; i++)
        fprintf(report, "%s %ld\n", kind_names[i], atomic_load(&seen[i]));
    fprintf(report, "failed %ld\n", atomic_load(&failed));
    for (int i = 0; i < library_count; i++)
        fprintf(report, "allocation in %s %ld\nfailed in %s %ld\n", libraries[i].name,
                libraries[i].allocations, libraries[i].name, libraries[i].failed);
    fclose(report);
}

static int (*real_main)(int, char **, char **);

/* dladdr() names a program by its first word, which the program may change. */
static void note_program(void) {
    Dl_info info;
    if (dladdr(*(void **)&real_main, &info))
        libraries[library_count++] =
            (struct library){.begin = info.dli_fbase, .name = "the program"};
}

static int counted_main(int count, char **words, char **environment) {
    note_program();
    counts = true;
    int status = real_main(count, words, environment);
    counts = false;
    write_report();
    return status;
}

typedef void end_function(void);
int __libc_start_main(int (*program)(int, char **, char **), int count, char **words,
                      end_function *begin, end_function *end, end_function *unload, void *stack);

int __libc_start_main(int (*program)(int, char **, char **), int count, char **words,
                      end_function *begin, end_function *end, end_function *unload, void *stack) {
    REAL(__libc_start_main);
    real_main = program;
    return real(counted_main, count, words, begin, end, unload, stack);
}
