/*
 * term_weights.h - the weights of terms, from the texts that have them, and vectors of texts.
 *
 *   (1) A term that k of n texts have weighs ln((1 + n) / (1 + k)) + 1: smooth inverse document
 *       frequency. A term that none has weighs as for k = 0.
 *   (2) The vector of a text is sparse. Its value for a term is how often the text has the term,
 *       times the weight; all values are then divided by the length of the vector. Both are double,
 *       squares are added in ascending order of dimensions, and the result is rounded to float32.
 *
 * Linear in the terms, with a lookup of constant time for each, and a binary search at worst.
 */
#pragma once

#include "document_frequencies.h"
#include "vector.h"

struct term_weights;

/*
 * Makes them of frequencies that are finished, and stay as they are. NULL if memory runs out.
 * Released by term_weights_free().
 */
struct term_weights *term_weights_new(const struct allocator *allocator,
                                      const struct document_frequencies *frequencies);

/* The weight of a term. */
double term_weights_of(const struct term_weights *weights, uint32_t hash);

/*
 * Writes the vector of a text with these terms, at least one and at most sparse_components_max,
 * into `vector`, which has sparse_vector_size() bytes. Sets the values of the terms.
 */
void term_weights_vector(const struct term_weights *weights, struct terms *terms,
                         unsigned char *vector);

/* Accepts NULL. */
void term_weights_free(struct term_weights *weights);
