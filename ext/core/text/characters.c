/* characters.c - see characters.h. */
#include "characters.h"

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
    range_pairs /* upper and lower case by turns, an upper one first */
};

/* From `first` to where the next one begins. */
struct character_range {
    uint32_t first;
    int32_t to_folded; /* what is added to fold it; in range_pairs, to fold an upper one */
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

/* The range of a code point lies between those of its block's beginning and end. */
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
    return &ranges[low];
}

static struct character in_range(const struct character_range *range, uint32_t point) {
    uint32_t folded = (uint32_t)((int32_t)point + range->to_folded);
    if (range->class != range_pairs)
        return (struct character){(enum character_class)range->class, folded};
    if ((point - range->first) % 2 == 0)
        return (struct character){character_upper, folded};
    return (struct character){character_lower, point};
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
    return in_range(range_of(point), point);
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

/* Digits stand in tens. */
unsigned character_search_digit(uint32_t point) {
    return (point - range_of(point)->first) % 10;
}
