/*
 * core_vectors.h - texts as vectors, and their random projections: near-duplicates that share more
 * than characters.
 */
#ifndef NEARDUP_CORE_VECTORS_H
#define NEARDUP_CORE_VECTORS_H

/* clang-format off */
#include "vector.h"      /* dense and sparse vectors in blobs */
#include "dot_product.h" /* dot products, and the cosine of two vectors */
#include "hyperplanes.h" /* random hyperplanes, drawn by a hash */
#include "projection.h"  /* on which side of the hyperplanes a vector lies */
#include "hamming.h"     /* in how many bits two signatures differ */
#include "projection_signature.h"   /* the bits in a blob, their bands and permutations */
#include "projection_probability.h" /* that two vectors share a band */
#include "vector_set.h"     /* many vectors in memory, with ids */
#include "vector_banding.h" /* bands and rows, and how far the bits of similar vectors differ */
#include "vector_pairs.h"   /* which vectors are similar, on several threads */
/* clang-format on */

#endif
