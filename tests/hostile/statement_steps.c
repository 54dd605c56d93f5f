/*
 * statement_steps.c - a library to preload: it counts the steps of SQLite's virtual machine that
 * each statement takes.
 *
 * STATEMENT_STEPS names a file. When the program ends, a line is appended for each statement: its
 * steps, those of all its runs together, a tab, and how it begins. Statements that differ in digits
 * only are one. Unlike time, steps are the same each time and on each machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { statements_most = 8192, begin_size = 200 };
static struct {
    uint64_t hash;
    long long steps;
    char begin[begin_size];
} statements[statements_most];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int add(unsigned type, void *context, void *statement, void *nanoseconds) {
    (void)type, (void)context, (void)nanoseconds;
    const char *sql = sqlite3_sql(statement);
    uint64_t hash = 14695981039346656037u;
    for (const char *c = sql; *c; c++)
        if (*c < '0' || *c > '9')
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    pthread_mutex_lock(&mutex);
    size_t at = hash % statements_most, tried = 0;
    while (statements[at].hash && statements[at].hash != hash && ++tried < statements_most)
        at = (at + 1) % statements_most;
    if (!statements[at].hash) {
        statements[at].hash = hash;
        for (size_t i = 0; sql[i] && i < begin_size - 1; i++)
            statements[at].begin[i] = (char)((unsigned char)sql[i] < ' ' ? ' ' : sql[i]);
    }
    statements[at].steps += steps;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int sqlite3_open_v2(const char *name, sqlite3 **db, int flags, const char *vfs) {
    static __typeof__(sqlite3_open_v2) *real;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "sqlite3_open_v2");
    int code = real(name, db, flags, vfs);
    if (code == SQLITE_OK)
        sqlite3_trace_v2(*db, SQLITE_TRACE_PROFILE, add, NULL);
    return code;
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("STATEMENT_STEPS");
    FILE *file = path ? fopen(path, "a") : NULL;
    for (size_t i = 0; file && i < statements_most; i++)
        if (statements[i].steps)
            fprintf(file, "%lld\t%s\n", statements[i].steps, statements[i].begin);
    if (file)
        fclose(file);
}
