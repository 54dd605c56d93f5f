/* word_frequencies.c - see word_frequencies.h. */
#include "word_frequencies.h"

#include "../../base/binary_search.h"
#include "../../base/cpu.h"
#include "../../base/little_endian.h"
#include "../../base/varint.h"

#include <math.h>
#include <string.h> /* memcmp, memcpy, memmove */

static const unsigned char magic[4] = {'N', 'D', 'W', 'F'};

enum { version = 2, form_words = 0, form_counters = 1 };
enum { at_version = 4, at_texts = 8, at_form = 16 };

enum { counter_count = word_frequencies_rows * word_frequencies_columns };

/*
 * So many words are sorted at a time; 2 MB, and as much to sort them in. Of exact counts as many as
 * there are, so that merging takes linear time, up to what is sorted in a tenth of a second.
 */
enum { added_max = 1 << 18, added_exact_max = 1 << 23, added_least = 64 };

enum { words_capacity_max = word_frequencies_words_max + added_max };

enum { digit_bits = 11, digits = 1 << digit_bits };

/* ---- The sketch ------------------------------------------------------------------------------ */

static uint32_t sum_of(uint32_t a, uint32_t b) {
    return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

struct places {
    size_t at[word_frequencies_rows];
};

static struct places places_of(uint32_t hash) {
    uint64_t mixed = mix64(hash);
    size_t first = (uint32_t)mixed % word_frequencies_columns;
    size_t second = (uint32_t)(mixed >> 32) % word_frequencies_columns;
    return (struct places){{first, word_frequencies_columns + second}};
}

static void add_to_counters(uint32_t *counters, const struct counted_word *words, size_t count) {
    enum { ahead = 16 };
    for (size_t i = 0; i < count; i++) {
        if (count - i > ahead) {
            struct places next = places_of(words[i + ahead].hash);
            for (size_t row = 0; row < word_frequencies_rows; row++)
                PREFETCH(counters + next.at[row]);
        }
        struct places places = places_of(words[i].hash);
        for (size_t row = 0; row < word_frequencies_rows; row++) {
            uint32_t *counter = counters + places.at[row];
            *counter = sum_of(*counter, words[i].count);
        }
    }
}

/* Counts all words in the sketch from now on. */
static bool begin_counters(struct word_frequencies *frequencies,
                           const struct allocator *allocator) {
    frequencies->counters =
        allocator_zeroes(allocator, counter_count, sizeof *frequencies->counters);
    if (!frequencies->counters)
        return false;
    add_to_counters(frequencies->counters, frequencies->words, frequencies->count);
    add_to_counters(frequencies->counters, frequencies->added, frequencies->added_count);
    RELEASE(allocator, frequencies->words, frequencies->added);
    frequencies->words = frequencies->added = NULL;
    frequencies->count = frequencies->capacity = 0;
    frequencies->added_count = frequencies->added_capacity = 0;
    return true;
}

/* ---- The array ------------------------------------------------------------------------------- */

/* Copies the words to `sorted` in the order of one digit; equal digits keep their order. */
static void sort_by_digit(const struct counted_word *words, struct counted_word *sorted,
                          size_t count, unsigned shift) {
    uint32_t next[digits] = {0}, sum = 0;
    for (size_t i = 0; i < count; i++)
        next[words[i].hash >> shift & (digits - 1)]++;
    for (size_t digit = 0; digit < digits; digit++) {
        uint32_t begin = sum;
        sum += next[digit];
        next[digit] = begin;
    }
    for (size_t i = 0; i < count; i++)
        sorted[next[words[i].hash >> shift & (digits - 1)]++] = words[i];
}

static bool make_room(struct word_frequencies *frequencies, const struct allocator *allocator,
                      size_t wanted) {
    if (wanted <= frequencies->capacity)
        return true;
    if (frequencies->exact)
        return ARRAY_RESERVE(allocator, frequencies->words, frequencies->capacity, wanted);
    assert(wanted <= words_capacity_max);
    size_t larger = 2 * frequencies->capacity;
    larger = larger < wanted ? wanted : larger > words_capacity_max ? words_capacity_max : larger;
    struct counted_word *words =
        allocator->resize(frequencies->words, larger * sizeof *frequencies->words);
    if (!words)
        return false;
    frequencies->words = words;
    frequencies->capacity = larger;
    return true;
}

/* Moves sorted words into the array, which has room for them, from its end on. */
static void merge(struct word_frequencies *frequencies, const struct counted_word *sorted,
                  size_t sorted_count) {
    struct counted_word *words = frequencies->words;
    size_t left = frequencies->count, end = left + sorted_count, at = end;
    while (sorted_count > 0) {
        const struct counted_word *last = &sorted[sorted_count - 1];
        if (left > 0 && words[left - 1].hash > last->hash) {
            words[--at] = words[--left];
            continue;
        }
        words[--at] = *last;
        sorted_count--;
        if (left > 0 && words[left - 1].hash == last->hash)
            words[at].count = sum_of(words[--left].count, last->count);
    }
    memmove(words + left, words + at, (end - at) * sizeof *words);
    frequencies->count = left + (end - at);
}

/* Counts the words that were added. Returns false if memory runs out. */
static bool count_added(struct word_frequencies *frequencies, const struct allocator *allocator) {
    struct counted_word *added = frequencies->added;
    size_t count = frequencies->added_count;
    if (count == 0)
        return true;
    struct counted_word *sorted = allocator->resize(NULL, count * sizeof *sorted);
    if (!sorted)
        return false;
    sort_by_digit(added, sorted, count, 0);
    sort_by_digit(sorted, added, count, digit_bits);
    sort_by_digit(added, sorted, count, 2 * digit_bits);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && sorted[kept - 1].hash == sorted[i].hash)
            sorted[kept - 1].count = sum_of(sorted[kept - 1].count, sorted[i].count);
        else
            sorted[kept++] = sorted[i];
    }
    count = kept;
    bool good = make_room(frequencies, allocator, frequencies->count + count);
    if (good) {
        merge(frequencies, sorted, count);
        frequencies->added_count = 0;
    }
    allocator->release(sorted);
    return good && (frequencies->exact || frequencies->count <= word_frequencies_words_max ||
                    begin_counters(frequencies, allocator));
}

static bool append(struct word_frequencies *frequencies, const struct allocator *allocator,
                   const struct counted_word *words, size_t count) {
    size_t wanted = frequencies->added_count + count;
    if (!ARRAY_RESERVE(allocator, frequencies->added, frequencies->added_capacity,
                       wanted > added_least ? wanted : added_least))
        return false;
    memcpy(frequencies->added + frequencies->added_count, words, count * sizeof *words);
    frequencies->added_count = wanted;
    return true;
}

bool word_frequencies_add(struct word_frequencies *frequencies, const struct allocator *allocator,
                          struct interruption *interruption, uint64_t texts,
                          const struct counted_word *words, size_t count) {
    assert(!frequencies->begins);
    frequencies->texts =
        texts < UINT64_MAX - frequencies->texts ? frequencies->texts + texts : UINT64_MAX;
    size_t done = 0;
    while (done < count && !frequencies->counters) {
        size_t many = frequencies->exact ? frequencies->count : 0;
        size_t most = many < added_max         ? added_max
                      : many < added_exact_max ? many
                                               : added_exact_max;
        size_t room = most - frequencies->added_count;
        size_t taken = count - done < room ? count - done : room;
        if (!append(frequencies, allocator, words + done, taken))
            return false;
        done += taken;
        if (frequencies->added_count == most && !count_added(frequencies, allocator))
            return false;
    }
    if (done < count)
        add_to_counters(frequencies->counters, words + done, count - done);
    return !interruption_after(interruption, count);
}

/* ---- Look-ups -------------------------------------------------------------------------------- */

bool word_frequencies_finish(struct word_frequencies *frequencies,
                             const struct allocator *allocator) {
    enum { words_at_once = 8 }; /* a cache line */
    if (!count_added(frequencies, allocator))
        return false;
    if (frequencies->counters)
        return true;
    unsigned bits = 1;
    while (frequencies->count >> bits > words_at_once)
        bits++;
    size_t runs = (size_t)1 << bits, at = 0;
    uint32_t *begins = allocator->resize(NULL, (runs + 1) * sizeof *begins);
    if (!begins)
        return false;
    frequencies->begins = begins;
    frequencies->begins_shift = 32 - bits;
    for (size_t run = 0; run < runs; run++) {
        begins[run] = (uint32_t)at;
        while (at < frequencies->count &&
               frequencies->words[at].hash >> frequencies->begins_shift == run)
            at++;
    }
    begins[runs] = (uint32_t)at;
    return true;
}

void word_frequencies_prefetch(const struct word_frequencies *frequencies, uint32_t hash) {
    if (frequencies->counters) {
        struct places places = places_of(hash);
        for (size_t row = 0; row < word_frequencies_rows; row++)
            PREFETCH(frequencies->counters + places.at[row]);
    } else if (frequencies->count > 0) {
        PREFETCH(frequencies->words + frequencies->begins[hash >> frequencies->begins_shift]);
    }
}

uint32_t word_frequencies_count(const struct word_frequencies *frequencies, uint32_t hash) {
    if (frequencies->counters) {
        struct places places = places_of(hash);
        uint32_t a = frequencies->counters[places.at[0]], b = frequencies->counters[places.at[1]];
        return a < b ? a : b;
    }
    assert(frequencies->begins);
    const uint32_t *run = frequencies->begins + (hash >> frequencies->begins_shift);
    size_t low = run[0], high = run[1];
    BINARY_SEARCH(low, high, frequencies->words[middle].hash < hash)
    bool found = low < run[1] && frequencies->words[low].hash == hash;
    return found ? frequencies->words[low].count : 0;
}

double word_frequencies_rarity(const struct word_frequencies *frequencies, uint32_t hash) {
    double texts = (double)frequencies->texts, count = word_frequencies_count(frequencies, hash);
    return texts > count ? log((texts + 1) / (count + 1)) : 0;
}

/* ---- Blobs ----------------------------------------------------------------------------------- */

/* Reads a number of up to `most`, in the fewest bytes. Returns NULL if it is anything else. */
static const unsigned char *read_number(const unsigned char *at, const unsigned char *end,
                                        uint64_t most, uint32_t *number) {
    uint64_t value = 0;
    const unsigned char *behind = varint_read(at, end, &value);
    *number = (uint32_t)value;
    return behind && value <= most && (size_t)(behind - at) == varint_size(value) ? behind : NULL;
}

/* Reads a word; `*next` is the least hash that it may have, and then what the next one may. */
static const unsigned char *read_word(const unsigned char *at, const unsigned char *end,
                                      uint64_t *next, struct counted_word *word) {
    uint32_t gap;
    if (*next > UINT32_MAX || !(at = read_number(at, end, UINT32_MAX - *next, &gap)))
        return NULL;
    word->hash = (uint32_t)*next + gap;
    *next = (uint64_t)word->hash + 1;
    at = read_number(at, end, UINT32_MAX, &word->count);
    return at && word->count > 0 ? at : NULL;
}

bool word_frequencies_valid(const void *blob, size_t length) {
    const unsigned char *bytes = blob;
    if (length < word_frequencies_header || memcmp(bytes, magic, sizeof magic) != 0 ||
        little_endian_load32(bytes + at_version) != version)
        return false;
    uint32_t form = little_endian_load32(bytes + at_form), count = 0, counter;
    const unsigned char *at = bytes + word_frequencies_header, *end = bytes + length;
    if (form == form_words) {
        struct counted_word word;
        for (uint64_t next = 0; at && at < end && count <= word_frequencies_words_max; count++)
            at = read_word(at, end, &next, &word);
        return at == end && count <= word_frequencies_words_max;
    }
    for (; form == form_counters && at && at < end && count < counter_count; count++)
        at = read_number(at, end, UINT32_MAX, &counter);
    return at == end && count == counter_count;
}

static bool add_words_of(struct word_frequencies *frequencies, const struct allocator *allocator,
                         struct interruption *interruption, const unsigned char *at,
                         const unsigned char *end) {
    struct counted_word words[512];
    enum { at_once = sizeof words / sizeof *words };
    for (uint64_t next = 0; at < end;) {
        size_t count = 0;
        while (at < end && count < at_once)
            at = read_word(at, end, &next, &words[count++]);
        if (!word_frequencies_add(frequencies, allocator, interruption, 0, words, count))
            return false;
    }
    return true;
}

bool word_frequencies_add_blob(struct word_frequencies *frequencies,
                               const struct allocator *allocator, struct interruption *interruption,
                               const void *blob, size_t length) {
    const unsigned char *bytes = blob, *at = bytes + word_frequencies_header, *end = bytes + length;
    assert(word_frequencies_valid(blob, length));
    if (!word_frequencies_add(frequencies, allocator, interruption,
                              little_endian_load64(bytes + at_texts), NULL, 0))
        return false;
    if (little_endian_load32(bytes + at_form) == form_words)
        return add_words_of(frequencies, allocator, interruption, at, end);
    if (!frequencies->counters && !begin_counters(frequencies, allocator))
        return false;
    for (size_t i = 0; i < counter_count; i++) {
        uint32_t count;
        at = read_number(at, end, UINT32_MAX, &count);
        frequencies->counters[i] = sum_of(frequencies->counters[i], count);
        if (interruption_at(interruption, i))
            return false;
    }
    return true;
}

static size_t blob_size(const struct word_frequencies *frequencies) {
    size_t size = word_frequencies_header;
    for (size_t i = 0; frequencies->counters && i < counter_count; i++)
        size += varint_size(frequencies->counters[i]);
    uint64_t next = 0;
    for (size_t i = 0; i < frequencies->count; i++) {
        struct counted_word word = frequencies->words[i];
        size += varint_size(word.hash - next) + varint_size(word.count);
        next = (uint64_t)word.hash + 1;
    }
    return size;
}

unsigned char *word_frequencies_blob(struct word_frequencies *frequencies,
                                     const struct allocator *allocator, size_t *size) {
    if (!count_added(frequencies, allocator))
        return NULL;
    *size = blob_size(frequencies);
    unsigned char *blob = allocator->resize(NULL, *size), *at = blob;
    if (!blob)
        return NULL;
    memcpy(blob, magic, sizeof magic);
    little_endian_store32(blob + at_version, version);
    little_endian_store64(blob + at_texts, frequencies->texts);
    little_endian_store32(blob + at_form, frequencies->counters ? form_counters : form_words);
    at += word_frequencies_header;
    for (size_t i = 0; frequencies->counters && i < counter_count; i++)
        at = varint_write(at, frequencies->counters[i]);
    uint64_t next = 0;
    for (size_t i = 0; i < frequencies->count; i++) {
        struct counted_word word = frequencies->words[i];
        at = varint_write(varint_write(at, word.hash - next), word.count);
        next = (uint64_t)word.hash + 1;
    }
    assert(at == blob + *size);
    return blob;
}

void word_frequencies_free(struct word_frequencies *frequencies,
                           const struct allocator *allocator) {
    RELEASE(allocator, frequencies->words, frequencies->added, frequencies->counters,
            frequencies->begins);
    *frequencies = (struct word_frequencies){0};
}
