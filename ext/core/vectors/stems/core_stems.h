/*
 * core_stems.h - words with vectors: their stems, and the mean vector of a text.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "stemmer.h"      /* the stems of words, by libstemmer */
#include "stop_words.h"   /* words with little meaning of their own, and those of a text */
#include "word_stems.h"   /* the words of a text, folded, as stems */
#include "word_vectors.h" /* a vocabulary of stems with vectors */
#include "text_vector.h"  /* the mean vector of the words of a text */
/* clang-format on */
