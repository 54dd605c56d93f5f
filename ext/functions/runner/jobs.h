/*
 * jobs.h - what neardup_run() can do: each job is declared once, with its stages and what these
 * depend on.
 *
 * A script is a file of sql/, named without its suffix, and holds nothing but statements. A list of
 * scripts is a text of names with spaces between.
 */
#pragma once

#include <stdbool.h>

/* What a database must have. */
enum job_need {
    need_nothing,  /* it is neardup's, or empty */
    need_texts,    /* the tables of texts, as all that follow must */
    need_clusters, /* the pipeline has run up to its clusters at least */
    need_findings, /* it has run to its end */
    need_passages, /* `reuse` has cut the articles */
    need_cases     /* `reuse` has run */
};

/* What a job does to the database. */
enum job_access {
    job_reads,  /* a transaction for each stage, which is undone; a missing table is an empty one */
    job_writes, /* one transaction */
    job_resumes /* one for each part of a stage; the table `stage` says where a later run goes on */
};

/*
 * A stage runs `begin` once; then `prepare`, which makes what is temporary, and does so again if a
 * later run goes on; then `repeat`, a part of the work, in a transaction for each time, as long as
 * the last value that it gives is 1; then `end`. Each is a list of scripts, or NULL. What it has
 * made that is temporary goes when it ends.
 */
struct stage {
    const char *name;
    const char *title; /* a line that is printed before, or NULL */
    const char *begin, *prepare, *repeat, *end;
};

struct job {
    const char *name;
    enum job_access access;
    enum job_need need;
    bool strict;        /* tables that are not neardup's are refused, though it only reads */
    const char *tables; /* scripts that make what it fills, or NULL */
    const struct stage *stages; /* the last one has no name */
};

/* The last one has no name. */
extern const struct job jobs[];
