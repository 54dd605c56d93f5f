/*
 * core.h - the map of the core: its folders in dependency order. Each header below is the map of
 * its folder, and lists that folder's headers in dependency order.
 *
 * The core is pure C: it knows nothing of SQLite, reads and writes no file, keeps no state between
 * calls and gets its memory through `struct allocator` alone. Every function that can run out of
 * memory, or be interrupted, says so by its result. A folder includes headers of the folders above
 * it in this list only.
 */
#ifndef NEARDUP_CORE_H
#define NEARDUP_CORE_H

#include "base/core_base.h"             /* allocator, interruption, mixing, CPU, sorting */
#include "clusters/core_clusters.h"     /* union-find, star clusters, their blobs */
#include "kinds/core_kinds.h"           /* words, values, differences, conflicts, kinds */
#include "minhash/core_minhash.h"       /* minima, signatures, sketches, match probability */
#include "similarity/core_similarity.h" /* set similarity, edit distance, edit scripts */
#include "text/core_text.h"             /* code points, characters, shingles */

#endif
