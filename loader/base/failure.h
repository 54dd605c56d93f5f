/*
 * failure.h - what went wrong, for the user to read.
 *
 * A function that can fail takes a `struct failure *`, never NULL. If it fails, it returns false or
 * NULL with one line that names the place, what was expected and what was found; else `failure`
 * stays as it is.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct failure {
    char message[512];  /* one line without full stop and line end; cut if longer */
    char parameter[40]; /* what has a wrong value, of which `message` is the reason; "": nothing */
    bool interrupted;   /* a signal came, and the message says what that means */
};

/* Fills in `failure` as printf does and returns false, so that `return fail(...)` reads well. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool fail(struct failure *failure, const char *format, ...);

/* The same of a parameter: fail_of(failure, "bands", "must be from 1 to 64, found %d", bands). */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool fail_of(struct failure *failure, const char *parameter, const char *format, ...);

/* The same with the message "out of memory". */
bool fail_memory(struct failure *failure);

/*
 * Says what the last error of a connection to the database `name` was, for people who do not know
 * SQLite; `written`: we write to it. NULL: no memory.
 */
struct sqlite3;
bool fail_database(struct failure *failure, struct sqlite3 *db, const char *name, bool written);

/* Memory of all zeroes, for free(). NULL after fail_memory(). */
void *allocate(size_t size, struct failure *failure);
