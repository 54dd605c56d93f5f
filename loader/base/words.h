/* words.h - words in one string, "gif|jpeg|png", in time linear in it; and in hash tables. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The number of the word that text[0, length) is, from 1; 0 if it is not among the words. */
size_t words_find(const char *words, const char *text, size_t length);

/* The same, but ASCII capitals in the text count as small letters. The words have none. */
size_t words_find_any_case(const char *words, const char *text, size_t length);

/* The length of the first word that text[0, length) begins with, or ends in; else 0. */
size_t words_begin(const char *words, const char *text, size_t length);
size_t words_begin_any_case(const char *words, const char *text, size_t length);
size_t words_end_any_case(const char *words, const char *text, size_t length);

/* The next word of a list, which becomes what follows. False after the last one. */
static inline bool words_next(const char **words, const char **word, size_t *length) {
    const char *end = *words;
    while (*end && *end != '|')
        end++;
    *word = *words;
    *length = (size_t)(end - *words);
    *words = *end ? end + 1 : end;
    return *length > 0;
}

/*
 * A hash table that data_files.awk generates: a power of two slots, at least half of them unused. A
 * slot holds the number of a word, from 1, or 0. The word is in the slot of its hash modulo their
 * number, or in a following one before the next unused; the first follows the last.
 */
struct word_table {
    const char *const *words;
    const unsigned short *slots;
    size_t slot_count; /* 0 if there are no words */
};

/* The number of the word that text[0, length) is, from 1; else 0. Constant time on average. */
size_t word_table_find(const struct word_table *table, const char *text, size_t length);
