/*
 * vocabulary.h - what is known about words: numbers, months, units, negations, opposites ...
 *
 * The words are data: vocabulary/ has a file for each language, and its README.md says what the
 * roles mean. All languages form one list. A word is looked up by its folded form (characters.h).
 */
#ifndef NEARDUP_VOCABULARY_H
#define NEARDUP_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

enum {
    vocabulary_number = 1 << 0,
    vocabulary_tens = 1 << 1,
    vocabulary_scale = 1 << 2,
    vocabulary_fraction = 1 << 3,
    vocabulary_ordinal = 1 << 4,
    vocabulary_ending = 1 << 5,
    vocabulary_century = 1 << 6,
    vocabulary_month = 1 << 7,
    vocabulary_also_verb = 1 << 8,
    vocabulary_before_month = 1 << 9,
    vocabulary_part = 1 << 10,
    vocabulary_of = 1 << 11,
    vocabulary_and = 1 << 12,
    vocabulary_square = 1 << 13,
    vocabulary_least = 1 << 14,
    vocabulary_more = 1 << 15,
    vocabulary_than = 1 << 16,
    vocabulary_unit = 1 << 17,
    vocabulary_function = 1 << 18,
    vocabulary_hedge = 1 << 19,
    vocabulary_negation = 1 << 20,
    vocabulary_subject = 1 << 21,
    vocabulary_subordinate = 1 << 22,
    vocabulary_finite = 1 << 23,
    vocabulary_participle_of_citation = 1 << 24,
    vocabulary_citation = 1 << 25,
    vocabulary_page = 1 << 26,
    vocabulary_publisher = 1 << 27,
    vocabulary_determiner = 1 << 28,
    vocabulary_preposition = 1 << 29,
    vocabulary_opposite = 1 << 30
};

#define vocabulary_superlative (UINT32_C(1) << 31) /* too large for a constant of an enum */

/* What a unit measures. */
enum dimension {
    dimension_none,
    dimension_length,
    dimension_area,
    dimension_mass,
    dimension_percent,
    dimension_time
};

/* What a word that excludes others is about. */
enum opposite_kind {
    opposite_none,
    opposite_place,
    opposite_quantity,
    opposite_status,
    opposite_person,
    opposite_thing,
    opposite_time,
    opposite_tense
};

enum { vocabulary_letters_max = 16 };

struct vocabulary_word {
    uint32_t letters[vocabulary_letters_max];
    uint32_t length;
    uint32_t roles;     /* a set of the bits above */
    double value;       /* of a number, an ordinal, a month (1 to 12) or a part (0, 1) */
    double factor;      /* of a unit, in the first unit of its dimension */
    uint8_t dimension;  /* of a unit */
    uint8_t opposition; /* two words of one opposition exclude each other ... */
    uint8_t side;       /* ... if they are on different sides of it */
    uint8_t opposite_kind;
};

/* Generated. Number 0 stands for every unknown word: it has no role. */
extern const struct vocabulary_word vocabulary_words[];
extern const uint16_t vocabulary_slots[];
extern const size_t vocabulary_slot_count;

/* The number of a folded word, or 0 if it is unknown. */
uint16_t vocabulary_find(const uint32_t *letters, size_t length);

#endif
