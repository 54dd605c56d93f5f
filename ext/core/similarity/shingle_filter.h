/*
 * shingle_filter.h - sees quickly that a text shares no shingle with one that stays the same.
 *
 * A query that compares one text with a million others passes it again and again, and few of the
 * others share anything with it. A text that came several times in a row is remembered by a bit set
 * of the hashes of its shingles, see set_similarity.h. A text none of whose hashes is in that set
 * shares no shingle; any other may, and must be compared.
 */
#pragma once

#include "../text/code_points.h"

/* Initialise with zeroes; release with its _free(). */
struct shingle_filter {
    char *text; /* the last one, in UTF-8 */
    size_t length, text_capacity;
    unsigned times;      /* how often it came in a row */
    size_t shingle;      /* of which `bits` has its shingles; 0: none */
    uint32_t *bits;      /* the bit of a hash is number hash >> shift */
    size_t bit_capacity; /* in elements */
    unsigned shift;
    uint32_t *hashes; /* of the other text */
    size_t hash_capacity;
};

void shingle_filter_free(struct shingle_filter *filter, const struct allocator *allocator);

/* Says whether this text is the one of the last call, and remembers it unless it is long. */
bool shingle_filter_sees_again(struct shingle_filter *filter, const struct allocator *allocator,
                               const char *utf8, size_t length);

/*
 * Whether it is certain that `b` has no shingle of `a`, which is the text that the filter saw last.
 * False if that has not yet come often, `b` is empty or very long, or memory is short. O(b), and
 * once O(a).
 */
bool shingle_filter_excludes(struct shingle_filter *filter, const struct allocator *allocator,
                             const struct code_points *a, const struct code_points *b,
                             size_t shingle);
