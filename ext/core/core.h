/*
 * core.h - the map of the core: its folders, in dependency order. A folder includes only headers of
 * the folders above it in this list. Each header below lists the headers of its own folder, again
 * in dependency order.
 *
 * The core is pure C. It does not know SQLite, does not read or write files, keeps no state between
 * calls, and allocates only through `struct allocator`. A function that can run out of memory or be
 * interrupted reports it in its result.
 */
#pragma once

/* clang-format off */
#include "base/core_base.h"                     /* allocator, interruption, mixing, CPU, sorting, threads */
#include "text/core_text.h"                     /* code points, folding, shingles */
#include "text/words/core_words.h"              /* words as hashes, and how often they occur */
#include "minhash/core_minhash.h"               /* minima, signatures, match probability */
#include "similarity/core_similarity.h"         /* set similarity, edit distance, edit scripts */
#include "pairs/core_pairs.h"                   /* buckets, candidates, which of them are similar */
#include "index/core_index.h"                   /* postings: which texts have a signature */
#include "columns/core_columns.h"               /* columns of tables in blobs, as Apache Arrow has them */
#include "clusters/core_clusters.h"             /* union-find, star clusters, their blobs */
#include "vectors/core_vectors.h"               /* dense and sparse vectors, terms of texts */
#include "vectors/stems/core_stems.h"           /* stems, stop words, word vectors */
#include "vectors/projections/core_projections.h" /* random projections, semantic hashes, similar vectors */
#include "kinds/sentences/core_sentences.h"     /* sentences as words, and what is known about words */
#include "kinds/values/core_values.h"           /* numbers, dates and times */
#include "kinds/differences/core_differences.h" /* what differs, and what cannot be true of both */
#include "kinds/core_kinds.h"                   /* topic, evidence, decision: the kind of a pair */
#include "passages/seeds/core_seeds.h"          /* short matches, and which belong together */
#include "passages/core_passages.h"             /* passages that two texts share */
/* clang-format on */
