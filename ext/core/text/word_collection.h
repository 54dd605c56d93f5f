/*
 * word_collection.h - counts the words of very many texts, which threads read.
 *
 *   (1) The blob is that of word_frequencies.h, counted in the order of the texts. It does not
 *       depend on the number of threads: they find the hashes of the words, and the owner counts
 *       these, since a count depends on the order.
 *   (2) Texts are collected in batches, and a task reads one. Each batch is kept until the owner
 *       has counted it: 256 kB of text and 1 MB for its words, two for each thread. A longer text
 *       ends its batch, which is then as large as needed.
 *   (3) Threads start when the first batch is full. Few texts need none.
 */
#ifndef NEARDUP_WORD_COLLECTION_H
#define NEARDUP_WORD_COLLECTION_H

#include "../base/crew.h"
#include "word_frequencies.h"
#include "word_hashes.h"

struct word_collection;

/*
 * Returns NULL if memory runs out. `threads` as for crew_new(). `interruption`, or NULL, stops the
 * work. Released by word_collection_free().
 */
struct word_collection *word_collection_new(const struct allocator *allocator, unsigned threads,
                                            struct interruption *interruption);

/* Adds a text. Returns false if memory runs out or the work is interrupted; so do later calls. */
bool word_collection_add(struct word_collection *collection, const char *utf8, size_t length);

/*
 * Returns the blob, of `*size` bytes, which the caller releases, and leaves no thread. NULL if
 * memory ran out or the work was interrupted. Called once, at the end.
 */
unsigned char *word_collection_blob(struct word_collection *collection, size_t *size);

/* Accepts NULL. */
void word_collection_free(struct word_collection *collection);

#endif
