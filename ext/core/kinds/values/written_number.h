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
