/*
 * known_sentences.h - finds the distinct sentences of an article's history by their hashes.
 *
 * In the history of an article most sentences recur with every revision; this tells which row of
 * the table history_sentence each one is. Equal hashes do not prove equality: the caller compares
 * the texts. A sentence takes 16 bytes, twice as many while the table grows.
 */
#ifndef NEARDUP_KNOWN_SENTENCES_H
#define NEARDUP_KNOWN_SENTENCES_H

#include <stddef.h>
#include <stdint.h>

struct known_sentence {
    uint64_t hash;
    int64_t id; /* of its row; 0 if the place is empty */
};

/* An open hash table. Initialise with zeroes, free with known_sentences_free(). */
struct known_sentences {
    struct known_sentence *places;
    size_t count, capacity; /* a power of 2 */
};

/* Continues `hash` over more bytes; start with any number. O(length). */
uint64_t known_sentence_hash(const char *bytes, size_t length, uint64_t hash);

/* The place of a hash, or the empty place where it belongs. NULL if memory runs out. */
struct known_sentence *known_sentences_find(struct known_sentences *sentences, uint64_t hash);

/* Fills the empty place that known_sentences_find() has just returned. */
void known_sentences_put(struct known_sentences *sentences, struct known_sentence *place,
                         uint64_t hash, int64_t id);

void known_sentences_clear(struct known_sentences *sentences);
void known_sentences_free(struct known_sentences *sentences);

#endif
