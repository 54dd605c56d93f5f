/*
 * index_structure.h - which segments an index has: its block 0 (docs/formats/index-format.md).
 *
 * A segment is pages of postings. One that is made by merging others has, while that goes on, the
 * pages below `merged`; for keys of the others, those that it is made of are asked. So a merge can
 * end in the middle, and go on at another time, in another process.
 */
#pragma once

#include "../connection.h"

/* An index whose clusters have labels has format 2, and one that was given verdicts 3. */
enum { index_format = 3, index_format_verdicts = 3, index_fanout = 8, index_segments_max = 4096 };

/* No seq of the log or of a pair, and no id of a segment, is greater: one more never overflows. */
#define index_seq_max (INT64_MAX / 2)
#define index_id_max INT32_MAX

#define index_postings_max (UINT64_C(1) << 40) /* of a segment: as many as 2^27 pages can have */

/* Keys from `begin` on, below `end`. */
struct key_range {
    uint64_t begin, end;
};

struct segment {
    uint32_t id; /* from 1 */
    uint32_t level;
    uint32_t into;   /* the segment that it is being merged into, or 0 */
    uint32_t merged; /* its pages below this are written: all, unless others are merged into it */
    uint64_t stamp;  /* random: pages of this id and stamp are the same in each state, or gone */
    uint64_t count;  /* postings that are written */
    int64_t last_id; /* no id is greater */
    int64_t clean;   /* of texts replaced or deleted up to this seq, it has no stale postings */
    struct posting_shape shape;

    /* In memory only. */
    uint64_t looked_up;                /* pages that searches have read */
    struct key_range keys;             /* as a search has found them: see index_keys_of() */
    uint32_t filter_begin, filter_end; /* what the pages in between have is in the filter */
    struct posting_filter filter;
};

struct index_structure {
    uint64_t format;   /* 1 to 3 */
    uint64_t version;  /* random */
    uint32_t next_id;  /* of segments */
    int64_t next_seq;  /* of the log, when it is empty */
    int64_t last_pair; /* no seq of a pair or an event that was deleted is greater */
    int64_t last_dead; /* the greatest seq that the table `dead` has had */
    struct segment *segments;
    size_t count, capacity;
};

/* Reads a block. Returns an error of SQLite; SQLITE_MISMATCH: a newer format, in *format. */
int index_structure_read(struct index_structure *structure, const unsigned char *block, size_t size,
                         uint64_t *format);

/* Writes it to `block`, which may move. Returns its size, or 0 if memory runs out. */
size_t index_structure_write(const struct index_structure *structure, unsigned char **block,
                             size_t *capacity);

/* Adds a segment, unless it is full. NULL if memory runs out; others may move. */
struct segment *index_structure_add(struct index_structure *structure);
void index_structure_remove(struct index_structure *structure, size_t i);
bool index_structure_is_full(const struct index_structure *structure);
struct segment *index_structure_find(const struct index_structure *structure, uint32_t id);
void index_structure_free(struct index_structure *structure);

/* Whether all of its pages are written. */
static inline bool segment_is_whole(const struct segment *segment) {
    return segment->merged == segment->shape.pages;
}

/* The first of its pages that is still there while it is merged into another. */
static inline uint32_t segment_first_page(const struct segment *segment,
                                          const struct segment *into) {
    return posting_page_of(posting_page_begin(into->merged, into->shape.pages),
                           segment->shape.pages);
}

/* Whether the filter says which keys this page has. */
static inline bool segment_filters(const struct segment *segment, uint32_t page) {
    return page >= segment->filter_begin && page < segment->filter_end;
}
