/*
 * core_passages.h - passages of texts that are alike: where they are, and what differs in them.
 *
 * The map of this folder, in dependency order.
 */
#ifndef NEARDUP_CORE_PASSAGES_H
#define NEARDUP_CORE_PASSAGES_H

/* clang-format off */
#include "passage_marks.h" /* which words are the same, which moved, which only one has */
#include "side_by_side.h"  /* two passages in two columns */
/* clang-format on */

#endif
