/*
 * bucket_parts.h - many buckets as parts that fit in memory, one after the other.
 *
 * A part owns the texts of a range of ids. It has all buckets in which one of them meets a text of
 * a greater id, so that each pair of texts is found in one part, that of the smaller id; and it has
 * larger buckets than `whole_most` if it owns any of their texts, so that they are thinned and
 * counted as in the whole. Parts ascend, so the pairs of all parts are in order. A text is in
 * several parts if it meets texts of several: seldom outside of templates.
 *
 * How wide a range may be is found by trying: a part with too many texts is made again with a
 * narrower range. Each trial reads all buckets once, which takes a few nanoseconds a row.
 */
#ifndef NEARDUP_BUCKET_PARTS_H
#define NEARDUP_BUCKET_PARTS_H

#include "stored_buckets.h"

/* What is divided, and how; then where the division is. */
struct bucket_parts {
    const struct bucket_set *set; /* of these two, one is NULL */
    const struct stored_buckets *stored;
    uint32_t texts_most; /* in a part, unless it owns less than a 16th of that */
    uint32_t whole_most; /* see candidates.h */
    size_t at;           /* among the ids where parts may end: those of the set, or the sample */
    size_t width;        /* how many of these the next part should have; 0 before the first */
    bool ended;
};

/*
 * Makes the next part. The caller has initialised `part` with zeroes, and releases it. After the
 * last part, parts->ended is true; there is at least one part, which may be empty.
 */
enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption);

#endif
