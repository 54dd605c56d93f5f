/*
 * spelling_variants.h - whether two words are one word as two standards spell it: colour and color.
 *
 * The vocabulary of a language lists what one standard writes where the other writes something
 * else. Two words are variants if they differ only in such places. likeness.h guesses; this knows.
 *
 * Time is linear in the words, times the length of the list.
 */
#pragma once

#include "symbol_table.h"

bool spelling_variants(const struct vocabulary *vocabulary, struct letter_slice a,
                       struct letter_slice b);
