/*
 * terms.h - the terms of a text, as the dimensions of a vector, and how often each occurs.
 *
 *   (1) Terms are those of docs/formats/vector-format.md, and frozen: parts of what text/folding.h
 * makes of the text, so that case, accents and punctuation make no difference. A term is a run of
 *       letters, digits and marks. Where a script has no spaces between words, any two characters
 *       side by side are a term.
 *   (2) A term is known by its hash, term_hash(). Two with the same hash are one.
 *   (3) Every sequence of bytes is a text (code_points.h).
 *
 * Linear in the text: twice what folding it costs.
 */
#pragma once

#include "../base/little_endian.h"
#include "../text/folding.h"

/* Begins as all zeroes; released by terms_free(). */
struct terms {
    int64_t *hashes; /* of different terms, ascending; each has 32 bits */
    uint32_t *times; /* how often each occurs */
    double *values;  /* room for a number each, for term_weights_vector() */
    size_t count, hash_capacity, time_capacity, value_capacity;
};

/* Replaces `terms`; overwrites `folding`. False: no memory, or folding->interruption stops it. */
bool terms_read(struct terms *terms, struct folding *folding, const struct allocator *allocator,
                const char *utf8, size_t length);

void terms_free(struct terms *terms, const struct allocator *allocator);

/*
 * The dimension of a term: MurmurHash3_x86_32 (Austin Appleby) with seed 0. Frozen, since vectors
 * are stored, and other programs have it, too. Anyone can construct words that share a hash.
 */
uint32_t term_hash(const unsigned char *bytes, size_t length);
