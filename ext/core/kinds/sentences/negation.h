/*
 * negation.h - whether a word denies what its sentence says.
 *
 * These do not:
 *
 *   (1) an abbreviation before a number: No. 5, nos. 3 and 4;
 *   (2) a negation before "only": not only;
 *   (3) a negation of a comparison, which is a bound or a status: no more than, no longer;
 *   (4) a negation among the capitals of a name: a song "Never Go Home".
 *
 * Capitals throughout ("NOT") are emphasis and deny.
 */
#pragma once

#include "sentence_words.h"

bool negation_at(const struct words *words, size_t at);

/*
 * The same, among the words up to `end` that the other of two sentences lacks. It has what follows,
 * too, so that points (2) and (3) do not hold there: "[not] only" denies "only".
 */
bool negation_in(const struct words *words, size_t at, size_t end);

/* Whether "no longer" begins here: what follows has ended. */
bool negation_of_status(const struct words *words, size_t at);
