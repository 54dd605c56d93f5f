/*
 * core_kinds.h - what two near-duplicate sentences say differently, and what kind of pair they are.
 */
#ifndef NEARDUP_CORE_KINDS_H
#define NEARDUP_CORE_KINDS_H

#include "vocabulary.h"      /* what is known of words */
#include "sentence_words.h"  /* a text as a sequence of words, numbers and marks */
#include "values.h"          /* numbers, dates and times, as what they mean */
#include "sentence_pair.h"   /* two sentences side by side */
#include "likeness.h"        /* whether two words are one in two spellings */
#include "difference_type.h" /* what a change is about */
#include "difference.h"      /* what differs between two sentences, piece by piece */
#include "title.h"           /* titles of articles, and how two stand to each other */
#include "conflicts.h"       /* what two sentences say that cannot both be true */
#include "kind.h"            /* what kind of near-duplicates two sentences are */

#endif
