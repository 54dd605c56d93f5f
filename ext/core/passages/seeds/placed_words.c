/* placed_words.c - see placed_words.h. */
#include "placed_words.h"

bool placed_words_pack(const struct word_place *places, size_t count, uint32_t *anchors,
                       uint16_t *offsets, uint8_t *lengths) {
    for (size_t i = 0; i < count; i++) {
        if (i % placed_words_block == 0)
            anchors[i / placed_words_block] = places[i].begin;
        uint32_t offset = places[i].begin - anchors[i / placed_words_block];
        uint32_t length = places[i].end - places[i].begin;
        if (offset > UINT16_MAX || length > UINT8_MAX)
            return false;
        offsets[i] = (uint16_t)offset;
        lengths[i] = (uint8_t)length;
    }
    return true;
}
