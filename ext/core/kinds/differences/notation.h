/*
 * notation.h - whether the two sides of a hunk say the same in another notation.
 *
 *   (1) Each value means one of the other side: 1,300 and 1300, 30 ft and 9 m, "five" and 5.
 *   (2) The other words pair up in their order, and each pair is one word: in two spellings that
 *       the vocabulary knows (colour, color), abbreviated (Dr., Doctor; J., John), or by another
 *       name (US, America). An acronym stands for its words: UK, United Kingdom; & for "and".
 *   (3) Marks say nothing, except the minus before a number.
 *
 * Time is linear in the hunk.
 */
#pragma once

#include "hunk_side.h"

bool notation_same(const struct hunk_side *a, const struct hunk_side *b);
