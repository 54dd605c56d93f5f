/* core_text.h - text as Unicode: code points, characters, folding, shingles, words. */
#pragma once

/* clang-format off */
#include "code_points.h" /* UTF-8 text as an array of code points */
#include "point_search.h" /* the entry of a table that a code point falls in */
#include "characters.h"  /* letters, digits and marks, and their other forms */
#include "frozen_characters.h" /* what folding needs of Unicode: mappings, scripts, kinds of marks */
#include "canonical_form.h" /* the order of marks, and composition */
#include "note_marks.h"  /* marks of footnotes, and what cleaners of markup leave */
#include "folding.h"     /* texts without case, width, accents, punctuation */
#include "text_script.h" /* the script that a text is written in */
#include "language_code.h" /* the codes by which languages are named */
#include "terminal_control.h" /* characters that must not reach a terminal */
#include "line_breaks.h" /* where a line may end, and how wide characters are */
#include "shingle.h"     /* runs of code points and their 64-bit fingerprints */
/* clang-format on */
