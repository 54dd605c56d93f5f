/*
 * core_projections.h - random projections and semantic hashes of vectors, and which vectors are
 * similar.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "hyperplanes.h"            /* random hyperplanes, drawn by a hash */
#include "projection.h"             /* on which side of the hyperplanes a vector lies, and with what probability two */
#include "projection_signature.h"   /* the bits in a blob, their bands, permutations and distances */
#include "semantic_hash.h"          /* a network in a blob, and how it hashes vectors */
#include "vector_set.h"             /* many vectors in memory, with ids */
#include "vector_banding.h"         /* bands and rows, and how many bits may differ */
#include "vector_pairs.h"           /* which vectors are similar, on several threads */
/* clang-format on */
