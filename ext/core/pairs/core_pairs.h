/* core_pairs.h - from the buckets of all texts to the pairs that are similar. */
#pragma once

/* clang-format off */
#include "bucket_set.h"      /* which texts share a signature */
#include "stored_buckets.h"  /* buckets that do not fit in memory */
#include "bucket_parts.h"    /* and how they are divided */
#include "candidates.h"      /* the pairs of texts that meet in a bucket */
#include "text_set.h"        /* the texts themselves */
#include "shingle_classes.h" /* their shingle sets, to be compared quickly */
#include "pair_comparison.h" /* which candidates are similar, on several threads */
/* clang-format on */
