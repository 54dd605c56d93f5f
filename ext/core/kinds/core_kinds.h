/*
 * core_kinds.h - what two near-duplicate sentences say differently, and what kind of pair they are.
 *
 * The map of this folder, in dependency order.
 */
#ifndef NEARDUP_CORE_KINDS_H
#define NEARDUP_CORE_KINDS_H

/* clang-format off */

#include "antonyms.h"        /* words that mean the opposite of each other */
#include "vocabulary.h"      /* what is known about words */
#include "symbol_table.h"    /* a number for each distinct word */
#include "phrase.h"          /* words that consist of several */
#include "sentence_words.h"  /* a text as words, numbers and marks */
#include "negation.h"        /* whether a word denies */
#include "quantifier.h"      /* how many of all: few, most, all */
#include "likeness.h"        /* whether two words are one, spelt differently or abbreviated */
#include "word_likeness.h"   /* the same for words of sentences: aliases, acronyms, ranks */
#include "number_parts.h"    /* two, hundred, fifty: a number from its parts */
#include "compound_number.h" /* numbers in one word: siebenundzwanzig */
#include "roman_numeral.h"   /* centuries: XIX */
#include "written_number.h"  /* numbers in digits and words */
#include "value_bounds.h"    /* at least, more than, about */
#include "values.h"          /* numbers, dates and times, by what they mean */
#include "value_agreement.h" /* whether two values mean the same, agree or contradict */
#include "sentence_pair.h"   /* two sentences side by side */
#include "compass.h"         /* points of the compass */
#include "presence.h"        /* in which sentences and titles each word occurs */
#include "difference_type.h" /* what a change is about */
#include "difference.h"      /* what differs, span by span */
#include "changed_values.h"  /* the values that a change touches */
#include "hunk_side.h"       /* what one sentence says in a hunk */
#include "conflict.h"        /* one thing that cannot be true in both, and how far apart */
#include "conflict_search.h" /* the search for conflicts, for those who find some */
#include "opposite_conflicts.h" /* between words that exclude each other */
#include "exchange_conflict.h" /* between words that changed places */
#include "conflicts.h"       /* what cannot both be true of one thing */
#include "title.h"           /* titles of articles, and how two are related */
#include "title_mention.h"   /* which titles the sentences mention */
#include "citation.h"        /* whether a sentence is a bibliographic reference */
#include "fragment.h"        /* whether a text is no sentence */
#include "evidence.h"        /* what a whole database says about two sentences */
#include "features.h"        /* evidence for one topic or two, and for a real conflict */
#include "article_features.h" /* those that come from the words of both articles */
#include "scorecard.h"       /* a probability as a sum of points for each feature */
#include "tree_ensemble.h"   /* a sum of points from trees, in which features interact */
#include "decision.h"        /* from conflicts and topic to a kind */
#include "kind.h"            /* all of this, for one pair */

/* clang-format on */

#endif
