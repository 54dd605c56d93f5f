/* word_hashes.c - see word_hashes.h. */
#include "word_hashes.h"

#include "../../base/cpu.h"
#include "../../base/little_endian.h"
#include "../characters.h"
#include "letter_hash.h"

#include <string.h> /* memcpy, memset */

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)
#include <emmintrin.h>
#endif

/* ---- Where words may be among 64 bytes: the lowest bit is the first byte --------------------- */

enum { window_size = 64 };

struct window {
    uint64_t in_words;     /* letters and digits of ASCII, and whatever is beyond ASCII */
    uint64_t beyond_ascii; /* bytes of 0x80 or more */
};

/* Sets the case bit of letters, and leaves digits, points and commas as they are. */
enum { case_bit = 0x20 };

static bool is_ascii_digit(unsigned char byte) {
    return (unsigned char)(byte - '0') < 10;
}

static bool is_part(unsigned char byte) {
    return byte >= 0x80 || is_ascii_digit(byte) || (unsigned char)((byte | case_bit) - 'a') < 26;
}

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)

static inline __m128i between(__m128i bytes, char first, char last) {
    __m128i from_first = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    __m128i most = _mm_set1_epi8((char)(last - first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from_first, most), from_first);
}

static inline struct window window_of(const unsigned char *bytes) {
    struct window window = {0, 0};
    for (unsigned at = 0; at < window_size; at += 16) {
        __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(bytes + at));
        __m128i small = _mm_or_si128(sixteen, _mm_set1_epi8(case_bit));
        __m128i found = _mm_or_si128(between(small, 'a', 'z'), between(sixteen, '0', '9'));
        uint64_t beyond = (unsigned)_mm_movemask_epi8(sixteen);
        window.beyond_ascii |= beyond << at;
        window.in_words |= (beyond | (unsigned)_mm_movemask_epi8(found)) << at;
    }
    return window;
}

#else

static inline struct window window_of(const unsigned char *bytes) {
    struct window window = {0, 0};
    for (unsigned at = 0; at < window_size; at++) {
        window.beyond_ascii |= (uint64_t)(bytes[at] >= 0x80) << at;
        window.in_words |= (uint64_t)is_part(bytes[at]) << at;
    }
    return window;
}

#endif

/* ---- Words that are decoded ------------------------------------------------------------------ */

/* What is left of a text. */
struct reader {
    const uint32_t *at, *end;
};

/* Where words read from bytes go. Compilers know `placed`: words that need no places cost none. */
struct sink {
    struct word_hashes *words;
    size_t beyond; /* bytes before the place that is read which are no code points of their own */
    bool placed;
};

static inline void add_word(struct sink *sink, uint32_t hash, size_t begin, size_t end) {
    struct word_hashes *words = sink->words;
    if (sink->placed)
        words->places[words->count] = (struct word_place){(uint32_t)begin, (uint32_t)end};
    words->values[words->count++] = hash;
}

static inline bool is_digit_at(const uint32_t *at, const uint32_t *end) {
    return at < end && character_of(*at).class == character_digit;
}

/* Takes a character into the hash of a word's plain form, which has no marks beyond ASCII. */
static void take(struct letter_hash *hash, uint32_t point, struct character character) {
    uint32_t folded = character.folded;
    if (folded >= 0x80) {
        if (folded != point)
            character = character_of(folded);
        if (character.class == character_mark)
            return;
        folded = character_plain(folded);
    }
    letter_hash_take(hash, folded);
}

/* Takes the letters, marks and digits that come next into the hash of a word. */
static void read_letters(struct reader *reader, struct letter_hash *hash) {
    const uint32_t *at = reader->at, *end = reader->end;
    for (; at < end; at++) {
        struct character character = character_of(*at);
        if (!character_goes_on(character.class))
            break;
        take(hash, *at, character);
    }
    reader->at = at;
}

/* Reads digits with single points or commas between them. Digits have no other form. */
static void read_number(struct reader *reader, struct letter_hash *hash) {
    const uint32_t *at = reader->at, *end = reader->end;
    while (is_digit_at(at, end)) {
        letter_hash_take(hash, *at++);
        if (at < end && (*at == '.' || *at == ',') && is_digit_at(at + 1, end))
            letter_hash_take(hash, *at++);
    }
    reader->at = at;
}

/* Reads a sign and its marks. A sign without marks is its own plain form. */
static void read_sign(struct reader *reader, struct letter_hash *hash, struct character sign) {
    const uint32_t *begin = reader->at++;
    while (reader->at < reader->end && *reader->at >= 0x80 &&
           character_of(*reader->at).class == character_mark)
        reader->at++;
    if (reader->at - begin > 1)
        take(hash, *begin, sign);
    else
        letter_hash_take(hash, sign.folded);
}

/* Reads the word that begins here, if one does; else takes one character. */
static bool read_word(struct reader *reader, struct letter_hash *hash) {
    struct character first = character_of(*reader->at);
    if (character_is_letter(first.class))
        read_letters(reader, hash);
    else if (first.class == character_digit)
        read_number(reader, hash);
    else if (first.class == character_sign)
        read_sign(reader, hash, first);
    else
        return reader->at++, false;
    return true;
}

/*
 * Decodes the text from `at` on, reads its words, and moves `at` to its end: before a byte of ASCII
 * that is no part of words, nor a point or comma that digits may follow. No word, and no sequence
 * of UTF-8, lies across.
 */
static bool read_region(struct sink *sink, const struct allocator *allocator,
                        const unsigned char *text, size_t length, size_t *at) {
    struct word_hashes *words = sink->words;
    size_t begin = *at, points_before = begin - sink->beyond;
    while (*at < length && (is_part(text[*at]) || ((text[*at] == '.' || text[*at] == ',') &&
                                                   *at + 1 < length && is_part(text[*at + 1]))))
        ++*at;
    if (!code_points_decode(&words->text, allocator, (const char *)text + begin, *at - begin))
        return false;
    struct reader reader = {words->text.values, words->text.values + words->text.count};
    while (reader.at < reader.end) {
        const uint32_t *from = reader.at;
        struct letter_hash hash = {0};
        if (read_word(&reader, &hash))
            add_word(sink, letter_hash_end(&hash),
                     points_before + (size_t)(from - words->text.values),
                     points_before + (size_t)(reader.at - words->text.values));
        if (interruption_after(words->interruption, (size_t)(reader.at - from)))
            return false;
    }
    sink->beyond += *at - begin - words->text.count;
    return true;
}

/*
 * Reads a number that is all ASCII, and moves `at` to its end. Returns false, and reads nothing, if
 * what follows may be a digit beyond ASCII.
 */
static inline bool read_ascii_number(struct sink *sink, const unsigned char *text, size_t length,
                                     size_t *at) {
    struct letter_hash hash = {0};
    size_t i = *at;
    while (i < length && is_ascii_digit(text[i])) {
        letter_hash_take(&hash, text[i++]);
        bool point = i + 1 < length && (text[i] == '.' || text[i] == ',');
        if (i < length && text[i + point] >= 0x80)
            return false;
        if (point && is_ascii_digit(text[i + 1]))
            letter_hash_take(&hash, text[i++]);
    }
    add_word(sink, letter_hash_end(&hash), *at - sink->beyond, i - sink->beyond);
    *at = i;
    return true;
}

enum { group = 8, window_read = window_size + group };

/* The hash of up to 64 of ASCII's letters and digits, a letter first. 8 bytes more can be read. */
static inline uint32_t hash_of_ascii(const unsigned char *bytes, unsigned count) {
    static const uint64_t all_small = UINT64_C(0x0101010101010101) * case_bit;
    uint64_t groups = 0;
    for (; count > group; count -= group, bytes += group)
        groups = letter_hash_group(groups, little_endian_load64(bytes) | all_small);
    uint64_t last = little_endian_load64(bytes) | all_small;
    return letter_hash_mix(letter_hash_group(groups, last & UINT64_MAX >> (64 - 8 * count)));
}

/*
 * Reads words of ASCII that end in the window at `at`, and moves `at` after it, or to the first
 * word that does not. Returns true if the word there must be read in another way.
 */
static inline bool read_window(struct sink *sink, const unsigned char *text, size_t length,
                               size_t *at) {
    unsigned char copy[window_read];
    const unsigned char *bytes = text + *at;
    if (length - *at < window_read) {
        memset(copy, 0, sizeof copy);
        bytes = memcpy(copy, bytes, length - *at);
    }
    struct window window = window_of(bytes);
    unsigned begin = window_size;
    bool other = false;
    for (uint64_t left = window.in_words; left; begin = window_size) {
        begin = lowest_bit(left);
        uint64_t behind = ~window.in_words & UINT64_MAX << begin;
        uint64_t until_end = (behind & (0 - behind)) - 1; /* all bits if there is no end */
        uint64_t beyond = window.beyond_ascii & until_end & UINT64_MAX << begin;
        other = beyond || is_ascii_digit(bytes[begin]) || (!behind && begin == 0);
        if (other || !behind)
            break;
        unsigned end = lowest_bit(behind);
        size_t point = *at - sink->beyond;
        add_word(sink, hash_of_ascii(bytes + begin, end - begin), point + begin, point + end);
        left &= ~until_end;
    }
    *at += begin;
    return other;
}

static inline bool read_text(struct word_hashes *words, bool placed,
                             const struct allocator *allocator, const unsigned char *text,
                             size_t length) {
    struct sink sink = {.words = words, .placed = placed};
    for (size_t at = 0; at < length;) {
        size_t begin = at;
        bool other = read_window(&sink, text, length, &at);
        if (other && is_ascii_digit(text[at]))
            other = !read_ascii_number(&sink, text, length, &at);
        if (other && !read_region(&sink, allocator, text, length, &at))
            return false;
        if (interruption_after(words->interruption, at - begin))
            return false;
    }
    return true;
}

/* A text has at most as many words as bytes. */
bool word_hashes_read(struct word_hashes *words, const struct allocator *allocator,
                      const char *utf8, size_t length) {
    words->count = 0;
    bool read = ARRAY_RESERVE(allocator, words->values, words->capacity, length) &&
                read_text(words, false, allocator, (const unsigned char *)utf8, length);
    assert(words->count <= length);
    if (!read)
        words->count = 0;
    return read;
}

static bool read_placed(struct word_hashes *words, const struct allocator *allocator,
                        const char *utf8, size_t length) {
    bool read = ARRAY_RESERVE(allocator, words->values, words->capacity, length) &&
                ARRAY_RESERVE(allocator, words->places, words->places_capacity, length) &&
                read_text(words, true, allocator, (const unsigned char *)utf8, length);
    assert(words->count <= length);
    return read;
}

/* Makes the text without marks, and sets `*length` to its bytes. */
static bool unmark(struct word_hashes *words, const struct allocator *allocator, const char *utf8,
                   size_t *length) {
    const struct code_points *kept = &words->marks.kept;
    if (!code_points_decode(&words->text, allocator, utf8, *length) ||
        !note_marks_remove(&words->marks, allocator, words->interruption, words->text.values,
                           words->text.count))
        return false;
    if (!ARRAY_RESERVE(allocator, words->unmarked, words->unmarked_capacity, 4 * kept->count))
        return false;
    *length = code_points_encode(kept->values, kept->count, words->unmarked);
    return true;
}

static bool read_unmarked(struct word_hashes *words, const struct allocator *allocator,
                          const char *utf8, size_t length) {
    if (!unmark(words, allocator, utf8, &length) ||
        !read_placed(words, allocator, words->unmarked, length))
        return false;
    const uint32_t *origins = words->marks.origins;
    for (size_t i = 0; i < words->count; i++) {
        struct word_place *place = &words->places[i];
        *place = (struct word_place){origins[place->begin], origins[place->end - 1] + 1};
    }
    return true;
}

bool word_hashes_read_placed(struct word_hashes *words, const struct allocator *allocator,
                             const char *utf8, size_t length) {
    assert(length < UINT32_MAX);
    words->count = 0;
    bool read = note_marks_may_occur(utf8, length) ? read_unmarked(words, allocator, utf8, length)
                                                   : read_placed(words, allocator, utf8, length);
    if (!read)
        words->count = 0;
    return read;
}

void word_hashes_free(struct word_hashes *words, const struct allocator *allocator) {
    code_points_free(&words->text, allocator);
    RELEASE(allocator, words->values, words->places);
    note_marks_free(&words->marks, allocator);
    allocator->release(words->unmarked);
    *words = (struct word_hashes){.interruption = words->interruption};
}
