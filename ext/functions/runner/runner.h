/*
 * runner.h - what neardup_run() is made of: jobs.h declares the jobs, run.h runs statements, and
 * these say what a database holds, and what was done before.
 */
#pragma once

#include "run.h"

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
