/*
 * article_features.h - the features that come from the words of the database and of both articles.
 *
 *   (1) The rarity of a word is the logarithm of the number of sentences over how many have it. Two
 *       sentences that share rare words are seldom about different things.
 *   (2) If the words of one title occur in the other article, or the words in which the sentences
 *       differ do, then the articles are about related things.
 *
 * Function words do not count, and titles do by title.h. Time is linear in the sentences and
 * titles, times the logarithm of an article's words.
 */
#pragma once

#include "features.h"

/*
 * Sets the last features, from feature_rarity on, after features_find() has set the others. Those
 * that the evidence lacks stay as they are, and so do all of them at two dates. `evidence` may be
 * NULL.
 */
void article_features_find(double *features, const struct titled_pair *pair,
                           const struct evidence *evidence);
