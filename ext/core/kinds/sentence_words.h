/*
 * sentence_words.h - a text as a sequence of words, numbers and marks, as numbers to compare.
 *
 * A word is a letter and all letters, marks and digits behind it, a number a run of digits with
 * single points or commas between them, and every other character that is no white space stands
 * alone: so do the characters of scripts that write no spaces, such as Han, Hiragana or Thai. These
 * are the word boundaries of UAX #29 (Unicode Text Segmentation) with two exceptions, for the sake
 * of small differences: letters part from the digits before them ("1990s", "3rd"), apostrophes and
 * full stops from letters ("don't", "U.S.").
 *
 * Words that are equal when they are folded (characters.h) have one symbol, a small number. Words
 * of several texts can be compared when they got their symbols from one table. Memory is linear in
 * the texts, and so is the time but for words that somebody has chosen so that their hashes meet.
 */
#ifndef NEARDUP_SENTENCE_WORDS_H
#define NEARDUP_SENTENCE_WORDS_H

#include "../base/interruption.h"
#include "../text/code_points.h"
#include "vocabulary.h"

/* What all words of one folded form have in common. */
struct symbol {
    uint32_t begin, length; /* its folded letters, in `letters` of the table */
    uint32_t hash;
    uint32_t plain;   /* the symbol of its letters without diacritics; often its own */
    uint16_t meaning; /* in the vocabulary, or 0 */
};

/* Begins as all zeroes; emptied by symbols_reset(), released by symbols_free(). */
struct symbols {
    struct symbol *items;
    uint32_t *letters; /* of all symbols */
    uint32_t *slots;   /* hash table of the items: index + 1, or 0 */
    size_t count, letter_count, slot_count;
    size_t capacity, letter_capacity, slot_capacity;
    struct interruption *interruption; /* may be NULL */
};

/* Forgets all symbols and keeps the memory. False when memory runs out. */
bool symbols_reset(struct symbols *symbols, const struct allocator *allocator);

void symbols_free(struct symbols *symbols, const struct allocator *allocator);

static inline const struct vocabulary_word *symbol_meaning(const struct symbols *symbols,
                                                           uint32_t symbol) {
    return &vocabulary_words[symbols->items[symbol].meaning];
}

enum word_kind { word_letters, word_number, word_mark };

struct word {
    uint32_t begin, length; /* where it stands in the text, in code points */
    uint32_t roles;         /* in the vocabulary */
    uint8_t kind;
    bool capital; /* begins with a capital letter */
    bool shouted; /* begins so, and has no small letter */
    bool named;   /* for those who note which words are part of a name; begins as false */
};

/* Begins as all zeroes; owned by whoever declares it, released by words_free(). */
struct words {
    struct code_points text;
    struct word *items;
    uint32_t *symbols; /* of the items */
    size_t count, capacity, symbol_capacity;
};

/*
 * Replaces `words` by those of `length` bytes of `utf8`. False when memory runs out or the
 * interruption of `symbols` says so, or where there are 2^31 of code points or more.
 */
bool words_split(struct words *words, struct symbols *symbols, const struct allocator *allocator,
                 const char *utf8, size_t length);

void words_free(struct words *words, const struct allocator *allocator);

/* Whether a word denies: not, never ..., and the t that is left of "not" behind an apostrophe. */
bool words_deny(const struct words *words, const struct symbols *symbols, size_t at);

/* Where the word ends, in code points. */
static inline size_t word_end(const struct word *word) {
    return (size_t)word->begin + word->length;
}

#endif
