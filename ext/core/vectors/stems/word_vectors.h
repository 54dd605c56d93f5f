/*
 * word_vectors.h - a vocabulary: a vector and a weight for each stem, of which the vectors of texts
 * are made (text_vector.h).
 *
 *   (1) All vectors are dense and have as many dimensions as the first.
 *   (2) Words with one stem share its entry: the mean of their vectors, each multiplied by its
 *       weight, and the mean of their weights. A text that has any of these words takes what it
 *       would take on average. Sums are in double, in the order in which the words were added.
 *   (3) Sealed, it is only read, by any number of threads.
 *
 * Memory: 4 bytes a component, about 50 for each stem, and until it is sealed 8 a component for
 * each stem of several words.
 */
#pragma once

#include "../vector.h"
#include "word_stems.h"

enum {
    word_language_size = 32,
    vector_rows_piece_bits = 20 /* a piece has up to 2^20 bytes, or one row */
};

/* Very many rows of `row_size` bytes, in pieces that never move: growing takes no second copy. */
struct vector_rows {
    size_t row_size;
    size_t count; /* of rows */
    void **pieces;
    size_t piece_count, piece_capacity;
};

/* Rows of a piece: a power of two, which is given by its logarithm. */
static inline unsigned vector_rows_bits(const struct vector_rows *rows) {
    unsigned bits = 0;
    while (rows->row_size << (bits + 1) <= (size_t)1 << vector_rows_piece_bits)
        bits++;
    return bits;
}

/* A row by its number; `bits` is vector_rows_bits(). */
static inline void *vector_rows_at(const struct vector_rows *rows, unsigned bits, size_t row) {
    size_t place = row & (((size_t)1 << bits) - 1);
    return (char *)rows->pieces[row >> bits] + place * rows->row_size;
}

struct word_entry {
    size_t name;    /* where it begins in `names` */
    double weights; /* of its words: their sum */
    uint64_t words; /* how many there are */
    uint32_t sum;   /* of several: 1 + the row of their sum */
    uint8_t name_length;
};

struct word_slot {
    uint32_t hash, entry; /* 1 + the number of an entry, or 0 */
};

/* Begins with word_vectors_begin(), also after a failure released by word_vectors_free(). */
struct word_vectors {
    const struct allocator *allocator;
    char language[word_language_size]; /* of the stems */
    uint64_t key[2];                   /* random, so that nobody can make words collide */
    uint32_t dimensions;               /* 0 if there is no word yet */
    uint32_t count;
    struct word_entry *entries;
    size_t entry_capacity;
    char *names;
    size_t names_length, names_capacity;
    struct word_slot *slots; /* a hash table */
    size_t slot_count;
    struct vector_rows rows; /* of floats, low byte first: an entry's weight, then its vector */
    unsigned row_bits;       /* vector_rows_bits(&rows) */
    struct vector_rows sums; /* of double */
};

/* The language must be known (word_stems_language()). */
void word_vectors_begin(struct word_vectors *vectors, const struct allocator *allocator,
                        const char *language, const uint64_t key[2]);

enum word_added {
    word_added,
    word_unusable, /* a stop word, a number, several words or none: no text can have it */
    word_unlike,   /* the vector has other dimensions */
    word_failed    /* memory ran out, or the work was interrupted */
};

/*
 * Adds a word as it stands in a text, with a dense vector and a weight, finite and not negative, by
 * `stems` of the same language. After a failure the vocabulary can only be freed.
 */
enum word_added word_vectors_add(struct word_vectors *vectors, struct word_stems *stems,
                                 const char *word, size_t length, const struct vector *vector,
                                 float weight);

/* Makes the means. No word can be added afterwards. */
void word_vectors_seal(struct word_vectors *vectors);

#define WORD_VECTORS_UNKNOWN UINT32_MAX

/* The number of the entry of a stem, or WORD_VECTORS_UNKNOWN. */
uint32_t word_vectors_find(const struct word_vectors *vectors, const char *stem, size_t length);

/* The weight of an entry of a sealed vocabulary, and after it the vector. */
static inline const unsigned char *word_vectors_row(const struct word_vectors *vectors,
                                                    uint32_t entry) {
    return vector_rows_at(&vectors->rows, vectors->row_bits, entry);
}

void word_vectors_free(struct word_vectors *vectors);
