/*
 * posting_page.h - the postings of a range of keys, sorted and packed into a blob.
 *
 * Layout (docs/formats/index-format.md): a varint of the number n of postings, then bits, the low
 * bit of a byte first: n keys in the form of Elias and Fano (1974, 1975), less the smallest key
 * that the page can have; then n ids, less the smallest id of the segment, in id_bits bits each.
 *
 *   (1) Of u possible keys, each takes l = floor(log2(u / n)) low bits, stored as they are; the
 *       upper bits are a run of ones for each value, one for each posting, ended by a zero. A key
 *       thus takes about l + 2 bits: 12 where 100 postings share a range of 100,000 keys.
 *   (2) Postings are sorted by key and id, and all postings of a key are on one page.
 *   (3) Bytes are untrusted: whatever they are, no function reads beyond them, and one that cannot
 *       be a page is refused.
 */
#pragma once

#include "posting.h"

/* What the pages of a segment have in common. */
struct posting_shape {
    uint32_t pages; /* from 1 to posting_pages_max */
    int64_t first_id;
    unsigned id_bits; /* from 0 to 64 */
};

/* The bits in which ids from `first` to `last` are stored. */
unsigned posting_id_bits(int64_t first, int64_t last);

/* The bytes of a page with `count` postings. */
size_t posting_page_size(const struct posting_shape *shape, uint32_t page, size_t count);

/*
 * Writes posting_page_size() bytes, and posting_page_slack that do not count. The postings are
 * sorted, and belong to this page. O(count).
 */
enum { posting_page_slack = 9 };
void posting_page_write(const struct posting_shape *shape, uint32_t page,
                        const struct posting *postings, size_t count, unsigned char *bytes);

/* A page that is read. `bytes` must stay as they are. */
struct posting_page {
    const unsigned char *bytes;
    size_t size, count;
    uint64_t first_key;
    int64_t first_id;
    size_t upper, lower, ids; /* where these begin, in bits */
    unsigned lower_bits, id_bits;
};

/* Returns false if the bytes are no page of this number. O(size). */
bool posting_page_open(struct posting_page *page, const struct posting_shape *shape,
                       uint32_t number, const unsigned char *bytes, size_t size);

/* Sets the range of the postings with this key, begin <= i < end. */
void posting_page_find(const struct posting_page *page, uint64_t key, size_t *begin, size_t *end);

/* The id of posting i < count. O(1). */
int64_t posting_page_id(const struct posting_page *page, size_t i);

/*
 * Reads all postings. Returns false if they are not sorted, or a key belongs to another page: the
 * smallest key of the next is `end_key`.
 */
bool posting_page_read(const struct posting_page *page, uint64_t end_key, struct posting *postings);
