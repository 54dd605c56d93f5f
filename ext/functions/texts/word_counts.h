/*
 * word_counts.h - the collection that word_rarities() makes; duplicate_kind() and collect_pairs()
 * read it. A blob of megabytes would be read for each call.
 */
#pragma once

#include "../collection.h"

struct word_rarities {
    struct collection base;
    struct word_frequencies frequencies; /* finished */
};

#define ARGUMENT_RARITIES \
    NULLABLE("rarities", pointer, .maker = "word_rarities", .wanted = "made by word_rarities()")
