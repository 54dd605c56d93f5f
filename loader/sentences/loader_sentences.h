/*
 * loader_sentences.h - a block of plain text in, its sentences out.
 */
#ifndef NEARDUP_LOADER_SENTENCES_H
#define NEARDUP_LOADER_SENTENCES_H

#include "boundary.h"      /* does a sentence end here? */
#include "bracket_pairs.h" /* which brackets and quotation marks belong together */
#include "enumeration.h"   /* "1) one 2) two 3) three" within a block */
#include "language.h"      /* what the splitter knows about a language; languages/ has the data */
#include "letters.h"       /* what a character is */
#include "punctuation.h"   /* the places where a sentence might end */
#include "sentences.h"     /* a block in, its sentences out */
#include "words.h"         /* the word before or after a place */

#endif
