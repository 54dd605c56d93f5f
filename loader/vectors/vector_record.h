/*
 * vector_record.h - one record of vector_file.h: a word and its vector.
 *
 * A vector becomes the bytes of floats in little-endian order, 4 for each dimension. The numbers of
 * a text are rounded to the nearest float.
 */
#ifndef NEARDUP_VECTOR_RECORD_H
#define NEARDUP_VECTOR_RECORD_H

#include "../base/failure.h"
#include "../input/reader.h"

/* What all records of a file have in common. */
struct vector_scheme {
    bool binary;
    size_t dimensions; /* 1 to vector_dimensions_max */
};

/* Begins as all zeroes; the buffers are reused from word to word. */
struct vector_word {
    struct text_buffer text, vector;
};

/* Reads a record. `word` has the text of a damaged one, too, as far as it is known. */
enum slice_result vector_record_read(const struct vector_scheme *scheme, const char *record,
                                     size_t length, struct vector_word *word,
                                     struct failure *failure);
void vector_word_free(struct vector_word *word);

#endif
