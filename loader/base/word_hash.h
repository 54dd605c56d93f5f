/*
 * word_hash.h - the hash tables that data_files.awk generates.
 *
 * A table has a power of two slots, at least half of them unused. A slot holds one plus the index
 * of a word, or 0 if it is unused. The word is in slot word_hash() modulo the number of slots, or
 * in one of the following slots before the next unused one; the last slot is followed by the first.
 */
#ifndef NEARDUP_WORD_HASH_H
#define NEARDUP_WORD_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline size_t word_hash(const char *word, size_t length) {
    uint16_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = (uint16_t)(hash * 31 + (unsigned char)word[i]);
    return hash;
}

#endif
