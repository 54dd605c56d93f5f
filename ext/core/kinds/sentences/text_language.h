/*
 * text_language.h - the language of two texts that nobody has named.
 *
 * It is the one that knows most of their words as its function words, negations, verbs and the
 * like, if these are a tenth of all different words, and no other language knows as many. Otherwise
 * the texts count as English.
 *
 * So a negation counts where the words around it are of its language, and a false friend does not:
 * "no" denies in Spanish, but is "in the" where the other words are Portuguese.
 *
 * Linear in the words.
 */
#pragma once

#include "sentence_words.h"

/* The vocabulary for both, which were split in this order and with one table, by any vocabulary. */
const struct vocabulary *text_language(const struct words *a, const struct words *b);
