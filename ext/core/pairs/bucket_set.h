/*
 * bucket_set.h - which texts share a signature. Those with one signature in one band are a bucket.
 *
 * Rows (band, signature, text) are collected in any order, then made into two lists of lists: the
 * texts of each bucket, and the buckets of each text. Texts are numbered from 0 in the order of
 * their ids, buckets from 0 in the order of bands and signatures. Buckets of one text are left out,
 * and so are texts in no other bucket. Rows may repeat.
 *
 * Making takes O(rows) for rows in the order of the table, and three radix sorts for others.
 * Collecting takes 8 bytes a row and 24 a bucket; the lists take 8 bytes a row, 12 a text and 4 a
 * bucket, and making them at most 24 bytes a row more.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"

/* Rows are numbered in 32 bits. */
#define BUCKET_ROWS_MAX (UINT32_MAX - 1)

/* Consecutive rows of one bucket. */
struct bucket_run {
    int64_t band, signature;
    uint32_t first; /* row */
};

/* The rows as they come. Initialise with zeroes; release with bucket_rows_free(). */
struct bucket_rows {
    int64_t *ids; /* of the text of each row */
    size_t count, capacity;
    struct bucket_run *runs;
    size_t run_count, run_capacity;
};

void bucket_rows_free(struct bucket_rows *rows, const struct allocator *allocator);

/* Appends a row. The caller ensures count < BUCKET_ROWS_MAX. False if memory runs out. */
bool bucket_rows_add(struct bucket_rows *rows, const struct allocator *allocator, int64_t band,
                     int64_t signature, int64_t id);

/* The bytes that the rows take. */
static inline size_t bucket_rows_size(const struct bucket_rows *rows) {
    return rows->count * sizeof *rows->ids + rows->run_count * sizeof *rows->runs;
}

/* Whether each bucket is one run, and they are in order. */
bool bucket_rows_in_order(const struct bucket_rows *rows);

/* The order of bands, and in a band that of signatures. */
bool bucket_run_before(const struct bucket_run *a, const struct bucket_run *b);

/* The row after a run. */
uint32_t bucket_run_end(const struct bucket_rows *rows, size_t run);

/* Sorts ids, each kept once, with `scratch` for as many. Returns how many are left; 0: stopped. */
size_t bucket_sort_ids(int64_t *ids, uint32_t *scratch, size_t count,
                       struct interruption *interruption);

/* Initialise with zeroes; release with bucket_set_free(). */
struct bucket_set {
    int64_t *ids; /* of the texts, ascending */
    uint32_t texts, buckets;
    uint32_t *starts;       /* bucket k is members[starts[k]] .. members[starts[k + 1] - 1] */
    uint32_t *members;      /* texts, ascending within each bucket */
    uint32_t *text_starts;  /* the buckets of text t are text_buckets[text_starts[t]] .. */
    uint32_t *text_buckets; /* ... text_buckets[text_starts[t + 1] - 1], ascending */
    int64_t *bands;         /* in which there are buckets, ascending ... */
    uint32_t *band_starts;  /* ... and the first bucket of each */
    uint32_t band_count;
    uint64_t *owned; /* a bit for each text that a part owns, see bucket_parts.h; NULL: all */
};

/*
 * Makes the set of the rows, and releases the rows. Returns false if memory runs out or
 * `interruption`, which may be NULL, stops it; the set is then empty.
 */
bool bucket_set_make(struct bucket_set *set, const struct allocator *allocator,
                     struct bucket_rows *rows, struct interruption *interruption);

void bucket_set_free(struct bucket_set *set, const struct allocator *allocator);

/* The number of the text with this id, or UINT32_MAX if no bucket has it. */
uint32_t bucket_set_text(const struct bucket_set *set, int64_t id);

/* The first bucket of a band greater than `band`; buckets if there is none. */
uint32_t bucket_set_after_band(const struct bucket_set *set, int64_t band);

static inline bool bucket_set_owns(const struct bucket_set *set, uint32_t text) {
    enum { word_bits = 64 };
    return !set->owned || (set->owned[text / word_bits] >> text % word_bits & 1);
}

static inline uint32_t bucket_size(const struct bucket_set *set, uint32_t bucket) {
    return set->starts[bucket + 1] - set->starts[bucket];
}
