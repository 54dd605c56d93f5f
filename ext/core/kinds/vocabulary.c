/* vocabulary.c - see vocabulary.h. */
#include "vocabulary.h"

#include <string.h> /* memcmp */

uint16_t vocabulary_find(const uint32_t *letters, size_t length) {
    if (length == 0 || length > vocabulary_letters_max)
        return 0;
    /* generate_vocabulary.sh computes the same hash. */
    size_t hash = letters[0] + letters[length / 2] * (size_t)31 +
                  letters[length - 1] * (size_t)961 + length * 7;
    for (size_t i = hash;; i++) {
        uint16_t number = vocabulary_slots[i & (vocabulary_slot_count - 1)];
        const struct vocabulary_word *word = &vocabulary_words[number];
        if (number == 0 || (word->length == length &&
                            memcmp(word->letters, letters, length * sizeof *letters) == 0))
            return number;
    }
}
