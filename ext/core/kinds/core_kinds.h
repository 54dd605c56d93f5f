/*
 * core_kinds.h - what two near-duplicate sentences say differently, and what kind of pair they are.
 */
#ifndef NEARDUP_CORE_KINDS_H
#define NEARDUP_CORE_KINDS_H

#include "conflicts.h"       /* what two sentences say that cannot both be true */
#include "difference.h"      /* what differs between two sentences, piece by piece */
#include "difference_type.h" /* what a change is about */
#include "kind.h"            /* what kind of near-duplicates two sentences are */
#include "likeness.h"        /* whether two words are one in two spellings */
#include "sentence_pair.h"   /* two sentences side by side */
#include "sentence_words.h"  /* a text as a sequence of words, numbers and marks */
#include "title.h"           /* titles of articles, and how two stand to each other */
#include "values.h"          /* numbers, dates and times, as what they mean */
#include "vocabulary.h"      /* what is known of words */

#endif
