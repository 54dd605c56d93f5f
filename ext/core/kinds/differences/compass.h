/*
 * compass.h - points of the compass: south-west, southwest and "south west" are one.
 */
#ifndef NEARDUP_COMPASS_H
#define NEARDUP_COMPASS_H

#include "sentence_pair.h"

/* Words of one point at most, with its hyphens: north - north - west. */
enum { compass_words_max = 5 };

/* The words of the point to which the word here belongs; empty if it belongs to none. */
struct word_range compass_range(const struct words *words, uint32_t at);

/* Whether two points are the same. */
bool compass_same(const struct words *a, struct word_range x, const struct words *b,
                  struct word_range y);

#endif
