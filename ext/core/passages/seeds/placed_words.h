/*
 * placed_words.h - the words of a text as hashes, and where each is in the text.
 *
 * A view, which owns nothing: whoever keeps many texts lays out their words as it likes. Places are
 * kept in one of two ways:
 *
 *   wide     8 bytes a word: where it begins and ends, as word_hashes_read_placed() gives it
 *   packed   3 bytes a word: `offsets` from the anchor of its block, which is the place where the
 *            block's first word begins, and `lengths`. A text whose words are longer than 255 code
 *            points, or are too far from each other, cannot be packed; its places stay wide.
 *
 * Places are code points from 0.
 */
#pragma once

#include "../../text/words/word_hashes.h"

enum { placed_words_block = 64 }; /* words that share an anchor */

struct placed_words {
    const uint32_t *hashes;
    size_t count;
    const struct word_place *places; /* wide, or NULL if packed */
    const uint32_t *anchors;         /* one for each block that has begun */
    const uint16_t *offsets;
    const uint8_t *lengths;
};

static inline uint32_t placed_words_begin(const struct placed_words *words, size_t word) {
    assert(word < words->count);
    return words->places ? words->places[word].begin
                         : words->anchors[word / placed_words_block] + words->offsets[word];
}

/* One after the last code point of the word. */
static inline uint32_t placed_words_end(const struct placed_words *words, size_t word) {
    assert(word < words->count);
    return words->places ? words->places[word].end
                         : placed_words_begin(words, word) + words->lengths[word];
}

/* What word_hashes_read_placed() has read. Valid until `words` changes. */
static inline struct placed_words placed_words_of(const struct word_hashes *words) {
    return (struct placed_words){
        .hashes = words->values, .count = words->count, .places = words->places};
}

/* How many blocks, and so anchors, `count` words have. */
static inline size_t placed_words_blocks(size_t count) {
    return count / placed_words_block + (count % placed_words_block > 0);
}
