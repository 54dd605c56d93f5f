/* loader_sentences.h - a block of plain text in, its sentences out, in dependency order. */
#pragma once

/* clang-format off */
#include "language.h"        /* what is known about a language; languages/ has the data */
#include "text_characters.h" /* the characters of a text and their classes */
#include "adjacent_words.h"  /* the word before or after a place */
#include "punctuation.h"     /* the places where a sentence might end */
#include "boundary.h"        /* does a sentence end here? */
#include "sentences.h"       /* a block in, its sentences out */
/* clang-format on */
