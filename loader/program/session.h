/*
 * session.h - a connection with neardup's functions, and the jobs of neardup_run().
 *
 * Parameters such as @top are bound by name, and passed to jobs.
 *
 * SIGHUP, SIGINT and SIGTERM interrupt the statement that runs; SQLite then undoes its transaction.
 * A second one ends the program at once.
 */
#pragma once

#include "../base/failure.h"
#include "../database/read_only_vfs.h"
#include "output.h"

#include <sqlite3.h>
#include <stdbool.h>

enum { session_parameters_max = 64 };

struct session {
    sqlite3 *db;
    struct output output;
    bool prints;                 /* SQL is printed instead of run: `neardup sql` */
    bool incomplete;             /* something that was given could not be read */
    struct failure failure;      /* what session_value() met with; "": nothing */
    const char *unguarded;       /* somebody else's database, which he may write to now; or NULL */
    struct database_state state; /* of that one, when it was opened */
    int stages_begun;            /* by jobs; those that an earlier run has finished do not count */
    const char *names[session_parameters_max], *values[session_parameters_max];
    int parameter_count;
};

/* A database is only read, or written to. Of a foreign one, no byte is written, nor beside it. */
enum session_access { session_reads, session_writes, session_foreign };

/*
 * Opens the database at `path`, which must be there, unless SQL is only printed; NULL is a
 * temporary one without a name. False with `failure` filled in; close it in any case.
 */
bool session_open(struct session *session, const char *path, enum session_access access,
                  struct failure *failure);
void session_close(struct session *session);

/* The URI of a path, which is borrowed, for that access; for sqlite3_free(). NULL: no memory. */
char *session_uri(struct session *session, const char *path, enum session_access access);

/* Whether nobody wrote to somebody else's database since it was opened; `failure` says so. */
bool session_check(const struct session *session, struct failure *failure);

/*
 * Sets @NAME for what runs from now on; NULL unsets it. The name may be that of an option, as in
 * "jaccard-least". A value is a number if it looks like one, unless it is @text, or names a part of
 * a database. Strings are borrowed.
 */
void session_set(struct session *session, const char *name, const char *value);

/* Runs a job of neardup_run(), or a script, "NAME.sql", as it is; and prints what it prints. */
bool session_job(struct session *session, const char *name, struct failure *failure);

/* Runs statements, whose rows are dropped. On an error, they are undone. */
bool session_run(struct session *session, const char *sql, struct failure *failure);

/* The same with a text that sqlite3_mprintf() makes of the format. */
bool session_format(struct session *session, struct failure *failure, const char *format, ...);

/*
 * The first value of a query, which sqlite3_mprintf() makes of the format, even if the session
 * prints: freed by sqlite3_free(). NULL if there is none, or it is NULL, or a table is missing;
 * also after any other error, such as lack of memory, which the session keeps: act() fails by it.
 */
char *session_value(struct session *session, const char *format, ...);

/* The same of a script, "NAME.sql", that is one query; and the text of any script. */
char *session_ask(struct session *session, const char *script);
char *session_script(struct session *session, const char *name);

/* Fails by the reason why session_value() gave NULL, where there must be a value. */
bool session_fail(const struct session *session, struct failure *failure);

/* Fails by the last error of the connection. */
bool session_complain(const struct session *session, struct failure *failure);

/* The number of the signal that came, or 0. */
int session_signal(void);

/*
 * Begins to catch signals, before the first session is opened; and the opposite. While they are
 * held, none is lost, but they come later. What comes by kill(2) also goes on to the process
 * `child`, unless that is 0.
 */
void session_catch_signals(void);
void session_release_signals(void);
void session_hold_signals(bool hold);
void session_forward_signals(int child);
