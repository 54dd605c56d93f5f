/* value_bounds.h - what the words before a value make of it: about, at least, more than, up to. */
#pragma once

#include "../sentences/sentence_words.h"

struct value_bounds {
    bool hedged;    /* about 200 */
    bool least;     /* at least 200, over 200, no less than 200 */
    bool most;      /* at most 200; never with `least` */
    uint32_t begin; /* where the words of the bound begin; where the value does if there is none */
};

/* Whether the word is the mark of a currency. False beyond the last word. */
bool value_bounds_is_currency(const struct words *words, size_t at);

/* The bounds of a value that begins with the word `at`. Looks at a few words. */
struct value_bounds value_bounds_read(const struct words *words, size_t at);
