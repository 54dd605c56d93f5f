/*
 * symbol_table.h - a small number for each distinct word, so that words compare as integers.
 *
 * Two words have the same symbol if their folded forms (characters.h) are equal. Symbols from one
 * table can be compared with each other; symbols from different tables cannot. A lookup takes
 * expected constant time. Words chosen to collide make it slower; it can be interrupted.
 */
#pragma once

#include "../../base/allocator.h"
#include "../../base/interruption.h"
#include "../../text/words/letter_hash.h"
#include "vocabulary.h"

#include <assert.h>
#include <string.h> /* strlen */

/* A run of code points in memory owned elsewhere. */
struct letter_slice {
    const uint32_t *values;
    size_t count;
};

/* Whether the letters end with these, which are ASCII. */
static inline bool letter_slice_ends(struct letter_slice letters, const char *end) {
    size_t length = strlen(end);
    for (size_t i = 0; i < length; i++)
        if (letters.count < length ||
            letters.values[letters.count - length + i] != (uint32_t)end[i])
            return false;
    return true;
}

/* What all words of one folded form have in common. */
struct symbol {
    uint32_t begin, length; /* its folded letters, in `letters` of the table */
    uint32_t hash;          /* of these letters, from letter_hash_end() */
    uint32_t plain;         /* the symbol of the same letters without diacritics; often this one */
    uint16_t meaning;       /* in the vocabulary, or 0 */
};

/* Begins as all zeroes; emptied by symbol_table_reset(), released by symbol_table_free(). */
struct symbol_table {
    struct symbol *items;
    uint32_t *letters; /* of all symbols */
    uint32_t *slots;   /* hash table of the items: index + 1, or 0 */
    size_t count, letter_count, slot_count;
    size_t capacity, letter_capacity, slot_capacity;
    const struct vocabulary *vocabulary; /* set by symbol_table_reset(); NULL: it must be reset */
    struct interruption *interruption;   /* may be NULL */
};

/* Forgets all symbols; words now mean what `vocabulary` says. Returns false if memory runs out. */
bool symbol_table_reset(struct symbol_table *table, const struct allocator *allocator,
                        const struct vocabulary *vocabulary);

void symbol_table_free(struct symbol_table *table, const struct allocator *allocator);

/*
 * A word is looked up in three steps: reserve room for its letters, write its folded letters there
 * while mixing them into a hash (letter_hash.h), look it up. The room is valid until the next
 * lookup. NULL if memory runs out or the table would hold 2^31 letters.
 */
uint32_t *symbol_table_reserve(struct symbol_table *table, const struct allocator *allocator,
                               size_t letters);

/* Finds or adds the letters just written, and their plain form. After a failure: only a reset. */
bool symbol_table_find(struct symbol_table *table, const struct allocator *allocator, size_t length,
                       uint32_t hash, bool beyond_ascii, uint32_t *symbol);

static inline const struct symbol *symbol_table_at(const struct symbol_table *table,
                                                   uint32_t symbol) {
    assert(symbol < table->count);
    return &table->items[symbol];
}

static inline struct letter_slice symbol_letters(const struct symbol_table *table,
                                                 uint32_t symbol) {
    const struct symbol *found = symbol_table_at(table, symbol);
    return (struct letter_slice){table->letters + found->begin, found->length};
}
