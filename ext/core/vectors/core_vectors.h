/*
 * core_vectors.h - texts as vectors, and their random projections: near-duplicates that share more
 * than characters.
 */
#ifndef NEARDUP_CORE_VECTORS_H
#define NEARDUP_CORE_VECTORS_H

/* clang-format off */
#include "vector.h"                 /* dense and sparse vectors in blobs */
#include "dot_product.h"            /* dot products, and the cosine of two vectors */
#include "term_hash.h"              /* from a term to its dimension */
#include "terms.h"                  /* the terms of a text */
#include "document_frequencies.h"   /* how many texts have each term */
#include "term_weights.h"           /* what terms weigh; vectors of texts */
#include "stemmer.h"                /* the stems of words, by libstemmer */
#include "stop_words.h"             /* words that say little by themselves */
#include "stop_word_sequence.h"     /* which of them a text has, one after the other */
#include "word_stems.h"             /* the words of a text, folded, as stems */
#include "vector_rows.h"            /* very many rows of one size */
#include "word_vectors.h"           /* a vocabulary of stems with vectors */
#include "weighted_sum.h"           /* the sum of vectors with weights */
#include "text_vector.h"            /* the mean vector of the words of a text */
#include "hyperplanes.h"            /* random hyperplanes, drawn by a hash */
#include "projection.h"             /* on which side of the hyperplanes a vector lies */
#include "hamming.h"                /* in how many bits two signatures differ */
#include "projection_signature.h"   /* the bits in a blob, their bands and permutations */
#include "projection_probability.h" /* that two vectors share a band */
#include "layer_sums.h"             /* the inner loop of a neural network */
#include "semantic_model.h"         /* a network in a blob that hashes vectors */
#include "semantic_hash.h"          /* what it makes of a vector */
#include "vector_set.h"             /* many vectors in memory, with ids */
#include "vector_banding.h"         /* bands and rows, and how many bits may differ */
#include "vector_pairs.h"           /* which vectors are similar, on several threads */
/* clang-format on */

#endif
