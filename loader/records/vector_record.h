/*
 * vector_record.h - a word and its vector, as a record; and what a file of them is, by its
 * beginning. In a line the word may contain spaces, so numbers are counted from the end. A vector
 * becomes floats in little-endian order, 4 bytes for each dimension.
 */
#pragma once

#include "../base/failure.h"
#include "../input/reader.h"

/* What all records of a file have in common. */
struct vector_scheme {
    bool binary;
    size_t dimensions; /* 1 to vector_dimensions_max */
};

/* Reads a record: the word, of a damaged record as far as it is known, and the vector. */
enum slice_result vector_record_read(const struct vector_scheme *scheme, const char *record,
                                     size_t length, struct text_buffer *word,
                                     struct text_buffer *vector, struct failure *failure);

/* The most numbers of a vector, bytes of a word, and bytes of a line. */
enum { vector_dimensions_max = 1 << 16, vector_word_max = 4096, vector_line_max = 4 << 20 };

/* The length without the white space at the end of a line. */
size_t vector_line_trim(const char *line, size_t length);

/* Reads the first line of word2vec and fastText: two integers, cut to their range. Else false. */
bool vector_header_read(const char *line, size_t length, int64_t *words, int64_t *dimensions);

/*
 * How many numbers most of the first thousand lines have at their ends, in a tie the fewest; or 0.
 * `complete`: the last line does not break off.
 */
size_t vector_text_dimensions(const char *text, size_t length, bool complete);

/* Whether what follows the first line of word2vec is binary. */
bool vector_is_binary(const char *text, size_t length, size_t dimensions);

/* The length of a word and the space after it, at the beginning of a binary record; 0: no space. */
size_t vector_binary_word(const char *text, size_t length);

/* Whether the vector of a binary record has neither NaN nor infinity; else `place` is its index. */
bool vector_is_finite(const char *bytes, size_t dimensions, size_t *place);

/*
 * The format of a file that certainly has vectors: "word2vec" or "glove". NULL if in doubt, as with
 * less than 16 dimensions, with tabs, and if not all lines have as many numbers.
 */
const char *vector_recognise(const char *text, size_t length, bool complete);
