/*
 * collected_pairs.h - what collect_buckets() and collect_texts() make, and the table-valued
 * functions of pairs read.
 */
#ifndef NEARDUP_COLLECTED_PAIRS_H
#define NEARDUP_COLLECTED_PAIRS_H

#include "../collection.h"
#include "../temporary_storage.h"

struct collected_buckets {
    struct collection base;
    struct bucket_rows rows; /* until they are made a set, or stored */
    struct bucket_set set;   /* empty if they are stored */
    struct stored_buckets stored;
    struct temporary_storage file;
};

/* The buckets that an argument refers to. Refuses those that are not in memory. */
struct collected_buckets *buckets_in_memory(struct call *call, int argument);

struct collected_texts {
    struct collection base;
    struct collected_buckets *buckets; /* NULL if no row was collected */
    struct text_set set;
};

#endif
