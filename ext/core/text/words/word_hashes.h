/*
 * word_hashes.h - the words and numbers of a text as 32-bit hashes, in the order of the text.
 *
 *   (1) Words end where kinds/sentences/sentence_words.h lets them end. Marks are left out.
 *   (2) The hash is that of the word's plain form (characters.h), without case and diacritics:
 *       "Café", "CAFE" and "cafe" are one word. It equals words_hash() of the same word.
 *   (3) Every sequence of bytes is a text (code_points.h).
 *
 * Time and memory are linear in the text: about 1 ns a character in a text of ASCII, and at most 8
 * bytes of memory that the next text reuses. Places take half as much again, and 8 more bytes.
 */
#pragma once

#include "../../base/interruption.h"
#include "../note_marks.h"

/* Where a word is in its text: its first code point, from 0, and the one after its last. */
struct word_place {
    uint32_t begin, end;
};

/* Begins as all zeroes; released by word_hashes_free(). */
struct word_hashes {
    uint32_t *values;
    struct word_place *places; /* of the words, if these were read with places */
    size_t count, capacity, places_capacity;
    struct code_points text;
    struct note_marks marks; /* and the text without them, for words with places */
    char *unmarked;
    size_t unmarked_capacity;
    struct interruption *interruption; /* may be NULL */
};

/* Replaces `words` by those of `length` bytes of `utf8`. False: no memory, or interrupted. */
bool word_hashes_read(struct word_hashes *words, const struct allocator *allocator,
                      const char *utf8, size_t length);

/*
 * The same of what note_marks_remove() keeps, and where the words are in the text as it is. The
 * text must have less than UINT32_MAX bytes.
 */
bool word_hashes_read_placed(struct word_hashes *words, const struct allocator *allocator,
                             const char *utf8, size_t length);

/* Releases the memory and keeps the interruption. */
void word_hashes_free(struct word_hashes *words, const struct allocator *allocator);
