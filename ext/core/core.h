/*
 * core.h - the map of the core: its headers in dependency order.
 *
 * The core is pure C: it knows nothing of SQLite, reads and writes no file, keeps no state between
 * calls and gets its memory through `struct allocator` alone. Every function that can run out of
 * memory, or be interrupted, says so by its result.
 */
#ifndef NEARDUP_CORE_H
#define NEARDUP_CORE_H

#include "alignment.h"         /* the shortest edit script of two sequences */
#include "allocator.h"         /* where memory comes from */
#include "characters.h"        /* letters, digits and marks, and their other forms */
#include "code_points.h"       /* UTF-8 text as Unicode code points */
#include "collision_filter.h"  /* which of many keys come more than once */
#include "component_blob.h"    /* the components as a blob */
#include "conflicts.h"         /* what two sentences say that cannot both be true */
#include "cpu.h"               /* what the running CPU can do */
#include "difference.h"        /* what differs between two sentences, piece by piece */
#include "difference_type.h"   /* what a change is about */
#include "edit_distance.h"     /* Levenshtein distance, bit-parallel */
#include "interruption.h"      /* how long work is given up */
#include "kind.h"              /* what kind of near-duplicates two sentences are */
#include "likeness.h"          /* whether two words are one in two spellings */
#include "match_probability.h" /* how likely two texts share a signature, exactly */
#include "minhash.h"           /* families of hash functions, draws, signatures */
#include "minima.h"            /* the minimum of every hash function, on the fastest CPU path */
#include "mix.h"               /* the 64-bit mixer and the stream of draws built on it */
#include "radix_sort.h"        /* sorting integers in place */
#include "sentence_pair.h"     /* two sentences side by side */
#include "sentence_words.h"    /* a text as a sequence of words, numbers and marks */
#include "set_similarity.h"    /* exact Jaccard similarity and containment */
#include "shingle.h"           /* runs of code points and their 64-bit fingerprints */
#include "sketch.h"            /* the minima as a blob, and the estimate of Jaccard */
#include "star_clusters.h"     /* clusters around representatives */
#include "title.h"             /* titles of articles, and how two stand to each other */
#include "union_find.h"        /* connected components of edges */
#include "values.h"            /* numbers, dates and times, as what they mean */
#include "vocabulary.h"        /* what is known of words */
#include "wikiduper.h"         /* the hash family and the draws of the papers' program */

#endif
