/*
 * core_words.h - the words of texts, as hashes.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "letter_hash.h"      /* the hash of a word, letter by letter */
#include "word_hashes.h"      /* the words of a text as hashes */
#include "word_set.h"         /* which words occur in some texts */
#include "word_frequencies.h" /* how often each word occurs in a collection */
#include "word_collection.h"  /* the same for very many texts, on threads */
/* clang-format on */
