/*
 * sketch.h - the minima of a text as a self-describing blob, and the similarity of two of them.
 *
 * Layout (docs/formats/sketch-format.md), little-endian on every machine:
 *   0   4  "NDS1"
 *   4   1  scheme: 0 banded, 5 words (4-byte minima); 1 paper, 2 wikiduper, 3 wikiduper-fixed,
 *          4 wikiduper-report (8-byte minima)
 *   5   3  zero
 *   8   4  code points in a shingle, or words
 *   12  4  number of hash functions N
 *   16  8  seed
 *   24  .. N minima
 * A sketch does not depend on the draws, so bands and rows are not part of it.
 */
#ifndef NEARDUP_SKETCH_H
#define NEARDUP_SKETCH_H

#include "minhash.h"

enum { sketch_header_size = 24, sketch_size_max = sketch_header_size + 8 * minhash_hashes_max };

/* The size in bytes of a sketch with these parameters. */
size_t sketch_size(const struct minhash_parameters *parameters);

/* Writes sketch_size() bytes. `minima` has one value for each hash function. */
void sketch_write(const struct minhash_parameters *parameters, const uint64_t *minima,
                  unsigned char *sketch);

enum sketch_result {
    sketch_ok,
    sketch_malformed, /* not a sketch: wrong magic, scheme, size or count */
    sketch_unlike     /* the two sketches have different parameters */
};

/* Checks untrusted bytes. On sketch_ok sets scheme, shingle, hashes and seed; the rest is 0. */
enum sketch_result sketch_read(const unsigned char *sketch, size_t size,
                               struct minhash_parameters *parameters);

/*
 * Sets `similarity` to the proportion of equal minima: an unbiased estimate of the Jaccard
 * similarity s with standard error sqrt(s * (1 - s) / N). Checks both sketches. O(N).
 */
enum sketch_result sketch_similarity(const unsigned char *a, size_t a_size, const unsigned char *b,
                                     size_t b_size, double *similarity);

#endif
