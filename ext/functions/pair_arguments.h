/*
 * pair_arguments.h - two sentences and all that is known of them, as duplicate_kind() and
 * collect_pairs() take them.
 *
 * The last four arguments are what a database knows: see evidence_argument.h for the first; the
 * others are blobs of word_set(), or empty, and the pointer of word_rarities(), or NULL.
 */
#ifndef NEARDUP_PAIR_ARGUMENTS_H
#define NEARDUP_PAIR_ARGUMENTS_H

#include "arguments.h"

/* In this order. Those from block_a on may be left out. */
enum {
    argument_of_a,
    argument_of_b,
    argument_of_title_a,
    argument_of_title_b,
    argument_of_block_a,
    argument_of_block_b,
    argument_of_two_dates,
    argument_of_language,
    argument_of_evidence,
    argument_of_words_a,
    argument_of_words_b,
    argument_of_rarities,
    pair_argument_count
};

/* The arguments of kind_find(). They refer to SQLite's values, and to `relations`. */
struct pair_arguments {
    struct kind_sentence sentences[2];
    struct kind_circumstances circumstances;
    struct word_rarities *rarities; /* where circumstances.evidence.frequencies are, or NULL */
    double relations[feature_count];
};

/* Reads the values, each NULL if it was not given. Errors show these names. */
void pair_arguments_read(struct pair_arguments *pair, struct arguments *arguments,
                         const char *const *names, sqlite3_value *const *values);

#endif
