/*
 * word_pointers.h - the pointer that word_vectors() makes, and text_vector() reads: a vocabulary.
 *
 * It is passed as a pointer value (https://sqlite.org/bindptr.html) within one statement. The last
 * reference frees it; SQLite's value has one. No SQL can forge one.
 */
#ifndef NEARDUP_WORD_POINTERS_H
#define NEARDUP_WORD_POINTERS_H

#include "arguments.h"

struct shared_word_vectors {
    unsigned references;
    struct word_vectors
        vectors;               /* sealed: threads may read it for as long as there is a reference */
    struct text_reader reader; /* of the connection's thread */
};

/* The vocabulary in `value`, or NULL with an error. */
struct shared_word_vectors *word_vectors_argument(struct arguments *arguments, const char *name,
                                                  sqlite3_value *value);

/* Adds a reference and returns the argument; or drops one. */
struct shared_word_vectors *word_vectors_share(struct shared_word_vectors *shared);
void word_vectors_release(void *shared);

#endif
