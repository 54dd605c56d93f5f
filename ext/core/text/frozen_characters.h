/*
 * frozen_characters.h - the Unicode character database as fold_text() and text_script() see it.
 *
 *   (1) It is that of Unicode 14.0 for good. Results of these functions may be stored and indexed,
 *       so they must not depend on the version of a library, nor of this program.
 *   (2) A character that Unicode 14.0 does not assign is frozen_text, has no mapping, and composes
 *       with none.
 *
 * generate_frozen_tables.py makes the tables. A lookup is a binary search among the entries of the
 * 128 code points around it: a few nanoseconds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    frozen_no_script, /* that of symbols like letters, and of what is no letter */
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

/*
 * The text that a character stands for, perhaps an empty one, or NULL if it stands for itself. A
 * mapping is used if `options` has what it needs; its text may have mappings itself. `*needs` is
 * what it needed.
 */
const uint32_t *frozen_mapping_of(uint32_t point, unsigned options, size_t *length,
                                  unsigned *needs);

/* Characters in the longest mapping, and in what is left to be mapped when one follows another. */
enum { frozen_mapping_max = 18, frozen_expansion_max = 32 };

/* The canonical composition of two characters, or 0 if there is none. */
uint32_t frozen_composition(uint32_t first, uint32_t second);

/* The English name that Unicode gives a script, such as "Latin"; NULL for frozen_no_script. */
const char *frozen_script_name(unsigned script);
