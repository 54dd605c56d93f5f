/* word_frequencies.c - see word_frequencies.h. */
#include "word_frequencies.h"

#include <math.h>
#include <string.h> /* memcmp, memcpy, memset */

static const unsigned char magic[4] = {'N', 'D', 'W', 'F'};

enum { version = 1 };
enum { at_version = 4, at_rows = 8, at_columns = 12, at_texts = 16 };

/* A blob has at least so many columns, and is folded while at most this part of a row is used. */
enum { columns_min = 64, sparse = 16 };

static bool is_power_of_2(uint32_t columns) {
    return columns > 0 && (columns & (columns - 1)) == 0;
}

static size_t blob_size(uint32_t columns) {
    return word_frequencies_header + (size_t)word_frequencies_rows * columns * 4;
}

struct word_frequencies word_frequencies_open(const void *bytes, size_t length) {
    const unsigned char *blob = bytes;
    struct word_frequencies frequencies = {0};
    if (length < word_frequencies_header || memcmp(blob, magic, sizeof magic) != 0 ||
        little_endian_load32(blob + at_version) != version ||
        little_endian_load32(blob + at_rows) != word_frequencies_rows)
        return frequencies;
    uint32_t columns = little_endian_load32(blob + at_columns);
    if (!is_power_of_2(columns) || columns > word_frequencies_columns_max ||
        length != blob_size(columns))
        return frequencies;
    frequencies.counters = blob + word_frequencies_header;
    frequencies.columns = columns;
    frequencies.texts = little_endian_load64(blob + at_texts);
    frequencies.valid = true;
    return frequencies;
}

double word_frequencies_rarity(const struct word_frequencies *frequencies, uint32_t hash) {
    double texts = (double)frequencies->texts, count = word_frequencies_count(frequencies, hash);
    return texts > count ? log((texts + 1) / (count + 1)) : 0;
}

bool word_counter_begin(struct word_counter *counter, const struct allocator *allocator,
                        uint32_t columns) {
    assert(!counter->blob && is_power_of_2(columns) && columns <= word_frequencies_columns_max);
    counter->blob = allocator->resize(NULL, blob_size(columns));
    counter->columns = columns;
    counter->texts = 0;
    if (counter->blob)
        memset(counter->blob, 0, blob_size(columns));
    return counter->blob != NULL;
}

static inline void fetch(const unsigned char *counters, struct word_places places) {
#if defined(__GNUC__)
    for (size_t row = 0; row < word_frequencies_rows; row++)
        __builtin_prefetch(counters + places.at[row], 1);
#else
    (void)counters, (void)places;
#endif
}

/* Only counters below the new count grow. The highest count stays. */
static inline void add_word(unsigned char *counters, struct word_places places, uint32_t times) {
    unsigned char *first = counters + places.at[0], *second = counters + places.at[1];
    uint32_t a = little_endian_load32(first), b = little_endian_load32(second);
    uint32_t count = a < b ? a : b;
    count = times < UINT32_MAX - count ? count + times : UINT32_MAX;
    if (a < count)
        little_endian_store32(first, count);
    if (b < count)
        little_endian_store32(second, count);
}

static void add_words(struct word_counter *counter, const struct word_recent *words, size_t count) {
    unsigned char *counters = counter->blob + word_frequencies_header;
    for (size_t i = 0; i < count; i++)
        add_word(counters, word_frequencies_places(words[i].hash, counter->columns),
                 words[i].count);
}

/* Puts a word among the recent ones. The one that it replaces waits for its counters. */
static inline void replace(struct word_counter *counter, struct word_recent *recent,
                           uint32_t hash) {
    fetch(counter->blob + word_frequencies_header,
          word_frequencies_places(recent->hash, counter->columns));
    counter->waiting[counter->waiting_count++] = *recent;
    *recent = (struct word_recent){hash, 1};
    if (counter->waiting_count == word_waiting_count) {
        add_words(counter, counter->waiting, word_waiting_count);
        counter->waiting_count = 0;
    }
}

bool word_counter_add(struct word_counter *counter, struct interruption *interruption,
                      uint64_t texts, const uint32_t *hashes, size_t count) {
    counter->texts += texts;
    for (size_t i = 0; i < count; i++) {
        struct word_recent *recent = &counter->recent[hashes[i] % word_recent_count];
        if (recent->hash == hashes[i] && recent->count < UINT32_MAX)
            recent->count++;
        else
            replace(counter, recent, hashes[i]);
        if (interruption_at(interruption, i))
            return false;
    }
    return !interruption_after(interruption, count);
}

static uint32_t counters_in_use(const unsigned char *row, uint32_t columns) {
    uint32_t used = 0;
    for (uint32_t at = 0; at < columns; at++)
        used += little_endian_load32(row + (size_t)4 * at) > 0;
    return used;
}

/* Whether half as many columns would do. */
static bool is_sparse(const unsigned char *counters, uint32_t columns) {
    return columns > columns_min && counters_in_use(counters, columns) <= columns / sparse;
}

/* The place of a word in half a row is its place in a whole one without the highest bit. */
static void fold(const unsigned char *row, unsigned char *folded, uint32_t half) {
    for (uint32_t at = 0; at < half; at++) {
        uint32_t low = little_endian_load32(row + (size_t)4 * at);
        uint32_t high = little_endian_load32(row + (size_t)4 * (at + half));
        little_endian_store32(folded + (size_t)4 * at, low > high ? low : high);
    }
}

unsigned char *word_counter_blob(struct word_counter *counter, const struct allocator *allocator,
                                 size_t *size) {
    unsigned char *blob = counter->blob, *counters = blob + word_frequencies_header;
    add_words(counter, counter->waiting, counter->waiting_count);
    add_words(counter, counter->recent, word_recent_count);
    while (is_sparse(counters, counter->columns)) {
        size_t whole = (size_t)4 * counter->columns;
        counter->columns /= 2;
        fold(counters, counters, counter->columns);
        fold(counters + whole, counters + whole / 2, counter->columns);
    }
    memcpy(blob, magic, sizeof magic);
    little_endian_store32(blob + at_version, version);
    little_endian_store32(blob + at_rows, word_frequencies_rows);
    little_endian_store32(blob + at_columns, counter->columns);
    little_endian_store64(blob + at_texts, counter->texts);
    *size = blob_size(counter->columns);
    *counter = (struct word_counter){0};
    unsigned char *smaller = allocator->resize(blob, *size);
    return smaller ? smaller : blob;
}

void word_counter_free(struct word_counter *counter, const struct allocator *allocator) {
    allocator->release(counter->blob);
    *counter = (struct word_counter){0};
}
