/*
 * language.h - what the sentence splitter knows about a language: languages/CODE.txt, of which
 * generate_languages.awk makes C.
 */
#pragma once

#include "../base/words.h"

/* The roles of words; languages/README.md explains each. */
enum language_role {
    language_title = 1 << 0,
    language_number = 1 << 1,
    language_name = 1 << 2,
    language_unit = 1 << 3,
    language_time = 1 << 4,
    language_final = 1 << 5,
    language_shout = 1 << 6,
    language_starter = 1 << 7,
    language_opener = 1 << 8,
    language_label = 1 << 9,
    language_speech = 1 << 10,
    language_capital = 1 << 11,
    language_follow = 1 << 12
};

enum language_rule {
    language_ordinal_stop = 1 << 0, /* "3." is "third" */
    language_period_pause = 1 << 1  /* a single period does not end a sentence */
};

struct language {
    const char *code;
    const char *stops;           /* ASCII characters that end sentences in this language only */
    unsigned rules;              /* of enum language_rule */
    struct word_table words;     /* without their final stops */
    const unsigned short *roles; /* of each, of enum language_role */
};

/* The language with that code (language_code.h); if it has no file, a language without words. */
const struct language *language_find(const char *code);

/* The roles of a word as a set of bits; 0 if it has none. Constant time on average. */
unsigned language_roles(const struct language *language, const char *word);

/* Generated. */
extern const struct language language_tables[];
extern const size_t language_table_count;
