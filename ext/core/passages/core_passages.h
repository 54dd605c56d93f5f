/*
 * core_passages.h - passages that two texts share, wherever they are in them.
 *
 * Alignment has three steps, as the competitions of PAN have them (Potthast et al.: Overview of the
 * 6th International Competition on Plagiarism Detection, 2014): seeds are short matches, extension
 * joins those that are near each other in both texts, and filters drop what is too short or unlike.
 */
#pragma once

/* clang-format off */
#include "passage_alignment.h"  /* the passages that two texts share */
#include "passage_marks.h"      /* which words of two passages are the same, and which moved */
#include "side_by_side.h"       /* two passages in two columns */
#include "document_set.h"       /* the words of many documents */
#include "document_pairs.h"     /* the pairs to align */
#include "pair_alignment.h"     /* the passages that these share, on several threads */
#include "passage_likeness.h"   /* what two of them have in common, and what they exchange */
/* clang-format on */
