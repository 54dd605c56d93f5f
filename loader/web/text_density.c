/* text_density.c - see text_density.h. */
#include "text_density.h"

#include <assert.h>

/* Of the published tree: link densities in sixth and ninth parts, and numbers of words. */
enum {
    short_block = 16,
    long_block = 40,
    short_next = 15,
    short_next_of_links = 17,
    tiny_last = 4
};

/* Of a region: how many of the words, in percent, and how long a block outside must be. */
enum { region_share = 85, long_outside = 40 };

static bool links_exceed(const struct density_block *block, size_t part, size_t whole) {
    return block->linked_words * whole > block->words * part;
}

/* Algorithm 2. */
static bool is_content(const struct density_block *last, const struct density_block *block,
                       const struct density_block *next) {
    if (links_exceed(block, 1, 3))
        return false;
    if (links_exceed(last, 5, 9))
        return block->words > long_block || next->words > short_next_of_links;
    return block->words > short_block || next->words > short_next || last->words > tiny_last;
}

void text_density_classify(struct density_block *blocks, size_t count) {
    static const struct density_block none;
    for (size_t i = 0; i < count; i++)
        blocks[i].content =
            !blocks[i].aside && is_content(i > 0 ? &blocks[i - 1] : &none, &blocks[i],
                                           i + 1 < count ? &blocks[i + 1] : &none);
}

void text_density_keep_region(struct density_block *blocks, size_t count,
                              const struct density_region *regions, size_t region_count,
                              size_t *sums) {
    sums[0] = 0;
    for (size_t i = 0; i < count; i++)
        sums[i + 1] = sums[i] + (blocks[i].content ? blocks[i].words : 0);
    size_t enough = sums[count] - sums[count] / 100 * (100 - region_share);
    struct density_region best = {0, count};
    for (size_t i = 0; i < region_count; i++) {
        assert(regions[i].first <= regions[i].end && regions[i].end <= count);
        if (sums[regions[i].end] - sums[regions[i].first] >= enough &&
            regions[i].end - regions[i].first < best.end - best.first)
            best = regions[i];
    }
    for (size_t i = 0; i < count; i++)
        if ((i < best.first || i >= best.end) && blocks[i].words < long_outside)
            blocks[i].content = false;
}
