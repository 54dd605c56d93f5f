/*
 * core.h - the map of the core: its headers in dependency order.
 *
 * The core is pure C: it knows nothing of SQLite, reads and writes no file, keeps no state between
 * calls and gets its memory through `struct allocator` alone. Every function that can run out of
 * memory says so by its result.
 */
#ifndef NEARDUP_CORE_H
#define NEARDUP_CORE_H

#include "allocator.h"         /* where memory comes from */
#include "code_points.h"       /* UTF-8 text as Unicode code points */
#include "collision_filter.h"  /* which of many keys come more than once */
#include "component_blob.h"    /* the components as a blob */
#include "cpu.h"               /* what the running CPU can do */
#include "edit_distance.h"     /* Levenshtein distance, bit-parallel */
#include "match_probability.h" /* how likely two texts share a signature, exactly */
#include "minhash.h"           /* families of hash functions, draws, signatures */
#include "minima.h"            /* the minimum of every hash function, on the fastest CPU path */
#include "mix.h"               /* the 64-bit mixer and the stream of draws built on it */
#include "radix_sort.h"        /* sorting integers in place */
#include "set_similarity.h"    /* exact Jaccard similarity and containment */
#include "shingle.h"           /* runs of code points and their 64-bit fingerprints */
#include "sketch.h"            /* the minima as a blob, and the estimate of Jaccard */
#include "star_clusters.h"     /* clusters around representatives */
#include "union_find.h"        /* connected components of edges */
#include "wikiduper.h"         /* the hash family and the draws of the papers' program */

#endif
