/*
 * edit_pattern.h - the edit distances of one text to many others, four at a time.
 *
 * Where each symbol occurs in the text is noted once, as rows of bits. A distance of at most 31
 * then needs one machine word for each column: the 64 rows around the diagonal (Hyyro 2003, A
 * Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances, section 5). Each
 * operation of a column waits for the one before, so the columns of four other texts are computed
 * side by side. Common beginnings and ends need none.
 *
 * Distances are those of edit_distance.h. About a nanosecond a column.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    edit_pattern_symbols = 256,
    edit_pattern_length_max = 512,
    edit_pattern_bound_max = 31,
    edit_pattern_words = edit_pattern_length_max / 64 + 2
};

/* Initialise with zeroes. */
struct edit_pattern {
    const unsigned char *text; /* of the caller, who keeps it until the next is set */
    size_t count;
    /* Of each symbol, the places where it occurs, from bit 64 on. */
    uint64_t places[edit_pattern_symbols][edit_pattern_words];
};

/* Sets the text, of up to edit_pattern_length_max symbols of a byte each. */
void edit_pattern_set(struct edit_pattern *pattern, const unsigned char *text, size_t count);

/* Another text, of any length. */
struct edit_query {
    const unsigned char *text;
    size_t count;
    size_t bound;    /* at most edit_pattern_bound_max */
    size_t distance; /* the result; bound + 1 if it is more than `bound` */
};

/* Sets the distances of the pattern's text to those of the queries. */
void edit_pattern_measure(const struct edit_pattern *pattern, struct edit_query *queries,
                          size_t count);
