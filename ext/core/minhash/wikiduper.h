/*
 * wikiduper.h - minhashing as the program wikiduper does it (github.com/seweissman/wikiduper), the
 * one behind Weissman et al., Identifying Duplicate and Contradictory Information in Wikipedia,
 * 2015: bit for bit, so that its results can be had again. For all else there are better schemes.
 *
 * What it does otherwise than its papers say, and than the other schemes here:
 *
 *   (1) All numbers come out of java.util.Random, a linear congruential generator of 48 bits. The
 *       seed gives one seed for each hash function, then one for the draws.
 *   (2) Characters are UTF-16 code units. A shingle that cuts a surrogate pair has '?' there.
 *   (3) A shingle is packed as UTF-8 into 64-bit words, eight bytes to a word, the first byte
 *       lowest. The original shifts a 32-bit int, so that in each word bytes 4 to 7 fall onto bytes
 *       0 to 3, and one of 0x80 or more on place 3 or 7 sets the upper half: shingles that differ
 *       can pack alike. `wikiduper_whole` gives eight bytes eight places.
 *   (4) Of n bytes there are n / 8 + 1 words, each with a multiplier a, odd, and an addend b of its
 *       own: the hash is the upper 60 bits of the sum of a * word + b.
 *   (5) Draws are with replacement. A function can be in a draw twice, so that a draw of ten out of
 *       twenty holds some eight different ones.
 *   (6) A signature is the minima in the order drawn; the number of the band is no part of it.
 *   (7) Until June 2013, and so for Ayhan, Bradley, Weissman, Similar Sentence Detection Using
 *       Locality Sensitive Hashing Technique on Wikipedia, 64 bytes shared a word: all bytes of a
 *       shingle fall onto four, and the longer it is, the more shingles pack alike. There was no b.
 *       That is `wikiduper_folded`.
 *
 * The format is specified in docs/signature-format.md.
 */
#ifndef NEARDUP_WIKIDUPER_H
#define NEARDUP_WIKIDUPER_H

#include "../base/interruption.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { wikiduper_seed = 1123456 }; /* the program's own */

/* How the bytes of a shingle become words: (3) and (7). */
enum wikiduper_packing { wikiduper_overlaid, wikiduper_whole, wikiduper_folded };

/* How many words a shingle of `length` code units packs into at the most. */
size_t wikiduper_words(size_t length);

/*
 * Draws `hashes` functions for shingles of up to `words` words. coefficients[w * hashes + j] is the
 * multiplier of function j for word w; `words` * `hashes` later are its addends, those of the words
 * before added in.
 */
void wikiduper_functions(int64_t seed, uint32_t hashes, size_t words,
                         enum wikiduper_packing packing, uint64_t *coefficients);

/* Makes `count` draws, one after another, of functions below `hashes`. */
void wikiduper_draws(int64_t seed, uint32_t hashes, size_t count, uint32_t *draws);

/* Writes code points as UTF-16, room for twice `count`; returns how many code units they are. */
size_t wikiduper_units(const uint32_t *points, size_t count, uint32_t *units);

/*
 * The minimum of each function over all shingles of `length` units; UINT64_MAX where there are
 * none. `packed` is room for the words of a shingle. False where `interruption`, which may be NULL,
 * says so. O(count * (length + hashes * length / 8)).
 */
bool wikiduper_minima(const uint32_t *units, size_t count, size_t length,
                      enum wikiduper_packing packing, const uint64_t *coefficients, uint32_t hashes,
                      uint64_t *packed, uint64_t *minima, struct interruption *interruption);

#endif
