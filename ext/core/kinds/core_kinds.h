/*
 * core_kinds.h - what two near-duplicate sentences say differently, and what kind of pair they are.
 *
 * The map of this folder, in dependency order.
 */
#ifndef NEARDUP_CORE_KINDS_H
#define NEARDUP_CORE_KINDS_H

/* clang-format off: the order says more than the alphabet. */

/* One sentence. */
#include "citation.h"        /* whether a sentence is a bibliographic reference */
#include "likeness.h"        /* whether two words are one, spelt differently or abbreviated */
#include "sentence_words.h"  /* a text as words, numbers and marks */
#include "symbol_table.h"    /* a number for each distinct word */
#include "value_agreement.h" /* whether two values mean the same, agree or contradict */
#include "values.h"          /* numbers, dates and times, by what they mean */
#include "vocabulary.h"      /* what is known about words */

/* Two sentences, and what differs. */
#include "changed_values.h"  /* the values that a change touches */
#include "conflicts.h"       /* what cannot both be true of one thing */
#include "difference.h"      /* what differs, span by span */
#include "difference_type.h" /* what a change is about */
#include "hunk_side.h"       /* what one sentence says in a hunk */
#include "presence.h"        /* in which sentences and titles each word occurs */
#include "sentence_pair.h"   /* two sentences side by side */

/* Two sentences in their articles, and what kind of pair they are. */
#include "decision.h"      /* from conflicts and topic to a kind */
#include "features.h"      /* evidence for one topic or two */
#include "kind.h"          /* all of this, for one pair */
#include "title.h"         /* titles of articles, and how two are related */
#include "title_mention.h" /* which titles the sentences mention */
#include "weights.h"       /* how much each feature and conflict says */

/* clang-format on */

#endif
