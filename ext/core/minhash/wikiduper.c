/* wikiduper.c - see wikiduper.h. */
#include "wikiduper.h"

#include "../text/shingle.h"

#include <assert.h>

/* Hashes have 60 bits, as in the runs for the papers. */
enum { shift = 64 - 60 };

/* ---- java.util.Random, as its documentation defines it ---- */

static const uint64_t random_multiplier = UINT64_C(0x5DEECE66D);
static const uint64_t random_mask = (UINT64_C(1) << 48) - 1;

static uint64_t random_begin(int64_t seed) {
    return ((uint64_t)seed ^ random_multiplier) & random_mask;
}

static uint32_t next_bits(uint64_t *state, int bits) {
    *state = (*state * random_multiplier + 0xB) & random_mask;
    return (uint32_t)(*state >> (48 - bits));
}

/* Both halves are signed, so a negative lower half borrows from the upper one. */
static uint64_t next_long(uint64_t *state) {
    uint64_t high = next_bits(state, 32), low = next_bits(state, 32);
    return (high << 32) + (low ^ UINT64_C(0x80000000)) - UINT64_C(0x80000000);
}

static uint32_t next_below(uint64_t *state, uint32_t limit) {
    assert(limit >= 1 && limit <= INT32_MAX);
    if ((limit & (limit - 1)) == 0)
        return (uint32_t)((uint64_t)limit * next_bits(state, 31) >> 31);
    uint32_t bits, value;
    do {
        bits = next_bits(state, 31);
        value = bits % limit;
    } while (bits - value > (UINT32_C(1) << 31) - limit); /* reject the incomplete last range */
    return value;
}

/* ---- The family ---- */

size_t wikiduper_words(size_t length) {
    assert(length > 0);
    return 3 * length / 8 + 1; /* a code unit has at most 3 bytes, a surrogate pair 4 */
}

void wikiduper_functions(int64_t seed, uint32_t hashes, size_t words,
                         enum wikiduper_packing packing, uint64_t *coefficients) {
    uint64_t seeds = random_begin(seed), *addends = coefficients + words * hashes;
    for (size_t j = 0; j < hashes; j++) {
        uint64_t stream = random_begin((int64_t)next_long(&seeds)), sum = 0;
        for (size_t w = 0; w < words; w++) {
            coefficients[w * hashes + j] = next_long(&stream) | 1;
            sum += packing == wikiduper_folded ? 0 : next_long(&stream);
            addends[w * hashes + j] = sum;
        }
    }
}

void wikiduper_draws(int64_t seed, uint32_t hashes, size_t count, uint32_t *draws) {
    assert(hashes > 0);
    uint64_t seeds = random_begin(seed);
    for (size_t j = 0; j < hashes; j++)
        next_long(&seeds); /* skip the seeds of the functions */
    uint64_t stream = random_begin((int64_t)next_long(&seeds));
    for (size_t i = 0; i < count; i++)
        draws[i] = next_below(&stream, hashes);
}

/* ---- A text ---- */

size_t wikiduper_utf16(const uint32_t *points, size_t count, uint32_t *units) {
    size_t written = 0;
    for (size_t i = 0; i < count; i++) {
        if (points[i] < 0x10000) {
            units[written++] = points[i];
            continue;
        }
        units[written++] = 0xD800 + ((points[i] - 0x10000) >> 10);
        units[written++] = 0xDC00 + ((points[i] - 0x10000) & 0x3FF);
    }
    return written;
}

/* Packs the bytes of a shingle into words. */
struct packer {
    uint64_t *words;
    size_t bytes; /* packed so far */
    size_t bytes_per_word;
    enum wikiduper_packing packing;
};

static void pack_byte(struct packer *packer, uint32_t byte) {
    size_t place = packer->bytes++;
    uint64_t *word = &packer->words[place / packer->bytes_per_word];
    if (place % packer->bytes_per_word == 0)
        *word = 0;
    if (packer->packing == wikiduper_whole) {
        *word |= (uint64_t)byte << 8 * (place % 8);
        return;
    }
    /* Java shifts an int by the distance modulo 32, then sign-extends the result. */
    uint64_t narrow = (uint64_t)byte << 8 * (place % 4);
    *word |= narrow >> 31 ? narrow | UINT64_C(0xFFFFFFFF00000000) : narrow;
}

static void pack_point(struct packer *packer, uint32_t point) {
    static const uint32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
    uint32_t following = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    pack_byte(packer, leads[following] | point >> 6 * following);
    while (following-- > 0)
        pack_byte(packer, 0x80 | (point >> 6 * following & 0x3F));
}

/* Packs one shingle of `length` code units; returns the number of words. */
static size_t pack(const uint32_t *units, size_t length, enum wikiduper_packing packing,
                   uint64_t *words) {
    struct packer packer = {words, 0, packing == wikiduper_folded ? 64 : 8, packing};
    for (size_t i = 0; i < length; i++) {
        uint32_t unit = units[i];
        bool is_high = unit >= 0xD800 && unit < 0xDC00, is_low = unit >= 0xDC00 && unit < 0xE000;
        if (is_high && i + 1 < length) {
            uint32_t low = units[++i];
            assert(low >= 0xDC00 && low < 0xE000); /* wikiduper_utf16() wrote pairs */
            pack_point(&packer, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        } else {
            pack_point(&packer, is_high || is_low ? '?' : unit);
        }
    }
    size_t full = packer.bytes / packer.bytes_per_word;
    if (packer.bytes % packer.bytes_per_word == 0)
        words[full] = 0; /* an empty word, whose addend still counts */
    return full + 1;
}

bool wikiduper_minima(const uint32_t *units, size_t count, size_t length,
                      enum wikiduper_packing packing, const uint64_t *coefficients, uint32_t hashes,
                      uint64_t *packed, uint64_t *minima, struct interruption *interruption) {
    const uint64_t *all_addends = coefficients + wikiduper_words(length) * hashes;
    size_t shingles = shingle_count(count, length), width = shingle_width(count, length);
    for (size_t j = 0; j < hashes; j++)
        minima[j] = UINT64_MAX;
    for (size_t i = 0; i < shingles; i++) {
        size_t words = pack(units + i, width, packing, packed);
        assert(words <= wikiduper_words(length));
        const uint64_t *addends = all_addends + (words - 1) * hashes;
        for (size_t j = 0; j < hashes; j++) {
            uint64_t sum = addends[j];
            for (size_t w = 0; w < words; w++)
                sum += packed[w] * coefficients[w * hashes + j];
            minima[j] = sum >> shift < minima[j] ? sum >> shift : minima[j];
        }
        if (interruption_after(interruption, width + words * hashes))
            return false;
    }
    return true;
}
