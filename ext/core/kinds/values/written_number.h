/*
 * written_number.h - a number in digits, in words, or in both: 1,300, 2½, siebenundzwanzig,
 * 三百二十, 1.3 million, 1億2000万.
 *
 * The vocabulary says which words are numbers, and which marks separate decimals and thousands in
 * its language. One pass over the words of the number, without memory of its own.
 */
#pragma once

#include "../sentences/sentence_words.h"

struct written_number {
    double number;
    double scale;     /* what its last part was multiplied by: a million in "1.3 million" */
    uint32_t end;     /* its words end before this one */
    uint8_t decimals; /* digits after the decimal mark */
};

/* Reads digits or words and all that belongs to them. Returns false if there is no number. */
bool written_number_read(const struct words *words, size_t at, struct written_number *found);

/* ---- Numbers in one word: tweehonderdvijftig, ventisette, zwanzigste ---- */

enum { compound_letters_max = 48 };

/*
 * Whether a word without a role is a number or an ordinal in one word; sets which, and its value,
 * if it is. It is cut into numbers of the vocabulary, most words after one look for the first.
 */
bool compound_number_read(const struct words *words, size_t at, bool *ordinal, double *number);

/*
 * ---- Numbers from their parts, in the order of the words: two, hundred, fifty, thousand ----
 *
 * A scale multiplies all that came since the last larger scale; a number is added if it is smaller
 * than the unit of what came before, as 5 is after 20 and 50 after 200.
 */

enum { number_parts_max = 8 };

struct number_parts {
    struct {
        double sum, scale;
    } items[number_parts_max]; /* by falling scale */
    size_t count;
    double open;  /* came after the last scale */
    double limit; /* the next number must be smaller */
    double scale; /* what the number is rounded to: the product of the scales that end it, or 1 */
};

void number_parts_begin(struct number_parts *parts);

/*
 * Adds a number; the one after it must be smaller than `unit`. Returns false, and changes nothing,
 * if it is not smaller than what came before allows.
 */
bool number_parts_add(struct number_parts *parts, double number, double unit);

/*
 * Multiplies by a scale. Without a number before it, it stands for itself if `alone` ("cent
 * mille"). Returns false, and changes nothing, if it cannot stand here.
 */
bool number_parts_scale(struct number_parts *parts, double scale, bool alone);

double number_parts_sum(const struct number_parts *parts);

/* The largest power of ten that divides a number: 10 for 20, 100 for 1200; 1 for 0. */
double number_parts_unit(double number);
