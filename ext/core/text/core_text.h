/* core_text.h - text as Unicode: code points, characters, folding, shingles, words. */
#pragma once

/* clang-format off */
#include "code_points.h" /* UTF-8 text as an array of code points */
#include "characters.h"  /* what Unicode says of a code point: its class, its script, its other forms */
#include "canonical_form.h" /* the order of marks, and composition */
#include "note_marks.h"  /* marks of footnotes, and what cleaners of markup leave */
#include "folding.h"     /* texts without case, width, accents, punctuation */
#include "text_script.h" /* the script that a text is written in */
#include "language_code.h" /* the codes by which languages are named */
#include "terminal_control.h" /* characters that must not reach a terminal */
#include "line_breaks.h" /* where a line may end, and how wide characters are */
#include "shingle.h"     /* runs of code points and their 64-bit fingerprints */
/* clang-format on */
