/*
 * core_vectors.h - texts as vectors, and their random projections: near-duplicates that share more
 * than characters.
 */
#pragma once

/* clang-format off */
#include "vector.h"                 /* dense and sparse vectors in blobs */
#include "dot_product.h"            /* dot products, and the cosine of two vectors */
#include "terms.h"                  /* the terms of a text */
#include "document_frequencies.h"   /* how many texts have each term, what terms weigh; vectors of texts */
#include "weighted_sum.h"           /* the sum of vectors with weights */
/* clang-format on */
