/*
 * wikiduper.h - minhashing exactly as in the program wikiduper (github.com/seweissman/wikiduper),
 * which produced the results of Weissman et al., Identifying Duplicate and Contradictory
 * Information in Wikipedia, 2015. Use it to reproduce those results; for everything else the other
 * schemes are better.
 *
 * Section 7 of docs/formats/signature-format.md specifies it, and tells how the papers differ.
 */
#pragma once

#include "../base/interruption.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { wikiduper_seed = 1123456 }; /* the program's own */

/*
 * How the bytes of a shingle are packed into words: as the program does, which overlays some; each
 * in a place of its own; or as it did until June 2013, all in four places, without addends.
 */
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
