/*
 * characters.h - what Unicode 14.0 says of a code point.
 *
 *   (1) That version stays: signatures of scheme 'words' and results of fold_text() are stored.
 *   (2) A character that it does not assign is character_other or as its neighbour, and
 *       frozen_text, has no mapping, and composes with none.
 *
 * generate_characters.py makes the tables: runs of equal code points in blocks of 128, of which a
 * lookup reads few: some nanoseconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- As words and sentences see them --------------------------------------------------------- */

enum character_class {
    character_other, /* punctuation, symbols, controls */
    character_space, /* white space, and format characters */
    character_digit, /* decimal digits of any script */
    character_upper, /* including letters in title case */
    character_lower,
    character_letter, /* without case; includes numerals such as Ⅷ and ½ */
    character_mark,   /* combines with the character before it */
    character_sign    /* of a script without spaces between words: a word of its own */
};

struct character {
    uint8_t class;   /* enum character_class */
    bool format;     /* a format character, which a reader does not see */
    uint32_t folded; /* the same for all cases of a letter, and for all shapes of a dash or quote */
};

extern const uint8_t character_ascii_classes[128];

/* character_of() for code points beyond ASCII. */
struct character character_search(uint32_t point);

static inline struct character character_of(uint32_t point) {
    if (point >= sizeof character_ascii_classes)
        return character_search(point);
    uint8_t class = character_ascii_classes[point];
    return (struct character){class, false, class == character_upper ? point + ('a' - 'A') : point};
}

static inline bool character_is_letter(enum character_class class) {
    return class >= character_upper && class <= character_letter;
}

/* Whether it can go on with a word that a letter begins: a letter, a digit or a mark. */
static inline bool character_goes_on(enum character_class class) {
    return class >= character_digit && class <= character_mark;
}

/* A folded letter without diacritics: e for é, l for ł. Any other character as it is. */
uint32_t character_plain(uint32_t folded);

/* The value of a digit of any script. `point` must be of class character_digit. */
unsigned character_digit_value(uint32_t point);

/* ---- As folding sees them -------------------------------------------------------------------- */

/* What can be folded. A canonical mapping needs none of them. */
enum fold_option {
    fold_canonical = 0,
    fold_case = 1,
    fold_width = 2,
    fold_accents = 4,
    fold_punctuation = 8,
    fold_space = 16,
    fold_digits = 32
};

enum frozen_class {
    frozen_text,       /* letters, numerals, private and unassigned characters */
    frozen_digit,      /* decimal digits of any script */
    frozen_mark,       /* combines with the character before it */
    frozen_accent,     /* a mark that is an accent on letters of some scripts; never a starter */
    frozen_point,      /* a mark that is always an accent: Hebrew points, Arabic vowels */
    frozen_invisible,  /* of width zero: joiners, soft hyphens, directions, variation selectors */
    frozen_space,      /* white space and controls */
    frozen_sign,       /* means something by itself: %, #, &, currencies, mathematics, emoji */
    frozen_apostrophe, /* in all shapes */
    frozen_dash,       /* in all shapes; hyphens and minus signs too */
    frozen_joiner,     /* stays between two digits: . , : / and others */
    frozen_other       /* other punctuation and symbols */
};

/* Whether a character of this class belongs to the one before it. */
static inline bool frozen_class_is_mark(enum frozen_class class) {
    return class == frozen_mark || class == frozen_accent || class == frozen_point;
}

/* The others have numbers too, but no names here. */
enum frozen_script {
    frozen_no_script, /* of symbols like letters, and of other characters */
    frozen_latin,
    frozen_greek,
    frozen_cyrillic,
    frozen_han,
    frozen_hiragana,
    frozen_katakana,
    frozen_scripts_max = 160 /* more than there are */
};

struct frozen_character {
    uint8_t class;       /* enum frozen_class */
    uint8_t combining;   /* Canonical_Combining_Class */
    uint8_t script;      /* enum frozen_script */
    bool joins_previous; /* may be the second of a canonical composition */
};

struct frozen_character frozen_character_of(uint32_t point);

/* Characters in the longest mapping, and in what is left to be mapped when one follows another. */
enum { frozen_mapping_max = 18, frozen_expansion_max = 32 };

/*
 * Sets `text` to the `*length` characters, perhaps none, that a character stands for, or returns
 * false if it stands for itself. A mapping is used if `options` has what it needs; its text may
 * have mappings itself. `*needs` is what it needed.
 */
bool frozen_mapping_of(uint32_t point, unsigned options, uint32_t text[frozen_mapping_max],
                       size_t *length, unsigned *needs);

/* The canonical composition of two characters, or 0 if there is none. */
uint32_t frozen_composition(uint32_t first, uint32_t second);

/* The English name that Unicode gives a script, such as "Latin"; NULL for frozen_no_script. */
const char *frozen_script_name(unsigned script);
