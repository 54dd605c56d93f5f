/*
 * wikiduper.h - minhashing exactly as in the program wikiduper (github.com/seweissman/wikiduper),
 * which produced the results of Weissman et al., Identifying Duplicate and Contradictory
 * Information in Wikipedia, 2015. Use it to reproduce those results; for everything else the other
 * schemes are better.
 *
 * How the program differs from its papers, and from the other schemes:
 *
 *   (1) All random numbers come from java.util.Random, a 48-bit linear congruential generator. The
 *       stream of the seed yields one seed for each hash function, then one for the draws.
 *   (2) Characters are UTF-16 code units. If a shingle cuts a surrogate pair, its half becomes '?'.
 *   (3) A shingle is encoded as UTF-8 and packed into 64-bit words, eight bytes per word, the first
 *       byte lowest. The program shifts a 32-bit int, so bytes 4 to 7 of a word are combined with
 *       bytes 0 to 3, and a byte of 0x80 or more in place 3 or 7 sets the upper half. Different
 *       shingles can therefore become equal (`wikiduper_overlaid`). `wikiduper_whole` gives each
 *       byte a place of its own.
 *   (4) n bytes make n / 8 + 1 words. Each word has a multiplier a, which is odd, and an addend b.
 *       The hash is the upper 60 bits of the sum of a * word + b.
 *   (5) Draws are made with replacement, so a draw can contain a function more than once. A draw of
 *       ten out of twenty has about eight different functions.
 *   (6) A signature hashes the minima in the order drawn. It does not include the number of the
 *       band.
 *   (7) Until June 2013, and thus for Ayhan, Bradley, Weissman, Similar Sentence Detection Using
 *       Locality Sensitive Hashing Technique on Wikipedia, a word took 64 bytes, which all fall
 *       onto the same four: the longer the shingle, the more shingles become equal. There were no
 *       addends. This is `wikiduper_folded`.
 *
 * docs/formats/signature-format.md specifies the format.
 */
#pragma once

#include "../base/interruption.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { wikiduper_seed = 1123456 }; /* the program's own */

/* How the bytes of a shingle are packed into words: (3) and (7). */
enum wikiduper_packing { wikiduper_overlaid, wikiduper_whole, wikiduper_folded };

/* The largest number of words that a shingle of `length` code units is packed into. */
size_t wikiduper_words(size_t length);

/*
 * Draws `hashes` functions for shingles of up to `words` words. coefficients[w * hashes + j] is the
 * multiplier of function j for word w. The addends follow `words` * `hashes` later in the same
 * order; each includes the addends of the words before it.
 */
void wikiduper_functions(int64_t seed, uint32_t hashes, size_t words,
                         enum wikiduper_packing packing, uint64_t *coefficients);

/* Draws `count` functions below `hashes`: the draws of all bands, one after the other. */
void wikiduper_draws(int64_t seed, uint32_t hashes, size_t count, uint32_t *draws);

/* Encodes code points as UTF-16 into room for 2 * `count` code units; returns their number. */
size_t wikiduper_utf16(const uint32_t *points, size_t count, uint32_t *units);

/*
 * Sets minima[j] to the minimum of function j over all shingles of `length` code units, or to
 * UINT64_MAX if there are none. `packed` has room for the words of a shingle. Returns false if
 * `interruption`, which may be NULL, stopped it. O(count * (length + hashes * length / 8)).
 */
bool wikiduper_minima(const uint32_t *units, size_t count, size_t length,
                      enum wikiduper_packing packing, const uint64_t *coefficients, uint32_t hashes,
                      uint64_t *packed, uint64_t *minima, struct interruption *interruption);
