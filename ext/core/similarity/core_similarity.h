/* core_similarity.h - exact comparison of two texts or sequences. */
#pragma once

/* clang-format off */
#include "edit_trimming.h"  /* what two texts have in common at both ends */
#include "set_similarity.h" /* Jaccard similarity and containment of shingle sets */
#include "shingle_filter.h" /* texts that share no shingle with one that stays the same */
#include "edit_distance.h"  /* Levenshtein distance, bit-parallel */
#include "edit_pattern.h"   /* small ones of one text to many */
#include "alignment.h"      /* the shortest edit script of two sequences */
/* clang-format on */
