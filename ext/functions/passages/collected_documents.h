/*
 * collected_documents.h - what collect_documents() and collect_candidates() make, and
 * aligned_passages() reads.
 */
#pragma once

#include "../collection.h"

#define SCORE_MAX 1e30 /* and -1e30: single precision holds it */

struct collected_documents {
    struct collection base;
    struct document_set set; /* numbered, once it is complete */
};

struct collected_candidates {
    struct collection base;
    struct document_pairs pairs;         /* in order */
    struct pair_alignment_counts counts; /* what became of them when they were aligned last */
};
