/*
 * record_groups.h - which records of a partition belong together.
 *
 * Most keys occur once. Two bit tables, one after the other, sort out nearly all of these before
 * the rest is sorted: of keys that occur once, about one in a hundred is left, and dropped later.
 */
#pragma once

#include "../base/interruption.h"
#include "record_writer.h"

/* What a group is. */
enum record_grouping {
    record_group_key,  /* records of one word: the same key */
    record_group_both, /* records of two words: the same key and second word */
    /* Records of two words: the same key. The second word tells texts apart: of each text only the
     * record with the smallest id stays. */
    record_group_texts
};

/* Memory that is reused. Initialise with zeroes; release with record_groups_free(). */
struct record_groups {
    enum record_grouping grouping;
    struct record_list list; /* sorted by key, second word if that counts, and id */
    struct bit_words {
        uint64_t seen, again; /* once or more; twice or more */
    } * bits;
    size_t bit_capacity;
};

/*
 * Loads the records of a partition from all writers. Their keys agree in the upper `same_bits`
 * bits. Afterwards groups->list holds only groups of two records or more, with different ids.
 * `groups` serves records of one word or of two, not both.
 */
enum record_result record_groups_load(struct record_groups *groups,
                                      const struct record_writer *const *writers, size_t count,
                                      size_t partition, unsigned same_bits,
                                      enum record_grouping grouping,
                                      struct interruption *interruption);

/* The end of the group that begins at `begin`. */
size_t record_groups_end(const struct record_groups *groups, size_t begin);

void record_groups_free(struct record_groups *groups, const struct allocator *allocator);
