/*
 * candidates.h - the pairs of texts that meet in a bucket, each once, in order.
 *
 * The candidates of a text are found one text at a time, without sorting or storing pairs: every
 * text after it in each of its buckets is marked in a set of bits, and the bits are read in order.
 * That takes about a nanosecond for each pair in each bucket, and two bits for each text.
 *
 *   (1) The texts of a bucket are all compared with each other if there are at most `whole_most`.
 *   (2) In a larger bucket, a text is compared with the `neighbours` next to it on both sides in
 *       the order of `ranks`, and all are compared with the first `representatives`.
 *   (3) Larger buckets of a band greater than `bands` are not compared at all.
 */
#pragma once

#include "bucket_set.h"

struct candidate_rule {
    uint32_t whole_most;                  /* texts in a bucket */
    uint32_t neighbours, representatives; /* texts */
    int64_t bands;
    const uint32_t *ranks; /* of each text, all different; NULL for the order of ids */
};

/* What a rule means for a set of buckets. Any number of threads may read it. */
struct candidates {
    const struct bucket_set *set;
    struct candidate_rule rule;
    uint32_t first_dropped; /* larger buckets from this number on are not compared */
    uint32_t *ranked; /* like set->members, but larger buckets in the order of ranks; or those */
    bool own_ranked;
    uint32_t large_buckets;          /* that are thinned */
    uint32_t texts_in_large_buckets; /* different ones */
    /* Pairs in thinned buckets that are not compared there; a pair counts in each bucket. */
    uint64_t left_out;
};

/* Whether some bucket is larger than `whole_most`: only then ranks make a difference. */
bool candidates_are_thinned(const struct bucket_set *set, const struct candidate_rule *rule);

/*
 * Prepares. The set and the ranks must live as long. Returns false if memory runs out or
 * `interruption`, which may be NULL, stops it. Release with candidates_free().
 */
bool candidates_begin(struct candidates *candidates, const struct allocator *allocator,
                      const struct bucket_set *set, const struct candidate_rule *rule,
                      struct interruption *interruption);
void candidates_free(struct candidates *candidates, const struct allocator *allocator);

/*
 * The work of candidate_finder_find() for this text: the sizes of its buckets, and one. It finds
 * fewer texts than that.
 */
uint64_t candidates_work(const struct candidates *candidates, uint32_t text);

/* Finds candidates, one text at a time. Initialise with zeroes; release with its _free(). */
struct candidate_finder {
    uint64_t *marks;  /* a bit for each text ... */
    uint64_t *groups; /* ... and for each word of these */
    uint32_t *found;  /* the candidates after `text`, ascending */
    size_t count, capacity;
    uint32_t texts;
};

bool candidate_finder_begin(struct candidate_finder *finder, const struct allocator *allocator,
                            const struct candidates *candidates);
void candidate_finder_free(struct candidate_finder *finder, const struct allocator *allocator);

/* Sets finder->found. Returns false if memory runs out or the work is interrupted. */
bool candidate_finder_find(struct candidate_finder *finder, const struct allocator *allocator,
                           const struct candidates *candidates, uint32_t text,
                           struct interruption *interruption);
