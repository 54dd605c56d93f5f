/*
 * vocabulary.h - what is known about words: numbers, months, units, negations, opposites ...
 *
 * The words are data: vocabulary/ has a file for each language, and its README.md says what the
 * roles mean. A word is looked up by its folded form (characters.h) in the vocabulary of the
 * language of its text.
 */
#pragma once

#include "antonyms.h"

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
#define vocabulary_citation_part (UINT64_C(1) << 46)
#define vocabulary_periodical (UINT64_C(1) << 47)
#define vocabulary_joint (UINT64_C(1) << 48)
#define vocabulary_piece (UINT64_C(1) << 49)
#define vocabulary_suffix (UINT64_C(1) << 50)
#define vocabulary_ordinal_ending (UINT64_C(1) << 51)
#define vocabulary_before_ordinal (UINT64_C(1) << 52)
#define vocabulary_decade (UINT64_C(1) << 53)
#define vocabulary_before_decade (UINT64_C(1) << 54)
#define vocabulary_year_mark (UINT64_C(1) << 55)
#define vocabulary_month_mark (UINT64_C(1) << 56)
#define vocabulary_day_mark (UINT64_C(1) << 57)
#define vocabulary_contracted (UINT64_C(1) << 58)
#define vocabulary_whole (UINT64_C(1) << 59)
#define vocabulary_article (UINT64_C(1) << 61)
#define vocabulary_ends_negation (UINT64_C(1) << 62)
#define vocabulary_begins (UINT64_C(1) << 60) /* longer words of the vocabulary */

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
    opposite_tense,
    opposite_gender
};

enum { vocabulary_letters_max = 24 };

struct vocabulary_word {
    const uint32_t *letters;
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

/* What two standards write in one place of a word: our, or. See vocabulary/README.md. */
struct spelling {
    const char *one, *other;
    size_t common; /* letters that both begin with */
};

/* The words of one language, and how it writes numbers and dates. */
struct vocabulary {
    const char *code; /* ISO 639-1, such as "en" */
    const struct vocabulary_word
        *words;            /* number 0 stands for every unknown word: it has no role */
    const uint16_t *slots; /* a hash table of their numbers */
    size_t slot_count;
    const struct antonyms *antonyms;  /* or NULL */
    const struct spelling *spellings; /* until one of NULL; or NULL */
    uint64_t compounds;  /* where numbers are one word (siebenundzwanzig): a bit for each beginning
                            of  such a word, see vocabulary_compound_bit(); otherwise 0 */
    const char *decimal; /* the marks before decimals: some of "." and "," */
    const char *group;   /* what may separate three digits from the next three: ".", "," and " " */
    bool dot_ordinals;   /* a full stop after digits makes an ordinal: 3. Oktober */
    bool phrases;        /* some words consist of several that sentence_words.h would split */
    bool capital_nouns;  /* nouns begin with a capital, not only names */
    bool small_months;   /* months begin with a small letter */
};

/*
 * The vocabulary of a language, by its code (language_code.h), such as "de" or "PT_br". That of an
 * unknown language has no words. Never NULL.
 */
const struct vocabulary *vocabulary_for(const char *code, size_t length);

/* The number of a folded word, or 0 if it is unknown. */
uint16_t vocabulary_find(const struct vocabulary *vocabulary, const uint32_t *letters,
                         size_t length);

static inline const struct vocabulary_word *
vocabulary_lookup(const struct vocabulary *vocabulary, const uint32_t *letters, size_t length) {
    return &vocabulary->words[vocabulary_find(vocabulary, letters, length)];
}

/* Which bit of `compounds` stands for the first two letters; other letters may share it. */
static inline unsigned vocabulary_compound_bit(const uint32_t *letters) {
    return (letters[0] * 7 + letters[1]) % 64; /* as generate_vocabulary.awk computes it */
}

/* Generated: all languages. The last one has no code and no words. */
extern const struct vocabulary vocabularies[];
extern const size_t vocabulary_count;

/* Generated: the words that tell languages apart; a role is a bit for a place in vocabularies[]. */
enum { vocabularies_max = 64 };
extern const struct vocabulary vocabulary_of_languages;
