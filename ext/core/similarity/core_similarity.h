/*
 * core_similarity.h - how alike two sequences are, exactly.
 */
#ifndef NEARDUP_CORE_SIMILARITY_H
#define NEARDUP_CORE_SIMILARITY_H

#include "alignment.h"      /* the shortest edit script of two sequences */
#include "edit_distance.h"  /* Levenshtein distance, bit-parallel */
#include "set_similarity.h" /* Jaccard similarity and containment of shingle sets */

#endif
