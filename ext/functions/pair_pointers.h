/*
 * pair_pointers.h - what collect_buckets() and collect_texts() make, and the table-valued functions
 * of pairs read.
 *
 * Both are passed as pointer values (https://sqlite.org/bindptr.html) within one statement. Several
 * values can refer to one; the last that SQLite frees releases it. No SQL can forge one.
 */
#ifndef NEARDUP_PAIR_POINTERS_H
#define NEARDUP_PAIR_POINTERS_H

#include "arguments.h"

struct collected_buckets {
    unsigned references;
    struct bucket_set set;
};

struct collected_texts {
    unsigned references;
    struct collected_buckets *buckets; /* NULL if no row was collected */
    struct text_set set;
};

/* Sets the result to these buckets, with a reference of its own. */
void buckets_result(sqlite3_context *context, struct collected_buckets *buckets);

/* Adds a reference and returns the argument; or drops one. */
struct collected_buckets *buckets_share(struct collected_buckets *buckets);
void buckets_release(void *buckets);

/* Each returns what is in `value`, or records an error. */
struct collected_buckets *buckets_argument(struct arguments *arguments, sqlite3_value *value);
struct collected_texts *texts_argument(struct arguments *arguments, sqlite3_value *value);

#endif
