/*
 * posting.h - a posting says that the text `id` has the signature `key`.
 *
 * A key is the upper 36 bits of a signature (minhash.h). Signatures are uniform, so that postings
 * in the order of their keys can be divided into pages of nearly equal size by computing the page
 * of a key: no list of first keys is kept, and none is searched.
 *
 * Two different signatures have the same key with probability 2^-36: among 250 million postings, a
 * text with 25 keys meets 0.09 strangers. Postings are hints. Whoever finds one compares the texts.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { posting_key_bits = 36, posting_pages_max = 1 << 27 };

#define POSTING_KEY_MAX ((UINT64_C(1) << posting_key_bits) - 1)

struct posting {
    uint64_t key; /* at most POSTING_KEY_MAX */
    int64_t id;
};

static inline uint64_t posting_key(uint64_t signature) {
    return signature >> (64 - posting_key_bits);
}

/* By key, then by id. Without branches, since nobody can foresee them. */
static inline bool posting_precedes(const struct posting *a, const struct posting *b) {
    return (a->key < b->key) | ((a->key == b->key) & (a->id < b->id));
}

/* The page of a key, if there are `pages`: from 0 to pages - 1. */
static inline uint32_t posting_page_of(uint64_t key, uint32_t pages) {
    return (uint32_t)(key * pages >> posting_key_bits);
}

/* The smallest key of a page; that of page number `pages` is POSTING_KEY_MAX + 1. */
static inline uint64_t posting_page_begin(uint32_t page, uint32_t pages) {
    return (((uint64_t)page << posting_key_bits) + pages - 1) / pages;
}

/*
 * Sorts postings by key and id. Keys are from `begin` up to but without `end`; `scratch` has as
 * much room as `postings`. O(count) for keys that are uniform, as signatures are, and O(count
 * log^2 count) for any.
 */
void postings_sort(struct posting *postings, struct posting *scratch, size_t count, uint64_t begin,
                   uint64_t end);
