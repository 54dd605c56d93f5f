/*
 * collected_pairs.h - what collect_buckets() and collect_texts() make, and the table-valued
 * functions of pairs read.
 */
#ifndef NEARDUP_COLLECTED_PAIRS_H
#define NEARDUP_COLLECTED_PAIRS_H

#include "../collection.h"

struct collected_buckets {
    struct collection base;
    struct bucket_rows rows; /* until they are made a set */
    struct bucket_set set;
};

struct collected_texts {
    struct collection base;
    struct collected_buckets *buckets; /* NULL if no row was collected */
    struct text_set set;
};

#endif
