/* binary_search.h - where a condition that holds for the first of a sorted array ceases to. */
#pragma once

#include <stddef.h>

/*
 * Raises `low` to the first of the places low .. high - 1 where `before`, an expression of
 * `middle`, is false; to `high` if there is none. Both are variables of type size_t, and end equal.
 */
#define BINARY_SEARCH(low, high, before)        \
    while (low < high) {                        \
        size_t middle = low + (high - low) / 2; \
        if (before)                             \
            low = middle + 1;                   \
        else                                    \
            high = middle;                      \
    }
