/*
 * vector_record.h - one record of vector_file.h: a word and its vector. And what a file of such
 * records is, by its beginning.
 *
 * In a text a record is a line: a word, then numbers, between spaces or tabs. A word may contain
 * spaces, so its numbers are counted from the end of the line. A vector becomes the bytes of floats
 * in little-endian order, 4 for each dimension. The numbers of a text are rounded to the nearest
 * float.
 */
#pragma once

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

/* The most numbers of a vector, and bytes of a word. */
enum { vector_dimensions_max = 1 << 16, vector_word_max = 4096 };

/* The kinds of files. */
enum vector_form {
    vector_none,     /* another file */
    vector_word2vec, /* a first line that says how many words and dimensions; text or binary */
    vector_glove,    /* text without such a line */
    vector_fasttext  /* text with such a line */
};

/* The length without the white space at the end of a line. */
size_t vector_line_trim(const char *line, size_t length);

/*
 * Reads the first line of word2vec and fastText: two integers. False if it is something else; a
 * number beyond the range of an integer counts as the greatest.
 */
bool vector_header_read(const char *line, size_t length, int64_t *words, int64_t *dimensions);

/*
 * How many numbers the lines of a text have: what most of the first thousand have at their ends, of
 * several such numbers the smallest. 0 if there are none. `complete`: the text does not break off
 * in its last line.
 */
size_t vector_text_dimensions(const char *text, size_t length, bool complete);

/* Whether what follows the first line of word2vec is binary. */
bool vector_is_binary(const char *text, size_t length, size_t dimensions);

/* The length of a word and the space after it, at the beginning of a binary record; 0: no space. */
size_t vector_binary_word(const char *text, size_t length);

/* Whether the vector of a binary record has neither NaN nor infinity; else `place` is its index. */
bool vector_is_finite(const char *bytes, size_t dimensions, size_t *place);

/*
 * What a file is for certain, by its beginning; vector_none if in doubt. Vectors of less than 16
 * dimensions are always in doubt, and so are lines with tabs, and lines of which not all have as
 * many numbers.
 */
enum vector_form vector_recognise(const char *text, size_t length, bool complete);
