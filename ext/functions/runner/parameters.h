/*
 * parameters.h - what a person can set: each parameter is declared once, in parameters.c. From
 * there come the tables that hold them with their checks, what a message says of a wrong value, the
 * options of the program, what the result of a stage depends on, and neardup_parameters().
 */
#pragma once

#include "run.h"

struct parameter {
    const char *owner; /* the table, of one row; or the job, stage or script that asks for @NAME */
    const char *name;
    const char *type; /* INTEGER, REAL or TEXT; empty: a value stays as it was given */
    const char
        *usual; /* the default, as SQL has it. NULL: the pipeline chooses, or there is none */
    const char *wanted; /* what a value must be: "a whole number from 1 to 1024"; NULL: anything */
    const char *check;  /* the same as SQL has it, if it cannot be told from `wanted` */
    const char
        *stage; /* the first of `find` whose result depends on it; "": none; NULL: not `find` */
    const char *settled; /* what stands for NULL if nothing was chosen, as SQL has it; or NULL */
    const char *value;   /* of an option of the program, in capitals */
    const char *meaning; /* a phrase, as --help and the comment of the column have it */
};

/* What several of an owner must be together; `rule` as a message has it, `check` as SQL has it. */
struct parameter_rule {
    const char *owner, *rule, *check;
};

/* The last ones have no name and no owner. */
extern const struct parameter parameters[];
extern const struct parameter_rule parameter_rules[];

/* The tables that hold parameters; other owners are jobs, their stages, and scripts. */
#define OWNER_FIND "parameters"
#define OWNER_REUSE "reuse_parameters"
#define OWNER_WEB "web_parameters"

/* Makes the table of an owner, with its row, and of `find` the table `setting`. */
void parameters_make(struct run *run, const char *owner);

/* Fills `setting` with the values of `parameters`, and where these are NULL with those chosen. */
void parameters_settle(struct run *run);

/* What the result of a stage of `find` depends on, as it is now: JSON, from sqlite3_malloc(). */
char *parameters_basis(struct run *run, const struct stage *stage);

/* Reads the given parameters; anything but a JSON object is refused. */
void parameters_read(struct run *run);

/* Refuses what the job has no parameter for. */
void parameters_check_names(struct run *run);

/* Sets those of `owner` that the run was given, all or none; if it is no table, there are none. */
void parameters_set(struct run *run, const char *owner);

/*
 * Checks what the run was given of the parameters that `owner` has, a job, a stage or a script, and
 * keeps their values, or the defaults, in place of those of another owner. NULL means not given.
 */
void parameters_take(struct run *run, const char *owner);
void parameters_release(struct run *run);
