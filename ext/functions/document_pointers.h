/*
 * document_pointers.h - what collect_documents() and collect_candidates() make, and
 * aligned_passages() reads.
 *
 * Both are passed as pointer values (https://sqlite.org/bindptr.html) within one statement. Several
 * values can refer to one; the last that SQLite frees releases it. No SQL can forge one.
 */
#ifndef NEARDUP_DOCUMENT_POINTERS_H
#define NEARDUP_DOCUMENT_POINTERS_H

#include "arguments.h"

static const double score_max = 1e30; /* and -1e30: single precision holds it */

struct collected_documents {
    unsigned references;
    bool failed;                      /* while they are collected */
    struct interruption interruption; /* of the words that are read, likewise */
    struct document_set set;          /* then numbered */
};

struct collected_candidates {
    unsigned references;
    struct document_pairs pairs; /* in order */
};

/* Each returns what is in `value`, or records an error. */
struct collected_documents *documents_argument(struct arguments *arguments, sqlite3_value *value);
struct collected_candidates *candidates_argument(struct arguments *arguments, sqlite3_value *value);

/* Each drops a reference; they accept NULL. */
void documents_release(void *documents);
void candidates_release(void *candidates);

#endif
