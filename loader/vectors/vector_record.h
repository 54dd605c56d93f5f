/*
 * vector_record.h - one record of vector_file.h: a word and its vector.
 *
 * A vector becomes the bytes of floats in little-endian order, 4 for each dimension. The numbers of
 * a text are rounded to the nearest float.
 */
#ifndef NEARDUP_VECTOR_RECORD_H
#define NEARDUP_VECTOR_RECORD_H

#include "../base/failure.h"
#include "../text/page.h"

/* What all records of a file have in common. */
struct vector_scheme {
    bool binary;
    size_t dimensions; /* 1 to vector_dimensions_max */
};

/*
 * Reads a record into `page`: the word is its title. False with `failure` telling why if it is
 * damaged, or if memory runs out: then one of the page's buffers has failed. The page then has the
 * word, as far as it is known.
 */
bool vector_record_read(const struct vector_scheme *scheme, const char *record, size_t length,
                        struct page *page, struct failure *failure);

#endif
