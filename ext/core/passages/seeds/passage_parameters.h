/*
 * passage_parameters.h - what counts as a seed, and which seeds make a passage.
 *
 * The defaults were chosen on passages with known ends, see docs/functions/passages.md.
 */
#pragma once

#include <stdint.h>

/* What words a gram has, which begins at each word of a text. */
enum seed_kind {
    seed_ngrams, /* those that follow each other */
    seed_sorted, /* those that follow each other, in any order */
    seed_skip    /* consecutive ones; one between two others may be left out */
};

/* How alike two passages are, by how often they have each word; see passage_alignment.h. */
enum passage_measure { measure_overlap, measure_cosine, measure_jaccard };

enum { seed_words_max = 16, seed_occurrences_max = 64, passage_gap_max = 10000 };
enum { passage_unmatched_cost_max = 100 };

struct passage_parameters {
    enum seed_kind seed;
    uint32_t words;          /* of a seed: 1 to seed_words_max */
    uint32_t gap;            /* code points between neighbours: 1 to passage_gap_max */
    uint32_t seeds_least;    /* neighbours, itself among them, that make a match a core: from 1 */
    uint32_t length_least;   /* code points of each side */
    double similarity_least; /* of the two sides: 0 to 1 */
    enum passage_measure measure;
    uint32_t occurrences_most; /* of a gram in a text; with more it is no seed:
                                  1 to seed_occurrences_max */
    uint32_t join_gap;         /* code points between clusters that are not joined: 0, which joins
                                  those that overlap, to passage_gap_max */
    double unmatched_cost;     /* of a word at an end without a match, if one with a match gains 1:
                                  from 0, which leaves the ends where the matches are,
                                  to passage_unmatched_cost_max */
    double shadow_most;        /* the share of a side that may lie in a better passage: 0 to 1 */
};

/* The defaults; and skip seeds, and overlap. */
enum { seed_words_default = 3, passage_gap_default = 80, seeds_least_default = 5 };
enum { passage_length_default = 200, occurrences_default = 8, join_gap_default = 1000 };
#define PASSAGE_SIMILARITY_DEFAULT 0.6
#define UNMATCHED_COST_DEFAULT 0.2
#define SHADOW_MOST_DEFAULT 0.5
