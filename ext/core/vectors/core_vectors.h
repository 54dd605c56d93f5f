/*
 * core_vectors.h - texts as vectors, and their random projections: near-duplicates that share more
 * than characters.
 */
#ifndef NEARDUP_CORE_VECTORS_H
#define NEARDUP_CORE_VECTORS_H

/* clang-format off */
#include "vector.h" /* dense and sparse vectors in blobs */
#include "stemmer.h" /* the stems of words, by libstemmer */
#include "stop_words.h" /* words that say little by themselves */
#include "word_stems.h" /* the words of a text, folded, as stems */
#include "vector_rows.h" /* very many rows of one size */
#include "word_vectors.h" /* a vocabulary of stems with vectors */
#include "weighted_sum.h" /* the sum of vectors with weights */
#include "text_vector.h" /* the mean vector of the words of a text */
/* clang-format on */

#endif
