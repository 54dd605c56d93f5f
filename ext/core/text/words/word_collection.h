/*
 * word_collection.h - counts the words of very many texts.
 *
 * The counts are those of word_frequencies.h. Words that occur close together are counted in 256 kB
 * first, which stay in the cache of a processor.
 */
#pragma once

#include "word_frequencies.h"
#include "word_hashes.h"

/* A power of 2. Most words of a text are among a few thousand frequent ones. */
enum { word_recent_count = 1 << 15 };

/* Initialise with zeroes; release with word_collection_free(). */
struct word_collection {
    struct word_frequencies frequencies;
    struct counted_word *recent; /* each word stands where its lowest bits say; count 0: none */
    struct counted_word *counts; /* what has lost its place there, and is not yet added */
    size_t count, capacity;
    uint64_t texts; /* not yet added */
};

/* Adds a text with these words. False if memory runs out or `interruption`, or NULL, stops it. */
bool word_collection_add(struct word_collection *collection, const struct allocator *allocator,
                         struct interruption *interruption, const struct word_hashes *words);

/* Completes `frequencies`; nothing can be added afterwards. Returns false as above. */
bool word_collection_finish(struct word_collection *collection, const struct allocator *allocator,
                            struct interruption *interruption);

void word_collection_free(struct word_collection *collection, const struct allocator *allocator);
