/*
 * word_collection.h - counts the words of very many texts, which threads read.
 *
 *   (1) The counts are those of word_frequencies.h, which depend on the words alone: not on their
 *       order, nor on the number of threads.
 *   (2) Texts are collected in batches. A task finds the words of one and counts those that occur
 *       close together; the owner adds these counts to those of all batches. Each batch is kept
 *       until then: 256 kB of text and up to 1.6 MB for its words, two for each thread, which has
 *       256 kB more, and one. A longer text ends its batch, which is then as large as needed.
 *   (3) Threads start when the first batch is full. Few texts need none.
 */
#pragma once

#include "../../base/interruption.h"
#include "word_frequencies.h"
#include "word_hashes.h"

struct word_collection;

/*
 * NULL if memory runs out. `threads` as for task_ring_begin(); `interruption`, or NULL, stops the
 * work. Released by word_collection_free().
 */
struct word_collection *word_collection_new(const struct allocator *allocator, unsigned threads,
                                            struct interruption *interruption);

/* Adds a text. Returns false if memory runs out or the work is interrupted; so do later calls. */
bool word_collection_add(struct word_collection *collection, const char *utf8, size_t length);

/*
 * Returns the counts, which the caller may take over (and replace by zeroes), and leaves no thread.
 * NULL if memory ran out or the work was interrupted. Called once, at the end.
 */
struct word_frequencies *word_collection_end(struct word_collection *collection);

/* Accepts NULL. */
void word_collection_free(struct word_collection *collection);
