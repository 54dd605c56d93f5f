/*
 * document_frequencies.h - in how many texts each term occurs, what terms weigh by that, and
 * vectors of texts. Frozen: docs/formats/vector-format.md#tfidf. A blob depends on the texts only,
 * not on their order.
 *
 * Adding a term takes amortised constant time, and so does looking one up, unless somebody has
 * chosen the hashes: then it is a binary search. Memory: at most 64 bytes for each term.
 */
#pragma once

#include "../text/words/word_frequencies.h"
#include "terms.h"
#include "vector.h"

enum { document_frequencies_header = 8 };

enum document_fault {
    document_ok,
    document_memory,  /* it ran out, or `interruption` stopped the work */
    document_invalid, /* the blob is no such blob */
    document_texts    /* there are more than 2^32 - 1 texts */
};

/* Adds a text with these terms to counts that begin as all zeroes. `interruption` may be NULL. */
enum document_fault document_frequencies_add(struct word_frequencies *counts,
                                             const struct allocator *allocator,
                                             struct interruption *interruption,
                                             const struct terms *terms);

/* Adds what untrusted bytes say, after all of them were checked. They must stay as they are. */
enum document_fault document_frequencies_add_blob(struct word_frequencies *counts,
                                                  const struct allocator *allocator,
                                                  struct interruption *interruption,
                                                  const void *blob, size_t length);

/* The blob of finished counts, `*size` bytes for the caller to release. NULL: no memory. */
unsigned char *document_frequencies_blob(const struct word_frequencies *counts,
                                         const struct allocator *allocator, size_t *size);

/* What a term weighs by finished counts. */
double term_weight(const struct word_frequencies *counts, uint32_t hash);

/* Writes the vector of 1 to sparse_components_max terms, sparse_vector_size(); sets the values. */
void term_weights_vector(const struct word_frequencies *counts, struct terms *terms,
                         unsigned char *vector);
