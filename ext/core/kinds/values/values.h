/*
 * values.h - the numbers, dates and times that a text states, by what they mean.
 *
 * 1,300 and 1300 are the same number, and so are "seven million" and 7,000,000. "July 4, 2010",
 * "4 July 2010" and "the 4th of July, 2010" are the same date. "1990s" and "1914-18" are spans of
 * years. "A third" is a percentage. A number may have a unit. The words for all that, and how
 * numbers and dates are written, come from the vocabulary of the language: "3. Oktober 1990", "le 3
 * octobre 1990" and 1990年10月3日 are one date, too. One pass over the words finds the values.
 */
#pragma once

#include "../sentences/sentence_words.h"

enum value_type {
    value_number,
    value_ordinal,
    value_year, /* a number of four digits that may be a year */
    value_span, /* of years: a decade, a century, from one year to another */
    value_date,
    value_time,  /* of day, in minutes modulo 12 hours: 15:00 is 3:00 in the second half */
    value_range, /* of numbers: 20 to 30 */
    value_other  /* digits that are not a number (1.2.3), or more than a double can hold */
};

struct value {
    uint32_t begin, end; /* its words: begin .. end - 1 */
    uint8_t type;
    uint8_t month, day; /* of a date; 0 if it does not say */
    uint8_t half;       /* of the day, of a time: 1 a.m., 2 p.m., 0 if it does not say */
    uint8_t decimals;   /* digits after the point */
    uint8_t dimension;  /* of its unit, or 0 */
    bool hedged;        /* "about 200" */
    bool least;         /* "over 200", "no less than 200" */
    bool most;          /* "up to 200"; never with `least` */
    bool stated;        /* both years of a span: 1914-18, not a decade or a century */
    bool converted;     /* from the value before it, in brackets: "30 ft (9.1 m)" */
    uint32_t bound;     /* where the words begin that make it the least or most, or its currency;
                           otherwise `begin` */
    uint32_t currency;  /* the sign before it, such as $ or €; 0 if it has none */
    double number;      /* number, ordinal, year, minutes; the year of a date, or 0; the first year
                           of a span; for value_other the symbol of its word */
    double last;        /* the last year of a span, the larger number of a range */
    double factor;      /* of its unit */
    double scale;       /* what it was multiplied by: a million in "1.3 million" */
};

/* Begins as all zeroes; owned by whoever declares it, released by values_free(). */
struct values {
    struct value *items;
    size_t count, capacity;
};

/* Replaces `values` by the values of the words, in order. Returns false if memory runs out. */
bool values_find(struct values *values, const struct allocator *allocator,
                 const struct words *words);

/* The first value that ends after a word begins; their count if none does. O(log n). */
size_t values_first_after(const struct values *values, size_t word);

void values_free(struct values *values, const struct allocator *allocator);

/* ---- Numerals in letters below 40, as centuries have them: XIX, ΙΘ΄ ---- */

/* Of a word in Roman numerals, perhaps with a suffix, as in XIXe; else 0. Cyrillic Х is X, too. */
int roman_numeral_at(const struct words *words, size_t at);

/* Of a Greek numeral and its sign, a tonos or an apostrophe; else 0. `end`: the word after it. */
int greek_numeral_at(const struct words *words, size_t at, size_t *end);

/* ---- What the words before a value make of it: about, at least, more than, up to, $ ---- */

/* Whether the word is the mark of a currency. False beyond the last word. */
bool value_is_currency(const struct words *words, size_t at);

/* Sets hedged, least, most, bound and currency by the words before. "over 4 July" is no bound. */
void value_set_bounds(struct value *value, const struct words *words);

/* ---- Whether two values mean the same, agree, or contradict each other: symmetric ---- */

/* Whether the two mean the same, perhaps in different units. They share a symbol table. */
bool value_same(const struct value *x, const struct value *y);

/* Whether both can be true of one thing: "about 200" and 203, "July" and "4 July". */
bool value_compatible(const struct value *x, const struct value *y);

/* Whether they are of one sort, so that they contradict each other unless they are compatible. */
bool value_comparable(const struct value *x, const struct value *y);
