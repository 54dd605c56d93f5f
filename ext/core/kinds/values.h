/*
 * values.h - numbers, dates and times of a text, in whatever words, as what they mean.
 *
 * 1,300 and 1300 are one number, so are "seven million" and 7,000,000; "July 4, 2010", "4 July
 * 2010" and "the 4th of July, 2010" one date; "1990s" and "1914-18" are spans of years. A number
 * may have a unit. The words for all that are data (vocabulary.h). One pass over the words.
 */
#ifndef NEARDUP_VALUES_H
#define NEARDUP_VALUES_H

#include "sentence_words.h"

enum value_type {
    value_number,
    value_ordinal,
    value_year, /* a number of four digits that may be one */
    value_span, /* of years: a decade, a century, from one to another */
    value_date,
    value_time, /* of day, in minutes of half a day: 3 p.m. may be written 15:00 or 3:00 */
    value_other /* digits that are no number: 1.2.3; or too many of them */
};

struct value {
    uint32_t begin, end; /* its words: begin .. end - 1 */
    uint8_t type;
    uint8_t month, day; /* of a date; 0 where it says none */
    uint8_t decimals;   /* digits behind the point */
    uint8_t dimension;  /* of its unit, or 0 */
    bool hedged;        /* "about 200" */
    bool least;         /* "over 200" */
    double number;      /* number, ordinal, year, minutes; the year of a date, or 0; a span's first
                           year; the symbol of its word where it is something else */
    double last;        /* a span's last year */
    double factor;      /* of its unit */
    double scale;       /* what it was multiplied by: a million in "1.3 million" */
};

/* Begins as all zeroes; owned by whoever declares it, released by values_free(). */
struct values {
    struct value *items;
    size_t count, capacity;
};

/* Replaces `values` by those of the words, in order. False when memory runs out. */
bool values_find(struct values *values, const struct allocator *allocator,
                 const struct symbols *symbols, const struct words *words);

/* The first value that ends behind a word; their count where none does. O(log n). */
size_t values_behind(const struct values *values, size_t word);

void values_free(struct values *values, const struct allocator *allocator);

/* Whether two values of texts with common symbols are one, in unlike units or not. */
bool value_same(const struct value *x, const struct value *y);

/* Whether both can be true of one thing: "about 200" and 203, "July" and "4 July". */
bool value_compatible(const struct value *x, const struct value *y);

/* Whether they are of one sort, so that they contradict each other if they are not compatible. */
bool value_comparable(const struct value *x, const struct value *y);

#endif
