/*
 * word_frequencies.h - how often each word occurs in a collection of texts, in bounded memory.
 *
 * Words are hashes of word_hashes.h. Up to word_frequencies_words_max of them are counted one by
 * one, in an array. More than these are counted in a count-min sketch (Cormode, Muthukrishnan: An
 * Improved Data Stream Summary, 2005): a word adds to one counter in each row, and its count is the
 * least of them. The array takes 19 MB at most, the sketch 32 MB.
 *
 *   (1) A count is never too low, up to UINT32_MAX, where counts stay. In the sketch it is too high
 *       where other words hit all counters of a word. Rare words err most, by others that are rare.
 *   (2) Counts are sums, and the number of different words alone says when the sketch begins. So
 *       they depend on the words that were counted, never on their order, nor on the parts in which
 *       they were counted: the sum of the blobs of all parts is the blob of the whole.
 *   (3) docs/functions/texts.md specifies the blob.
 *
 * Adding a word takes amortised constant time; so does a look-up, unless somebody has chosen the
 * hashes: then it is a binary search.
 *
 * `exact` counts, of vectors/document_frequencies.h, are those of an array of any size: there is no
 * sketch, and so no blob of this form.
 */
#pragma once

#include "../../base/allocator.h"
#include "../../base/interruption.h"
#include "../../base/mix.h"

/*
 * Measured with words as in large collections. Of 4 million words the sketch counts 41 % too high,
 * and rarity is wrong by more than 0.7 for 7 %; of 12 million words, 89 % and 42 %. Four rows with
 * half as many columns are worse: 58 % and 8 %, 99 % and 72 %.
 */
enum {
    word_frequencies_words_max = 1 << 21,
    word_frequencies_rows = 2,
    word_frequencies_columns = 1 << 22,
    word_frequencies_header = 20
};

/* A word, and how often it occurs: at least once. */
struct counted_word {
    uint32_t hash, count;
};

/* Begins as all zeroes but for `exact`; released by word_frequencies_free(). */
struct word_frequencies {
    uint64_t texts;
    bool exact;                 /* set before the first word is added */
    struct counted_word *words; /* in ascending order of hashes, each once */
    size_t count, capacity;
    struct counted_word *added; /* in any order; they are not yet among `words` */
    size_t added_count, added_capacity;
    uint32_t *counters; /* row by row, instead of the arrays; NULL as long as there are few words */
    uint32_t *begins;   /* of the words by their highest bits, see word_frequencies_finish() */
    unsigned begins_shift;
};

/*
 * Adds `texts` texts with these words, of which some may be the same. Returns false if memory runs
 * out or `interruption`, or NULL, stops it.
 */
bool word_frequencies_add(struct word_frequencies *frequencies, const struct allocator *allocator,
                          struct interruption *interruption, uint64_t texts,
                          const struct counted_word *words, size_t count);

/* Whether untrusted bytes are a blob, at any address. O(length). */
bool word_frequencies_valid(const void *blob, size_t length);

/* Adds the counts of a valid blob. Returns false as word_frequencies_add() does. O(length). */
bool word_frequencies_add_blob(struct word_frequencies *frequencies,
                               const struct allocator *allocator, struct interruption *interruption,
                               const void *blob, size_t length);

/* A blob of `*size` bytes that the caller releases; NULL: no memory. More can be added later. */
unsigned char *word_frequencies_blob(struct word_frequencies *frequencies,
                                     const struct allocator *allocator, size_t *size);

/* Prepares for look-ups; afterwards nothing is added. Returns false if memory runs out. */
bool word_frequencies_finish(struct word_frequencies *frequencies,
                             const struct allocator *allocator);

/* After word_frequencies_finish(): has the counts of a word read that are soon asked for. */
void word_frequencies_prefetch(const struct word_frequencies *frequencies, uint32_t hash);

/* How often a word occurs, see (1). After word_frequencies_finish(). */
uint32_t word_frequencies_count(const struct word_frequencies *frequencies, uint32_t hash);

/* The natural logarithm of (texts + 1) / (count + 1), at least 0: inverse document frequency. */
double word_frequencies_rarity(const struct word_frequencies *frequencies, uint32_t hash);

void word_frequencies_free(struct word_frequencies *frequencies, const struct allocator *allocator);
