/* characters.c - see characters.h. */
#include "characters.h"

#include "point_search.h"

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

#include "character_ranges.h"

enum { range_count = sizeof ranges / sizeof *ranges };

static const struct character_range *range_of(uint32_t point) {
    return ranges + point_search_index(ranges, sizeof *ranges, range_count, range_index, point);
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
    if (folded < letters[0])
        return folded;
    size_t at = point_search(letters, sizeof *letters, 0, plain_count, folded);
    return letters[at] == folded ? plain_points[at] : folded;
}

/* Unicode assigns the ten digits of a script to consecutive code points. */
unsigned character_search_digit(uint32_t point) {
    assert(character_of(point).class == character_digit);
    return (point - range_of(point)->first) % 10;
}
