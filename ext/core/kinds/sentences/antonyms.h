/*
 * antonyms.h - words that mean the opposite of each other: long and short, accept and reject.
 *
 * The words are data: antonyms/ has a file for each language that has some, derived from WordNet,
 * and its README.md says how. A word is found in any form that the endings of its language make of
 * it: "rejected", "shortest". An opposition has two sides, of which each may have many words, and a
 * word may stand on sides of several oppositions.
 *
 * Letters are folded (characters.h). A lookup takes constant time, since words are short.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a form ends with, and what its word has there: "ied" and "y". */
struct antonym_ending {
    const char *end, *instead;
    uint8_t end_length, instead_length; /* the first is not 0 */
};

/* The words of one language; numbers of words count from 1, and 0 means no word. */
struct antonyms {
    const char *letters;    /* of all words, one after another */
    const uint16_t *begins; /* where each word begins there, and where the last one ends */
    const uint16_t *first;  /* where the sides of each word begin */
    const uint16_t *sides;  /* 2 * opposition + side; the last of a word has the highest bit, too */
    const uint16_t *slots;  /* a hash table of numbers of words */
    size_t slot_count;      /* a power of two */
    const struct antonym_ending *endings; /* until one with NULL */
    const char *const *prefixes;          /* that make an opposite of any word; until NULL */
};

/* Generated: one for each file of antonyms/. */
extern const struct antonyms antonyms_english;

/* Where a word stands: as it is written, and without its ending; NULL if it is on no side. */
struct antonym_sides {
    const uint16_t *lists[2];
};

/* Where a word stands; nowhere if `antonyms` is NULL. */
struct antonym_sides antonyms_find(const struct antonyms *antonyms, const uint32_t *letters,
                                   size_t count);

/* Whether two words stand on different sides of an opposition, and nowhere on one side. */
bool antonym_sides_exclude(struct antonym_sides x, struct antonym_sides y);

/* Whether the longer word is the other one after a prefix: "unnamed" and "named". */
bool antonyms_negates(const struct antonyms *antonyms, const uint32_t *longer, size_t longer_count,
                      const uint32_t *shorter, size_t shorter_count);
