/*
 * bucket_parts.h - many buckets as parts that fit in memory, one after the other.
 *
 * A part owns some texts. It has each bucket in which one of its texts meets a text of a greater
 * id: so one part finds a pair, the part that owns the smaller id. Buckets of more than
 * `whole_most` texts are in each part that owns one of their texts, so that every part thins and
 * counts them as if there were one part only.
 *
 * Texts are owned in the order of their labels, the smallest text of all their buckets. So the
 * texts of a template are in one part, and few are in several: those that meet another label.
 *
 * How many texts a part may own is found by trying: a part that has too many is made again with
 * fewer of its own, down to a 16th of texts_most. Stored buckets that make more than a few parts
 * are first divided into up to 64 shares, each of which owns the texts of some parts: so they are
 * read twice, and each share once for each trial of its parts, at some nanoseconds a row. A bucket
 * is in each share that owns some of its texts. If all shares together would have more than eight
 * times the rows of the whole, the buckets stay undivided, and each trial reads all of them.
 * Memory: 4 bytes for each text of the whole, and a bit; and up to 512 KB for each share while
 * buckets are divided.
 */
#pragma once

#include "stored_buckets.h"

/* What is divided, and how; then where the division is: zeroes. Release: bucket_parts_free(). */
struct bucket_parts {
    const struct bucket_set *set; /* of these two, one is NULL */
    const struct stored_buckets *stored;
    uint32_t texts_most;           /* in a part, unless owning fewer would not make it smaller */
    uint32_t whole_most;           /* see candidates.h */
    int64_t bands;                 /* larger buckets of later bands are left out */
    uint64_t rows;                 /* of all buckets, each with two texts or more */
    uint32_t *ranks;               /* of the texts, in the order in which they are owned */
    struct stored_buckets *shares; /* or NULL; each has the buckets of some ranks */
    uint32_t share_count, share_texts;
    uint32_t first; /* the rank of the first text that the next part owns: may begin higher */
    uint32_t width; /* how many it should own */
    uint32_t least; /* owning fewer does not help */
    bool ended;
};

void bucket_parts_free(struct bucket_parts *parts, const struct allocator *allocator);

/*
 * Makes the next part. The caller has initialised `part` with zeroes, and releases it. After the
 * last part, parts->ended is true; there is at least one part, which may be empty.
 */
enum record_result bucket_parts_next(struct bucket_parts *parts, const struct allocator *allocator,
                                     struct bucket_set *part, struct interruption *interruption);
