/*
 * core_minhash.h - MinHash: from shingles to signatures, and how often those collide.
 */
#ifndef NEARDUP_CORE_MINHASH_H
#define NEARDUP_CORE_MINHASH_H

#include "collision_filter.h"  /* which of many keys come more than once */
#include "match_probability.h" /* how likely two texts share a signature, exactly */
#include "minhash.h"           /* families of hash functions, draws, signatures */
#include "minima.h"            /* the minimum of every hash function, on the fastest CPU path */
#include "sketch.h"            /* the minima as a blob, and the estimate of Jaccard */
#include "wikiduper.h"         /* the hash family and the draws of the papers' program */

#endif
