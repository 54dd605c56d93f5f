/*
 * slow_begin.c - a library to preload: SQLite's BEGIN takes a third of a second, so that another
 * program can take the lock between two transactions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <string.h>
#include <time.h>

typedef int exec_function(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *,
                          char **);

int sqlite3_exec(sqlite3 *db, const char *sql, int (*callback)(void *, int, char **, char **),
                 void *user, char **error) {
    const struct timespec pause = {.tv_nsec = 300000000};
    exec_function *exec;
    *(void **)&exec = dlsym(RTLD_NEXT, "sqlite3_exec");
    if (strncmp(sql, "BEGIN", 5) == 0)
        nanosleep(&pause, NULL);
    return exec(db, sql, callback, user, error);
}
