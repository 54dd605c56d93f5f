/*
 * collected_pairs.h - what collect_buckets() and collect_texts() make, and the table-valued
 * functions of pairs read; and the arguments that say which pairs of a large bucket are left out.
 */
#pragma once

#include "../collection.h"
#include "../temporary_storage.h"

struct near_miss {
    int64_t a, b;
    double jaccard;
};

struct resemblance {
    int64_t id;
    uint64_t texts; /* that it resembles */
};

/*
 * What the calls of similar_pairs() that were read to their end have found besides the pairs. Each
 * division into parts has one; so has each call for undivided buckets.
 */
struct compared_texts {
    struct collection base;
    struct near_miss *near;
    struct resemblance *resembling;
    size_t near_count, near_capacity, resembling_count, resembling_capacity;
    uint64_t in_parts; /* texts of the parts that were made, and of those that were skipped */
    uint64_t candidates, large_buckets, texts_in_large_buckets, left_out;
};

struct collected_buckets {
    struct collection base;
    bool is_part;
    struct compared_texts *compared; /* the last one, or that of the division; NULL: none */
    struct bucket_rows rows;         /* until they are made a set, or stored */
    struct bucket_set set;           /* empty if they are stored */
    struct stored_buckets stored;
    struct temporary_storage file;
};

/* The buckets that an argument refers to. Refuses those that are not in memory. */
struct collected_buckets *buckets_in_memory(struct call *call, int argument);

/* Puts a new one in the place of the last. Returns a reference of it; NULL, with an error. */
struct compared_texts *compared_texts_begin(struct call *call, struct collected_buckets *buckets);

struct collected_texts {
    struct collection base;
    struct collected_buckets *buckets; /* NULL if no row was collected */
    struct text_set set;
    uint32_t next;             /* the number that comes next, if they come in order */
    struct text_place *places; /* of each text, before the sets are joined; then NULL */
    size_t places_capacity;
};

#define ARGUMENT_BUCKET_MOST(...) \
    OPTIONAL("bucket_most", integer, .range = {1, INT64_MAX, INT64_MAX}, __VA_ARGS__)
#define ARGUMENT_NEIGHBOURS OPTIONAL("neighbours", integer, .range = {0, INT64_MAX, 2})
#define ARGUMENT_REPRESENTATIVES OPTIONAL("representatives", integer, .range = {0, INT64_MAX, 2})
#define ARGUMENT_LARGE_BANDS OPTIONAL("bands", integer, .range = {INT64_MIN, INT64_MAX, INT64_MAX})
#define THINNING_ARGUMENTS                                                               \
    ARGUMENT_BUCKET_MOST(.unset = false), ARGUMENT_NEIGHBOURS, ARGUMENT_REPRESENTATIVES, \
        ARGUMENT_LARGE_BANDS

enum { thinning_argument_count = 3 }; /* before `bands` */

static inline uint32_t thinning_texts(const struct given *number) {
    return number->integer < UINT32_MAX ? (uint32_t)number->integer : UINT32_MAX;
}

/* The rule of these arguments, from `first` on, and of `bands`. */
static inline struct candidate_rule thinning_rule(const struct given *first, int64_t bands) {
    return (struct candidate_rule){.whole_most = thinning_texts(first),
                                   .neighbours = thinning_texts(first + 1),
                                   .representatives = thinning_texts(first + 2),
                                   .bands = bands};
}
