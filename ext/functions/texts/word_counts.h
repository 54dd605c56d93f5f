/*
 * word_counts.h - the collection that word_rarities() and term_weights() make, which others read: a
 * blob of megabytes would be read for each call.
 */
#pragma once

#include "../collection.h"

struct held_frequencies {
    struct collection base;
    struct word_frequencies frequencies; /* finished */
};

void held_frequencies_release(void *collection);

#define ARGUMENT_RARITIES \
    NULLABLE("rarities", pointer, .maker = "word_rarities", .wanted = "made by word_rarities()")
