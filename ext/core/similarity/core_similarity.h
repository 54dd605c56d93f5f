/*
 * core_similarity.h - how alike two sequences are, exactly.
 */
#ifndef NEARDUP_CORE_SIMILARITY_H
#define NEARDUP_CORE_SIMILARITY_H

#include "set_similarity.h" /* Jaccard similarity and containment of shingle sets */
#include "edit_distance.h"  /* Levenshtein distance, bit-parallel */
#include "alignment.h"      /* the shortest edit script of two sequences */

#endif
