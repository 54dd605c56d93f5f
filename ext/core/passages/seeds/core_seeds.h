/*
 * core_seeds.h - where two texts have the same short runs of words, and which of these belong
 * together.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "placed_words.h"       /* the words of a text, and where they are in it */
#include "passage_parameters.h" /* what counts as a seed or a passage */
#include "seed_grams.h"         /* the grams of a text, as hashes */
#include "seed_index.h"         /* the grams of one text, to be found in many others */
#include "seed_search.h"        /* where two texts have the same grams, and clusters of these */
/* clang-format on */
