/* vocabulary.c - see vocabulary.h. */
#include "vocabulary.h"

#include <string.h> /* memcmp */

/* generate_vocabulary.sh does the same. */
static size_t hash_of(const uint32_t *letters, size_t length) {
    return letters[0] + letters[length / 2] * (size_t)31 + letters[length - 1] * (size_t)961 +
           length * 7;
}

uint16_t vocabulary_find(const uint32_t *letters, size_t length) {
    if (length == 0 || length > vocabulary_letters_max)
        return 0;
    size_t slot = hash_of(letters, length) & (vocabulary_slot_count - 1);
    while (vocabulary_slots[slot]) {
        const struct vocabulary_word *word = &vocabulary_words[vocabulary_slots[slot]];
        if (word->length == length && memcmp(word->letters, letters, length * sizeof *letters) == 0)
            return vocabulary_slots[slot];
        slot = (slot + 1) & (vocabulary_slot_count - 1);
    }
    return 0;
}
