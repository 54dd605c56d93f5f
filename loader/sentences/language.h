/*
 * language.h - what the sentence splitter knows about a language.
 *
 * The knowledge is data: languages/<code>.txt, described in languages/README.md, which
 * languages/generate.sh turns into a C source at build time, hash tables and all. Here is only its
 * shape, and the search for a word.
 */
#ifndef NEARDUP_LANGUAGE_H
#define NEARDUP_LANGUAGE_H

#include <stddef.h>

/* The roles a word can play; languages/README.md says what each does. */
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
    language_period_pause = 1 << 1  /* a lone period separates no sentences */
};

struct language_word {
    const char *word; /* without a stop at its end */
    unsigned roles;   /* of enum language_role */
};

struct language {
    const char *code;
    const char *stops; /* characters that end sentences in this language only, ASCII */
    unsigned rules;    /* of enum language_rule */
    const struct language_word *words; /* in the order of their bytes */
    size_t slot_count;                 /* a power of two, or 0 where there are no words */
    const unsigned short *slots;       /* a hash table: the word's number plus one, 0 for none */
};

/* The table for `code`, or an empty one. */
const struct language *language_find(const char *code);

/*
 * The roles of a word, a bit each: 0 for a word that has none. `word` ends in a zero byte.
 * O(1) in the number of words.
 */
unsigned language_roles(const struct language *language, const char *word);

/* Generated. */
extern const struct language language_tables[];
extern const size_t language_table_count;

#endif
