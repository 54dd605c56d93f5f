/* failure.c - see failure.h. */
#include "failure.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>  /* vsnprintf */
#include <stdlib.h> /* calloc */

static void fill_in(struct failure *failure, const char *format, va_list arguments) {
    *failure = (struct failure){0};
    vsnprintf(failure->message, sizeof failure->message, format, arguments);
}

bool fail(struct failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_in(failure, format, arguments);
    va_end(arguments);
    return false;
}

bool fail_of(struct failure *failure, const char *parameter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_in(failure, format, arguments);
    va_end(arguments);
    snprintf(failure->parameter, sizeof failure->parameter, "%s", parameter);
    return false;
}

bool fail_memory(struct failure *failure) {
    return fail(failure, "out of memory");
}

bool fail_database(struct failure *failure, sqlite3 *db, const char *name, bool written) {
    static const struct {
        int code;
        const char *read, *write; /* the name, then SQLite's message; NULL: as the next that fits */
    } errors[] = {
        {SQLITE_READONLY_ROLLBACK,
         "%s: a program that wrote to it was interrupted; open it once with that program, or with "
         "sqlite3, which undoes the unfinished write",
         NULL},
        {SQLITE_NOTADB, "%s: is not an SQLite database, or is encrypted",
         "%s: is not an SQLite database; name another file for the result"},
        {SQLITE_CORRUPT,
         "%s: the database is damaged: %s; the command .recover of sqlite3 may save its rows",
         "%s: the database is damaged: %s; name another file for the result, or save its rows by "
         "the command .recover of sqlite3"},
        {SQLITE_READONLY, NULL,
         "%s: cannot be written; may you write to it and to its folder? Or name another file"},
        {SQLITE_CANTOPEN, NULL,
         "%s: cannot be opened or made; does its folder exist, and may you write there?"},
        {SQLITE_FULL, NULL,
         "%s: the disk is full; make room and give the same command again: it resumes where it "
         "stopped"},
        {SQLITE_BUSY, "%s: is locked by another program; wait until it has finished, or close it",
         "%s: is in use by another program; wait until it has finished, or close it"},
    };
    int code = db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM, primary = code & 0xFF;
    primary = primary == SQLITE_LOCKED ? SQLITE_BUSY : primary;
    if (primary == SQLITE_NOMEM)
        return fail_memory(failure);
    const char *format = NULL;
    for (size_t i = 0; i < sizeof errors / sizeof *errors && !format; i++)
        if (errors[i].code == code || errors[i].code == primary)
            format = written ? errors[i].write : errors[i].read;
    return fail(failure, format ? format : "%s: %s", name, sqlite3_errmsg(db));
}

void *allocate(size_t size, struct failure *failure) {
    void *memory = calloc(1, size);
    if (!memory)
        fail_memory(failure);
    return memory;
}
