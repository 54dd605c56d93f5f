/* sentence_words.c - see sentence_words.h. */
#include "sentence_words.h"

#include "../text/characters.h"

#include <string.h> /* memcmp, memset */

enum { slots_at_least = 256 };

static bool make_slots(struct symbols *symbols, const struct allocator *allocator, size_t count) {
    uint32_t *slots =
        allocator_grow(allocator, symbols->slots, &symbols->slot_capacity, count, sizeof *slots);
    if (!slots)
        return false;
    symbols->slots = slots;
    symbols->slot_count = count;
    memset(slots, 0, count * sizeof *slots);
    return true;
}

bool symbols_reset(struct symbols *symbols, const struct allocator *allocator) {
    symbols->count = symbols->letter_count = 0;
    return make_slots(symbols, allocator, slots_at_least);
}

void symbols_free(struct symbols *symbols, const struct allocator *allocator) {
    allocator->release(symbols->items);
    allocator->release(symbols->letters);
    allocator->release(symbols->slots);
    *symbols = (struct symbols){0};
}

/*
 * Twice the slots. What stands in them is found by the hashes that the symbols keep. False when
 * memory runs out, or interrupted.
 */
static bool grow_slots(struct symbols *symbols, const struct allocator *allocator) {
    if (!make_slots(symbols, allocator, symbols->slot_count * 2))
        return false;
    for (size_t i = 0; i < symbols->count; i++) {
        size_t slot = symbols->items[i].hash & (symbols->slot_count - 1);
        size_t tried = 1;
        for (; symbols->slots[slot]; tried++)
            slot = (slot + 1) & (symbols->slot_count - 1);
        symbols->slots[slot] = (uint32_t)i + 1;
        if (interruption_after(symbols->interruption, tried))
            return false;
    }
    return true;
}

static bool grow_symbols(struct symbols *symbols, const struct allocator *allocator) {
    struct symbol *items = allocator_grow(allocator, symbols->items, &symbols->capacity,
                                          symbols->count + 1, sizeof *items);
    if (!items)
        return false;
    symbols->items = items;
    return symbols->count < symbols->slot_count / 2 || grow_slots(symbols, allocator);
}

static inline uint64_t hash_step(uint64_t hash, uint32_t letter) {
    return (hash ^ letter) * UINT64_C(0x9E3779B97F4A7C15);
}

static bool same_letters(const struct symbols *symbols, const struct symbol *symbol,
                         const uint32_t *letters, size_t length) {
    return symbol->length == length &&
           memcmp(symbols->letters + symbol->begin, letters, length * sizeof *letters) == 0;
}

/*
 * The symbol of the `length` letters at the end of the table's own, which are taken off if known.
 */
static bool find_symbol(struct symbols *symbols, const struct allocator *allocator, size_t length,
                        uint64_t letters_hash, uint32_t *found) {
    const uint32_t *letters = symbols->letters + symbols->letter_count;
    uint32_t hash = (uint32_t)(letters_hash ^ letters_hash >> 32);
    if (!grow_symbols(symbols, allocator))
        return false;
    size_t slot = hash & (symbols->slot_count - 1);
    for (; symbols->slots[slot]; slot = (slot + 1) & (symbols->slot_count - 1)) {
        *found = symbols->slots[slot] - 1;
        if (symbols->items[*found].hash == hash &&
            same_letters(symbols, &symbols->items[*found], letters, length))
            return !interruption_after(symbols->interruption, 1);
        if (interruption_after(symbols->interruption, 1))
            return false;
    }
    *found = (uint32_t)symbols->count++;
    symbols->slots[slot] = *found + 1;
    symbols->items[*found] = (struct symbol){.begin = (uint32_t)symbols->letter_count,
                                             .length = (uint32_t)length,
                                             .hash = hash,
                                             .plain = *found,
                                             .meaning = vocabulary_find(letters, length)};
    symbols->letter_count += length;
    return true;
}

/* Has room for `more` letters. */
static bool grow_letters(struct symbols *symbols, const struct allocator *allocator, size_t more) {
    uint32_t *letters = allocator_grow(allocator, symbols->letters, &symbols->letter_capacity,
                                       symbols->letter_count + more, sizeof *letters);
    if (!letters || symbols->letter_count + more > INT32_MAX)
        return false;
    symbols->letters = letters;
    return true;
}

/* Finds the symbol of the plain form of one that is new and has letters beyond ASCII. */
static bool find_plain(struct symbols *symbols, const struct allocator *allocator,
                       uint32_t symbol) {
    size_t begin = symbols->items[symbol].begin, length = symbols->items[symbol].length;
    if (!grow_letters(symbols, allocator, length))
        return false;
    uint32_t *plain = symbols->letters + symbols->letter_count;
    uint64_t hash = 0;
    uint32_t found;
    size_t left = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t letter = symbols->letters[begin + i];
        if (letter >= 0x80 && character_of(letter).class == character_mark)
            continue;
        plain[left] = character_plain(letter);
        hash = hash_step(hash, plain[left++]);
    }
    if (!find_symbol(symbols, allocator, left, hash, &found))
        return false;
    symbols->items[symbol].plain = found;
    return true;
}

void words_free(struct words *words, const struct allocator *allocator) {
    code_points_free(&words->text, allocator);
    allocator->release(words->items);
    allocator->release(words->symbols);
    *words = (struct words){0};
}

/* A word on its way: what was read of it stands behind the letters of the table. */
struct reading {
    const uint32_t *points;
    size_t at, count; /* of the points */
    uint32_t *letters;
    uint64_t hash;
    uint32_t begin, length;
    enum word_kind kind;
    bool capital, shouted, beyond_ascii;
};

static inline void take(struct reading *reading, uint32_t folded) {
    reading->letters[reading->length++] = folded;
    reading->hash = hash_step(reading->hash, folded);
    reading->at++;
}

static bool is_letter(enum character_class class) {
    return class == character_upper || class == character_lower || class == character_letter;
}

static void read_marks(struct reading *reading) {
    for (; reading->at < reading->count; take(reading, reading->points[reading->at])) {
        uint32_t point = reading->points[reading->at];
        if (point < 0x80 || character_of(point).class != character_mark)
            return;
        reading->beyond_ascii = true;
    }
}

/* Most letters: those of ASCII. What changes with each is kept out of memory. */
static void read_plain_letters(struct reading *reading) {
    const uint32_t *points = reading->points + reading->at;
    uint32_t *letters = reading->letters + reading->length;
    size_t left = reading->count - reading->at, i = 0;
    uint64_t hash = reading->hash;
    uint32_t small = 0;
    for (; i < left && (points[i] | 0x20) - 'a' < 26; i++) {
        uint32_t letter = points[i] | 0x20;
        small |= points[i] & 0x20;
        letters[i] = letter;
        hash = hash_step(hash, letter);
    }
    reading->hash = hash;
    reading->at += i;
    reading->length += (uint32_t)i;
    reading->shouted &= !small;
}

static void read_letters(struct reading *reading) {
    read_plain_letters(reading);
    while (reading->at < reading->count) {
        uint32_t point = reading->points[reading->at];
        struct character character = character_of(point);
        if (!is_letter(character.class) && character.class != character_mark &&
            character.class != character_digit)
            return;
        reading->beyond_ascii |= point >= 0x80;
        reading->shouted &= character.class != character_lower;
        take(reading, character.folded);
    }
}

static bool is_digit_at(const struct reading *reading, size_t at) {
    return at < reading->count && character_of(reading->points[at]).class == character_digit;
}

static void read_digits(struct reading *reading) {
    while (is_digit_at(reading, reading->at)) {
        take(reading, reading->points[reading->at]);
        uint32_t next = reading->at < reading->count ? reading->points[reading->at] : 0;
        if ((next == '.' || next == ',') && is_digit_at(reading, reading->at + 1))
            take(reading, next);
    }
}

/* Reads the word that begins with `first`, which is no white space. */
static void read_word(struct reading *reading, struct character first) {
    reading->hash = 0;
    reading->begin = (uint32_t)reading->at;
    reading->length = 0;
    reading->kind = word_letters;
    reading->capital = reading->shouted = first.class == character_upper;
    reading->beyond_ascii = false;
    if (first.class == character_digit) {
        reading->kind = word_number;
        read_digits(reading);
    } else if (is_letter(first.class)) {
        read_letters(reading);
    } else {
        reading->kind = first.class == character_sign ? word_letters : word_mark;
        take(reading, first.folded);
        read_marks(reading);
    }
}

static bool grow_words(struct words *words, const struct allocator *allocator) {
    struct word *items =
        allocator_grow(allocator, words->items, &words->capacity, words->count + 1, sizeof *items);
    if (items)
        words->items = items;
    uint32_t *symbols = allocator_grow(allocator, words->symbols, &words->symbol_capacity,
                                       words->count + 1, sizeof *symbols);
    if (symbols)
        words->symbols = symbols;
    return items && symbols;
}

/* A fraction in one character is a number, whatever its letters are. */
static bool add_word(struct words *words, struct symbols *symbols,
                     const struct allocator *allocator, const struct reading *reading) {
    size_t known = symbols->count;
    uint32_t symbol;
    if (!grow_words(words, allocator) ||
        !find_symbol(symbols, allocator, reading->length, reading->hash, &symbol))
        return false;
    if (reading->beyond_ascii && symbol >= known && !find_plain(symbols, allocator, symbol))
        return false;
    uint32_t roles = symbol_meaning(symbols, symbol)->roles;
    words->items[words->count] = (struct word){
        .begin = reading->begin,
        .length = (uint32_t)(reading->at - reading->begin),
        .roles = roles,
        .kind = (uint8_t)(roles & vocabulary_fraction ? word_number : reading->kind),
        .capital = reading->capital,
        .shouted = reading->shouted,
    };
    words->symbols[words->count++] = symbol;
    return true;
}

bool words_split(struct words *words, struct symbols *symbols, const struct allocator *allocator,
                 const char *utf8, size_t length) {
    words->count = 0;
    /* There are arrays even where there are no words: who aligns them points into them. */
    if (!grow_words(words, allocator) ||
        !code_points_decode(&words->text, allocator, utf8, length) || words->text.count > INT32_MAX)
        return false;
    struct reading reading = {.points = words->text.values, .count = words->text.count};
    while (reading.at < reading.count) {
        struct character first = character_of(reading.points[reading.at]);
        if (first.class == character_space) {
            reading.at++;
            continue;
        }
        if (!grow_letters(symbols, allocator, reading.count - reading.at))
            return false;
        reading.letters = symbols->letters + symbols->letter_count;
        read_word(&reading, first);
        if (!add_word(words, symbols, allocator, &reading))
            return false;
    }
    return true;
}

static bool is_one(const struct words *words, const struct symbols *symbols, size_t at,
                   uint32_t letter) {
    const struct symbol *symbol = &symbols->items[words->symbols[at]];
    return symbol->length == 1 && symbols->letters[symbol->begin] == letter;
}

bool words_deny(const struct words *words, const struct symbols *symbols, size_t at) {
    return words->items[at].roles & vocabulary_negation ||
           (at > 0 && is_one(words, symbols, at, 't') && is_one(words, symbols, at - 1, '\''));
}
