/*
 * core_passages.h - passages that two texts share.
 */
#ifndef NEARDUP_CORE_PASSAGES_H
#define NEARDUP_CORE_PASSAGES_H

/* clang-format off */
#include "passage_likeness.h" /* what two aligned passages have in common, and what they exchange */
/* clang-format on */

#endif
