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

/* The roles of a word: a set of 64 bits, which is more than a constant of an enum can hold. */
#define vocabulary_number (UINT64_C(1) << 0)
#define vocabulary_tens (UINT64_C(1) << 1)
#define vocabulary_scale (UINT64_C(1) << 2)
#define vocabulary_fraction (UINT64_C(1) << 3)
#define vocabulary_ordinal (UINT64_C(1) << 4)
#define vocabulary_ending (UINT64_C(1) << 5)
#define vocabulary_century (UINT64_C(1) << 6)
#define vocabulary_month (UINT64_C(1) << 7)
#define vocabulary_also_verb (UINT64_C(1) << 8)
#define vocabulary_before_month (UINT64_C(1) << 9)
#define vocabulary_part (UINT64_C(1) << 10)
#define vocabulary_of (UINT64_C(1) << 11)
#define vocabulary_and (UINT64_C(1) << 12)
#define vocabulary_square (UINT64_C(1) << 13)
#define vocabulary_least (UINT64_C(1) << 14)
#define vocabulary_more (UINT64_C(1) << 15)
#define vocabulary_than (UINT64_C(1) << 16)
#define vocabulary_unit (UINT64_C(1) << 17)
#define vocabulary_function (UINT64_C(1) << 18)
#define vocabulary_hedge (UINT64_C(1) << 19)
#define vocabulary_negation (UINT64_C(1) << 20)
#define vocabulary_subject (UINT64_C(1) << 21)
#define vocabulary_subordinate (UINT64_C(1) << 22)
#define vocabulary_finite (UINT64_C(1) << 23)
#define vocabulary_participle_of_citation (UINT64_C(1) << 24)
#define vocabulary_citation (UINT64_C(1) << 25)
#define vocabulary_page (UINT64_C(1) << 26)
#define vocabulary_publisher (UINT64_C(1) << 27)
#define vocabulary_determiner (UINT64_C(1) << 28)
#define vocabulary_preposition (UINT64_C(1) << 29)
#define vocabulary_opposite (UINT64_C(1) << 30)
#define vocabulary_superlative (UINT64_C(1) << 31)
#define vocabulary_quantifier (UINT64_C(1) << 32)
#define vocabulary_alias (UINT64_C(1) << 33)
#define vocabulary_rank (UINT64_C(1) << 34)
#define vocabulary_before_number (UINT64_C(1) << 35)
#define vocabulary_most (UINT64_C(1) << 36)
#define vocabulary_less (UINT64_C(1) << 37)
#define vocabulary_share (UINT64_C(1) << 38)
#define vocabulary_clause (UINT64_C(1) << 39)
#define vocabulary_to (UINT64_C(1) << 40)
#define vocabulary_between (UINT64_C(1) << 41)
#define vocabulary_only (UINT64_C(1) << 42)
#define vocabulary_vague (UINT64_C(1) << 43)
#define vocabulary_longer (UINT64_C(1) << 44)
#define vocabulary_compass (UINT64_C(1) << 45)

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
    uint64_t roles;     /* a set of the bits above */
    double value;       /* of a number, an ordinal, a month (1 to 12), a part (0 to 1), a quantifier
                           or a share; the number of the group of an alias */
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
