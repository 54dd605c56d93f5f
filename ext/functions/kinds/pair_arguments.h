/*
 * pair_arguments.h - two sentences and all that is known of them, as duplicate_kind() and
 * collect_pairs() take them.
 *
 * The last four arguments are what a database knows. The first is a flat JSON object with the names
 * of features of the database (core/kinds/features.h), or "agreed", and numbers, or null for what
 * is not known; text that is empty says nothing. The others are blobs of word_set(), or empty, and
 * what word_rarities() made, or NULL.
 */
#pragma once

#include "../texts/word_counts.h"

enum { pair_argument_count = 12 };
#define PAIR_ARGUMENTS(A, B)                                                             \
    INPUT(A, text), INPUT(B, text), INPUT("title_a", text), INPUT("title_b", text),      \
        OPTIONAL("block_a", text, .usual = "prose", .input = true),                      \
        OPTIONAL("block_b", text, .usual = "prose", .input = true),                      \
        OPTIONAL("two_dates", integer, .range = {0, 1, 0}), ARGUMENT_LANGUAGE,           \
        OPTIONAL("evidence", text, .usual = ""), OPTIONAL("words_a", blob, .usual = ""), \
        OPTIONAL("words_b", blob, .usual = ""), ARGUMENT_RARITIES

/* The arguments of kind_find(). They refer to SQLite's values, and to `relations`. */
struct pair_arguments {
    struct kind_sentence sentences[2];
    struct kind_circumstances circumstances;
    struct held_frequencies *rarities; /* where circumstances.evidence.frequencies are, or NULL */
    double relations[feature_count], agreed;
};

/* Reads the arguments of a call, beginning with `first`. */
void pair_arguments_read(struct pair_arguments *pair, struct call *call, int first);
