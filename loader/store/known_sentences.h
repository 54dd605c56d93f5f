/*
 * known_sentences.h - the different sentences that an article has had so far, known by a hash.
 *
 * With the history of an article the same sentences come again with every revision; this says
 * which row of the table wording each is. The hash is no proof: the caller compares the text.
 * 16 bytes for each different sentence, twice as many while the table grows.
 */
#ifndef NEARDUP_KNOWN_SENTENCES_H
#define NEARDUP_KNOWN_SENTENCES_H

#include <stddef.h>
#include <stdint.h>

struct known_sentence {
    uint64_t hash;
    int64_t id; /* of its row; 0: the place is empty */
};

/* An open hash table. Begins as all zeroes, freed by known_sentences_free(). */
struct known_sentences {
    struct known_sentence *places;
    size_t count, capacity; /* a power of 2 */
};

/* Goes on with `hash` over more bytes; begin with any number. O(length). */
uint64_t known_sentence_hash(const char *bytes, size_t length, uint64_t hash);

/* The place of a hash, or the empty one where it belongs. NULL when memory runs out. */
struct known_sentence *known_sentences_find(struct known_sentences *wordings, uint64_t hash);

/* Fills in the empty place that known_sentences_find() has just given. */
void known_sentences_put(struct known_sentences *wordings, struct known_sentence *place,
                         uint64_t hash, int64_t id);

void known_sentences_clear(struct known_sentences *wordings);
void known_sentences_free(struct known_sentences *wordings);

#endif
