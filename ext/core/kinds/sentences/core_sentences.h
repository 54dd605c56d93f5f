/*
 * core_sentences.h - a sentence as words, numbers and marks, and what is known about words.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "antonyms.h"       /* words that mean the opposite of each other */
#include "vocabulary.h"     /* what is known about words */
#include "symbol_table.h"   /* a number for each distinct word */
#include "sentence_words.h" /* a text as words, numbers and marks */
#include "negation.h"       /* whether a word denies */
#include "quantifier.h"     /* how many of all: few, most, all */
#include "likeness.h"       /* whether two words are one, spelt differently or abbreviated */
/* clang-format on */
