/*
 * passage_arguments.h - the options of text_alignment(), which aligned_passages() has too, and the
 * columns of a passage.
 */
#pragma once

#include "../function.h"

extern const char *const seed_names[], *const measure_names[];

/* `words` is a result, so the words of a seed are called seed_words. */
enum { passage_argument_count = 11 };
#define PASSAGE_ARGUMENTS                                                                      \
    OPTIONAL("seed", word, .range = {.usual = seed_skip}, .words = seed_names,                 \
             .wanted = "'ngrams', 'sorted' or 'skip'"),                                        \
        OPTIONAL("seed_words", integer, .range = {1, seed_words_max, seed_words_default}),     \
        OPTIONAL("gap", integer, .range = {1, passage_gap_max, passage_gap_default}),          \
        OPTIONAL("seeds_least", integer, .range = {1, INT32_MAX, seeds_least_default}),        \
        OPTIONAL("length_least", integer, .range = {0, INT32_MAX, passage_length_default}),    \
        OPTIONAL("similarity_least", number, .numbers = {0, 1, PASSAGE_SIMILARITY_DEFAULT}),   \
        OPTIONAL("measure", word, .range = {.usual = measure_overlap}, .words = measure_names, \
                 .wanted = "'overlap', 'cosine' or 'jaccard'"),                                \
        OPTIONAL("occurrences_most", integer,                                                  \
                 .range = {1, seed_occurrences_max, occurrences_default}),                     \
        OPTIONAL("join_gap", integer, .range = {0, passage_gap_max, join_gap_default}),        \
        OPTIONAL("unmatched_cost", number,                                                     \
                 .numbers = {0, passage_unmatched_cost_max, UNMATCHED_COST_DEFAULT}),          \
        OPTIONAL("shadow_most", number, .numbers = {0, 1, SHADOW_MOST_DEFAULT})

/* Those of a call, of which `first` is the first. */
struct passage_parameters passage_parameters_of(const struct given *first);

/* The columns of a passage, in this order: those of text_alignment(). */
#define PASSAGE_COLUMNS                                                                           \
    "a_position INTEGER, a_length INTEGER, b_position INTEGER, b_length INTEGER, words INTEGER, " \
    "similarity REAL, a_words INTEGER, b_words INTEGER"

enum { passage_column_count = 8 };

/* Sets the result to column 0 to passage_column_count - 1 of these. */
void passage_column(sqlite3_context *context, const struct shared_passage *passage, int column);
