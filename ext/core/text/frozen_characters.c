/* frozen_characters.c - see frozen_characters.h. */
#include "frozen_characters.h"

#include "point_search.h"

#include <assert.h>

/* Ends where the next range begins. */
struct frozen_range {
    uint32_t first;
    uint8_t class, combining, script, joins_previous;
};

struct frozen_mapping {
    uint32_t point;
    uint16_t at; /* in mapped_points */
    uint8_t length;
    uint8_t needs; /* enum fold_option */
};

struct frozen_pair {
    uint32_t first, second, whole;
};

#include "frozen_tables.h"

enum {
    range_count = sizeof ranges / sizeof *ranges,
    mapping_count = sizeof mappings / sizeof *mappings,
    pair_count = sizeof pairs / sizeof *pairs
};
static_assert(sizeof script_names / sizeof *script_names <= frozen_scripts_max,
              "counters of scripts fit");

struct frozen_character frozen_character_of(uint32_t point) {
    const struct frozen_range *range =
        ranges + point_search_index(ranges, sizeof *ranges, range_count, range_index, point);
    return (struct frozen_character){range->class, range->combining, range->script,
                                     range->joins_previous};
}

const uint32_t *frozen_mapping_of(uint32_t point, unsigned options, size_t *length,
                                  unsigned *needs) {
    size_t low = mapping_index[indexed_points / block_points], high = mapping_count;
    if (point < indexed_points) {
        low = mapping_index[point / block_points];
        high = mapping_index[point / block_points + 1];
    }
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (mappings[middle].point < point)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < mapping_count && mappings[low].point == point; low++) {
        if ((mappings[low].needs & options) == mappings[low].needs) {
            *length = mappings[low].length;
            *needs = mappings[low].needs;
            return mapped_points + mappings[low].at;
        }
    }
    return NULL;
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
    size_t low = 0, high = pair_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct frozen_pair *pair = &pairs[middle];
        if (pair->first == first && pair->second == second)
            return pair->whole;
        if (pair->first < first || (pair->first == first && pair->second < second))
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
