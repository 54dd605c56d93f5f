/*
 * run.h - one run of a job: what it knows, how it runs statements and scripts, what the database
 * holds, and what was done before.
 *
 * A run has the first error that it met; after that its functions do nothing, so that many can be
 * called before one looks.
 */
#pragma once

#include "jobs.h"
#include "printed_rows.h"

/* A parameter that the job declares, and its value: the given one, or the default. */
struct parameter_value {
    const char *name;
    sqlite3_value *value;
};

struct run {
    sqlite3 *db;
    struct connection *connection;
    const struct job *job;
    const char *given;              /* the given parameters, a JSON object; NULL: none */
    sqlite3_stmt *given_value;      /* asks `given` for the value that is called ?1, or NULL */
    struct parameter_value *values; /* those that are declared; the last has no name. Or NULL */
    const char *schema;             /* what neardup_schema() gives, once it is known */
    char *names; /* of all temporary tables and views of the job, in JSON; NULL: not known yet */
    struct rows rows;
    const char *entered;    /* a function of SQL to call for each stage, or NULL */
    sqlite3_stmt *rollback; /* prepared, as there may be no memory for it later; or NULL */
    sqlite3_stmt *writer;   /* see run_renew_writer(); NULL: the run has no transaction */
    bool joined;            /* the caller has begun a transaction */
    bool writes;
    bool filled;  /* tables that main lacks were made as temporary ones */
    bool prints;  /* rows of the script that runs are printed */
    int64_t last; /* the last value that a script has given, if it was an integer */
    int code;     /* SQLITE_OK, or the first error */
    char *message;
};

/* The value of a parameter that the job declares; NULL: it declares none of that name. */
sqlite3_value *run_parameter(const struct run *run, const char *name);

/* Prints a line. */
void run_line(struct run *run, const char *format, ...);

/* Runs statements; their rows are printed or dropped. Those of `sql` are freed. */
void run_text(struct run *run, const char *text, bool prints);
void run_built(struct run *run, sqlite3_str *sql);

/* The same of statements that sqlite3_vmprintf() makes of the format; rows are dropped. */
void run_statements(struct run *run, const char *format, ...);

/* The first value of a query as text, from sqlite3_malloc(); NULL if there is none. */
char *run_value(struct run *run, const char *format, ...);

/* What was built, which the caller frees by sqlite3_free(); NULL: memory ran out. */
char *run_finish(struct run *run, sqlite3_str *text);

/* Runs a list of scripts; NULL is an empty list. Their rows are printed or dropped. */
void run_list(struct run *run, const char *list, bool prints);

/* The text of a script that is named without its suffix. */
const char *run_script_text(const char *name);

/* The next name of a list; returns what follows it. */
const char *run_next_name(const char *list, char name[64]);

/* Records an error, unless there is one: with a message, or with that of the connection. */
void run_refuse(struct run *run, int code, const char *format, ...);
void run_failed(struct run *run, int code);

/*
 * Prepares a statement that changes nothing, and that SQLite takes for one that writes, in place of
 * one that has run and ends here. After an interruption, no statement runs until the one that calls
 * neardup_run() has ended: not even ROLLBACK. But when a statement that writes is interrupted,
 * SQLite undoes the transaction.
 */
void run_renew_writer(struct run *run, sqlite3_stmt *statement);

/* ---- resumed_stages.c: what was done before ---- */

/* The number of the stage that comes next, and whether a part of it is done. */
int stages_next(struct run *run, bool *begun);

/* Notes that a stage begins, and that those after it are void; and that it has ended. */
void stages_begin(struct run *run, const struct stage *stage);
void stages_end(struct run *run, const struct stage *stage);

/* ---- schema.c: what the database holds ---- */

/* Refuses a database that is not neardup's, or lacks what the job needs. */
void schema_check(struct run *run);

/* Makes the tables and views that main lacks, without rows, as temporary ones. */
void schema_fill(struct run *run);

/* Makes those that scripts make. */
void schema_make(struct run *run, const char *list);
