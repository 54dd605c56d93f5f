/*
 * wordings.h - the different sentences that an article has had so far, known by a hash.
 *
 * With the history of an article the same sentences come again with every revision; this says
 * which row of the table wording each is. The hash is no proof: the caller compares the text.
 * 16 bytes for each different sentence, twice as many while the table grows.
 */
#ifndef NEARDUP_WORDINGS_H
#define NEARDUP_WORDINGS_H

#include <stddef.h>
#include <stdint.h>

struct wording {
    uint64_t hash;
    int64_t id; /* of its row; 0: the place is empty */
};

/* An open hash table. Begins as all zeroes, freed by wordings_free(). */
struct wordings {
    struct wording *places;
    size_t count, capacity; /* a power of 2 */
};

/* Goes on with `hash` over more bytes; begin with any number. O(length). */
uint64_t wording_hash(const char *bytes, size_t length, uint64_t hash);

/* The place of a hash, or the empty one where it belongs. NULL when memory runs out. */
struct wording *wordings_find(struct wordings *wordings, uint64_t hash);

/* Fills in the empty place that wordings_find() has just given. */
void wordings_put(struct wordings *wordings, struct wording *place, uint64_t hash, int64_t id);

void wordings_clear(struct wordings *wordings);
void wordings_free(struct wordings *wordings);

#endif
