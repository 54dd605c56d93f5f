/* characters.c - see characters.h. */
#include "characters.h"

#include <assert.h>

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
    range_pairs   /* upper and lower case alternate */
};

struct word_traits {
    int32_t to_folded; /* folded - code point; range_pairs: whether upper case is odd */
    uint8_t class;
};

/* Mappings of a character. What they need besides fold_option: the first character of the text is
   what character_plain() gives, or the mapping is for that only. */
enum { mappings_max = 2, gives_plain = 64, gives_only_plain = 128 };

struct mapping_traits {
    uint8_t count, needs[mappings_max], lengths[mappings_max];
};

#include "character_tables.h"

enum { points_max = 0x10FFFF, group_points = group_blocks * block_points };

static_assert(sizeof script_names / sizeof *script_names <= frozen_scripts_max,
              "counters of scripts fit");

/* The tables of runs, in the order in which `groups` has them. */
enum table { folding_table, word_table, mapping_table };

/* Numbers are characters in the tables: letters from `small` on, or ideographs from `large` on. */
enum { small = 0x100, large = 0x4E00 };

/* What the table has of the block of a code point. */
static inline const uint16_t *block_of(enum table table, uint32_t point) {
    point = point <= points_max ? point : points_max;
    size_t group = table * (points_max / group_points + (size_t)1) + point / group_points;
    size_t block = (groups[group] - (size_t)small) * group_blocks;
    size_t start = starts[block + point / block_points % group_blocks] - (size_t)large;
    return runs[start / row_size] + start % row_size;
}

/* Where the run ends that has this code point, in its block whose runs of `size` numbers begin
 * here. */
static inline const uint16_t *run_in(const uint16_t *block, size_t size, uint32_t point) {
    while (*block <= small + point % block_points)
        block += size;
    return block;
}

/* The number of the traits of a code point. */
static inline size_t traits_of(enum table table, uint32_t point) {
    return run_in(block_of(table, point), 2, point)[1] - (size_t)small;
}

/* The mappings of a code point. Their texts are at `*at`, one after the other. */
static inline const struct mapping_traits *mappings_of(uint32_t point, size_t *at) {
    const uint16_t *block = block_of(mapping_table, point);
    const uint16_t *run = run_in(block + 1, 3, point);
    const struct mapping_traits *traits = mapping_traits + (run[1] - small);
    size_t begin = run == block + 1 ? 0 : run[-3] - (size_t)small;
    size_t place = point % block_points - begin,
           length = traits->lengths[0] + (size_t)traits->lengths[1];
    *at = block[0] - (size_t)large + (run[2] - (size_t)small) + place * length;
    return traits;
}

static uint32_t mapped_point(size_t at) {
    return mapped_points[at / row_size][at % row_size];
}

/* ---- As words and sentences see them --------------------------------------------------------- */

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
    struct word_traits traits = word_traits[traits_of(word_table, point)];
    if (traits.class == range_pairs)
        return point % 2 == (uint32_t)traits.to_folded
                   ? (struct character){character_upper, false, point + 1}
                   : (struct character){character_lower, false, point};
    bool format = traits.class == range_format;
    return (struct character){format ? character_space : traits.class, format,
                              (uint32_t)((int32_t)point + traits.to_folded)};
}

uint32_t character_plain(uint32_t folded) {
    size_t at;
    if (folded < 0x80)
        return folded;
    const struct mapping_traits *traits = mappings_of(folded, &at);
    for (size_t i = 0; i < traits->count; at += traits->lengths[i++])
        if (traits->needs[i] & gives_plain)
            return mapped_point(at);
    return folded;
}

/* Unicode assigns the ten digits of a script to consecutive code points. */
unsigned character_digit_value(uint32_t point) {
    assert(character_of(point).class == character_digit);
    if (point < 0x80)
        return point - '0';
    const uint16_t *block = block_of(word_table, point), *run = run_in(block, 2, point);
    return (point % block_points - (run == block ? 0 : run[-2] - (unsigned)small)) % 10;
}

/* ---- As folding sees them -------------------------------------------------------------------- */

/* Letters that have nothing but a script are not in the table: their numbers follow. */
struct frozen_character frozen_character_of(uint32_t point) {
    enum { count = sizeof folding_traits / sizeof *folding_traits };
    size_t number = traits_of(folding_table, point);
    return number < count ? folding_traits[number]
                          : (struct frozen_character){.script = (uint8_t)(number - count)};
}

/* Copies the first mapping that needs no more than `options`, or returns false. */
static bool copy_mapping(const struct mapping_traits *traits, size_t at, unsigned options,
                         uint32_t *text, size_t *length, unsigned *needs) {
    for (size_t i = 0; i < traits->count; at += traits->lengths[i++]) {
        *needs = traits->needs[i] & ~(unsigned)gives_plain;
        *length = traits->lengths[i];
        if (*needs & ~options)
            continue;
        assert(*length <= frozen_mapping_max);
        for (size_t k = 0; k < *length; k++)
            text[k] = mapped_point(at + k);
        return true;
    }
    return false;
}

/* Most letters fold as words do; the table has what other characters fold to. */
bool frozen_mapping_of(uint32_t point, unsigned options, uint32_t text[frozen_mapping_max],
                       size_t *length, unsigned *needs) {
    size_t at;
    const struct mapping_traits *traits = mappings_of(point, &at);
    unsigned first = options & (fold_case | fold_width);
    if (copy_mapping(traits, at, first, text, length, needs))
        return true;
    struct frozen_character character = frozen_character_of(point);
    *text = character_of(point).folded;
    *length = 1;
    *needs = fold_case;
    if ((options & fold_case) && *text != point &&
        (character.class == frozen_sign ||
         (character.class == frozen_text && character.script != frozen_no_script)))
        return true;
    return copy_mapping(traits, at, options, text, length, needs);
}

/* Syllables of Hangul are numbered by their two or three letters. */
enum {
    lead_first = 0x1100,
    lead_count = 19,
    vowel_first = 0x1161,
    vowel_count = 21,
    tail_before = 0x11A7, /* stands for no third letter */
    tail_count = 28,
    syllable_first = 0xAC00,
    syllable_count = lead_count * vowel_count * tail_count
};

uint32_t frozen_composition(uint32_t first, uint32_t second) {
    size_t low = 0, high = sizeof compositions / sizeof *compositions / 3;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const uint32_t *pair = compositions + 3 * middle;
        if (pair[0] == first && pair[1] == second)
            return pair[2];
        if (pair[0] < first || (pair[0] == first && pair[1] < second))
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t lead = first - lead_first, vowel = second - vowel_first;
    if (lead < lead_count && vowel < vowel_count)
        return syllable_first + (lead * vowel_count + vowel) * tail_count;
    uint32_t syllable = first - syllable_first, tail = second - tail_before;
    if (syllable < syllable_count && syllable % tail_count == 0 && tail - 1 < tail_count - 1)
        return first + tail;
    return 0;
}

const char *frozen_script_name(unsigned script) {
    assert(script < sizeof script_names / sizeof *script_names);
    return script_names[script];
}
