/*
 * document_frequencies.h - in how many texts each term occurs, counted exactly.
 *
 * As a blob, numbers low byte first: "NDD1", the number of texts (4 bytes), then for each term its
 * hash and the number of texts that have it (4 each), in ascending order of hashes. Frozen:
 * docs/formats/vector-format.md. The blob depends on the texts only, not on their order.
 *
 * Adding a term takes amortised constant time. Frequent terms are counted in a small table; what
 * another term pushes out of it waits, and is merged with all others when as many terms wait as
 * there are. Memory is at most 64 bytes for each different term.
 */
#pragma once

#include "terms.h"

struct document_frequency {
    uint32_t hash, texts;
};

enum { recent_terms = 1 << 12, document_frequencies_header = 8 };

/* Begins as all zeroes; released by document_frequencies_free(). */
struct document_frequencies {
    uint32_t texts;
    struct document_frequency *terms; /* in ascending order of hashes, after ..._finish() */
    size_t count, capacity;
    int64_t *waiting; /* hashes, in any order, and how often they were found */
    uint32_t *found;
    size_t waiting_count, waiting_capacity, found_capacity;
    struct document_frequency recent[recent_terms]; /* each where its lowest bits say */
};

enum document_fault {
    document_ok,
    document_memory,  /* it ran out, or `interruption` stopped the work */
    document_invalid, /* the blob is no such blob */
    document_texts    /* there are more than 2^32 - 1 texts */
};

/* Adds a text with these terms. `interruption` may be NULL, as below. */
enum document_fault document_frequencies_add(struct document_frequencies *frequencies,
                                             const struct allocator *allocator,
                                             struct interruption *interruption,
                                             const struct terms *terms);

/* Adds what untrusted bytes say, after all of them were checked. They must stay as they are. */
enum document_fault document_frequencies_add_blob(struct document_frequencies *frequencies,
                                                  const struct allocator *allocator,
                                                  struct interruption *interruption,
                                                  const void *blob, size_t length);

/* Brings `terms` up to date. Returns false if memory runs out or the work is stopped. */
bool document_frequencies_finish(struct document_frequencies *frequencies,
                                 const struct allocator *allocator,
                                 struct interruption *interruption);

/*
 * Turns them, finished, into a blob of `*size` bytes, which the caller releases, and leaves them
 * empty. NULL if memory runs out.
 */
unsigned char *document_frequencies_blob(struct document_frequencies *frequencies,
                                         const struct allocator *allocator, size_t *size);

void document_frequencies_free(struct document_frequencies *frequencies,
                               const struct allocator *allocator);
