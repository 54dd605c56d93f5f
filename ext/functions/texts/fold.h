/* fold.h - a list of options to fold by, as fold_text() and an index take it. */
#pragma once

#include "../function.h"

#define FOLD_OPTIONS_WANTED \
    "'all' or a list of 'case', 'width', 'accents', 'punctuation', 'space', 'digits' and 'notes'"

/*
 * The sum of enum fold_option that a list means, separated by commas or spaces; 0 for an empty
 * list. If a word is none of these, it is `*wrong`, and the result is -1.
 */
int fold_options(struct argument_bytes list, struct argument_bytes *wrong);
