/* characters.c - see characters.h. */
#include "characters.h"

#include <assert.h>
#include <stddef.h>

enum range_class {
    range_other,
    range_space,
    range_digit,
    range_upper,
    range_lower,
    range_letter,
    range_mark,
    range_sign,
    range_format, /* character_space, but invisible */
    range_pairs   /* upper and lower case alternate, beginning with upper case */
};

/* Ends where the next range begins. */
struct character_range {
    uint32_t first;
    int32_t to_folded; /* folded - code point; in range_pairs, of the upper case letters */
    uint8_t class;
};

struct plain_letter {
    uint32_t point, plain;
};

#include "character_ranges.h"

enum {
    range_count = sizeof ranges / sizeof *ranges,
    plain_count = sizeof plain_letters / sizeof *plain_letters
};

/* range_index narrows the search to the ranges of one block. */
static const struct character_range *range_of(uint32_t point) {
    size_t low = range_index[indexed_points / block_points], high = range_count;
    if (point < indexed_points) {
        low = range_index[point / block_points];
        high = range_index[point / block_points + 1] + (size_t)1;
    }
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].first <= point)
            low = middle;
        else
            high = middle;
    }
    assert(ranges[low].first <= point);
    return &ranges[low];
}

#define FIVE(class) class, class, class, class, class
#define ALPHABET(class) FIVE(class), FIVE(class), FIVE(class), FIVE(class), FIVE(class), class

/* clang-format off */
const uint8_t character_ascii_classes[128] = {
    ['\t'] = FIVE(character_space), /* to '\r' */
    [0x1C] = character_space, character_space, character_space, character_space, character_space,
    ['0'] = FIVE(character_digit), FIVE(character_digit),
    ['A'] = ALPHABET(character_upper),
    ['a'] = ALPHABET(character_lower)
};
/* clang-format on */

struct character character_search(uint32_t point) {
    const struct character_range *range = range_of(point);
    uint32_t folded = (uint32_t)((int32_t)point + range->to_folded);
    if (range->class == range_format)
        return (struct character){character_space, true, folded};
    if (range->class != range_pairs)
        return (struct character){range->class, false, folded};
    if ((point - range->first) % 2 == 0)
        return (struct character){character_upper, false, folded};
    return (struct character){character_lower, false, point};
}

uint32_t character_plain(uint32_t folded) {
    size_t low = 0, high = plain_count;
    if (folded < plain_letters[0].point)
        return folded;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (plain_letters[middle].point <= folded)
            low = middle;
        else
            high = middle;
    }
    return plain_letters[low].point == folded ? plain_letters[low].plain : folded;
}

/* Unicode assigns the ten digits of a script to consecutive code points. */
unsigned character_search_digit(uint32_t point) {
    assert(character_of(point).class == character_digit);
    return (point - range_of(point)->first) % 10;
}
