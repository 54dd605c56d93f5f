/* frozen_characters.c - see frozen_characters.h. */
#include "frozen_characters.h"

#include "point_search.h"

#include <assert.h>

/* Ends where the next range begins. */
struct frozen_range {
    uint32_t first;
    uint16_t traits; /* what all have in common, in `traits`; after these, letters by script */
};

/* Characters at a distance of `step`, whose mappings follow each other in mapped_points. */
struct mapping_run {
    uint32_t first;
    uint8_t step, count;
    uint16_t at;
    uint8_t length; /* of each mapping */
    uint8_t needs;  /* enum fold_option */
};

#include "frozen_tables.h"

enum {
    trait_count = sizeof traits / sizeof *traits,
    range_count = sizeof ranges / sizeof *ranges,
    run_count = sizeof mapping_runs / sizeof *mapping_runs,
    composition_count = sizeof compositions / sizeof *compositions / 3
};
static_assert(sizeof script_names / sizeof *script_names <= frozen_scripts_max,
              "counters of scripts fit");

struct frozen_character frozen_character_of(uint32_t point) {
    unsigned at =
        ranges[point_search_index(ranges, sizeof *ranges, range_count, range_index, point)].traits;
    if (at >= trait_count)
        return (struct frozen_character){frozen_text, 0, (uint8_t)(at - trait_count), false};
    return traits[at];
}

const uint32_t *frozen_mapping_of(uint32_t point, unsigned options, size_t *length,
                                  unsigned *needs) {
    size_t low = mapping_index[indexed_points / block_points], high = run_count;
    if (point < indexed_points) {
        low = mapping_index[point / block_points];
        high = mapping_index[point / block_points + 1];
    }
    if (low == high || point < mapping_runs[low].first)
        return NULL;
    /* A character with several mappings has a run for each. */
    size_t last = point_search(mapping_runs, sizeof *mapping_runs, low, high, point);
    size_t first = last;
    while (first > low && mapping_runs[first - 1].first == point)
        first--;
    for (const struct mapping_run *run = mapping_runs + first; run <= mapping_runs + last; run++) {
        uint32_t place = point - run->first;
        if (place % run->step == 0 && place / run->step < run->count &&
            (run->needs & options) == run->needs) {
            size_t at = run->at + (size_t)place / run->step * run->length;
            *length = run->length;
            *needs = run->needs;
            return mapped_points[at / mapped_row] + at % mapped_row;
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
    size_t low = 0, high = composition_count;
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
