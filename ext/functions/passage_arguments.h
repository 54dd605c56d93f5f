/*
 * passage_arguments.h - the options of text_alignment(), which aligned_passages() has too.
 */
#ifndef NEARDUP_PASSAGE_ARGUMENTS_H
#define NEARDUP_PASSAGE_ARGUMENTS_H

#include "table_function.h"

enum {
    passage_argument_seed,
    passage_argument_words,
    passage_argument_gap,
    passage_argument_seeds_least,
    passage_argument_length_least,
    passage_argument_similarity_least,
    passage_argument_measure,
    passage_argument_occurrences_most,
    passage_argument_join_gap,
    passage_argument_unmatched_cost,
    passage_argument_shadow_most,
    passage_argument_count
};

/* Their names, and the hidden columns of a table that has them. `words` is a result. */
#define PASSAGE_ARGUMENT_NAMES                                                                 \
    "seed", "seed_words", "gap", "seeds_least", "length_least", "similarity_least", "measure", \
        "occurrences_most", "join_gap", "unmatched_cost", "shadow_most"
#define PASSAGE_ARGUMENT_COLUMNS                                                            \
    "seed HIDDEN, seed_words HIDDEN, gap HIDDEN, seeds_least HIDDEN, length_least HIDDEN, " \
    "similarity_least HIDDEN, measure HIDDEN, occurrences_most HIDDEN, join_gap HIDDEN, "   \
    "unmatched_cost HIDDEN, shadow_most HIDDEN"

/* Reads them from passage_argument_count values, NULL where none was given; checks each. */
struct passage_parameters argument_passages(struct arguments *arguments,
                                            sqlite3_value *const *values);

/* What is used for one that was not given, from 0 to passage_argument_count - 1. */
struct default_value passage_argument_default(int argument);

/* The columns of a passage, in this order: those of text_alignment(). */
#define PASSAGE_COLUMNS                                                                           \
    "a_position INTEGER, a_length INTEGER, b_position INTEGER, b_length INTEGER, words INTEGER, " \
    "similarity REAL, a_words INTEGER, b_words INTEGER"

enum { passage_column_count = 8 };

/* Sets the result to column 0 to passage_column_count - 1 of these. */
void passage_column(sqlite3_context *context, const struct shared_passage *passage, int column);

#endif
