/*
 * fragment.h - whether a text is not a sentence, so that nothing it says can be compared.
 *
 *   (1) It has fewer than three words, or mostly numbers and marks. Texts without titles need not
 *       be sentences: one word is enough for these.
 *   (2) Or at least a tenth of it, and three marks, is markup that a cleaner left: the braces and
 *       bars of a template, "width:800", "Category:Rivers".
 *
 * Time is linear in the text.
 */
#ifndef NEARDUP_FRAGMENT_H
#define NEARDUP_FRAGMENT_H

#include "sentences/sentence_words.h"

bool fragment_is_one(const struct words *words, bool untitled);

#endif
