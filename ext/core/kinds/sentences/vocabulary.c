/* vocabulary.c - see vocabulary.h. */
#include "vocabulary.h"

#include "../../text/language_code.h"

#include <assert.h>
#include <string.h> /* memcmp */

const struct vocabulary *vocabulary_for(const char *code, size_t length) {
    assert(vocabulary_count > 0);
    const struct vocabulary *found = vocabularies, *none = vocabularies + vocabulary_count - 1;
    while (found < none && !language_code_is(code, length, found->code))
        found++;
    return found;
}

uint16_t vocabulary_find(const struct vocabulary *vocabulary, const uint32_t *letters,
                         size_t length) {
    if (length == 0 || length > vocabulary_letters_max)
        return 0;
    /* generate_vocabulary.awk computes the same hash. */
    size_t hash = letters[0] + letters[length / 2] * (size_t)31 +
                  letters[length - 1] * (size_t)961 + length * 7;
    for (size_t i = hash;; i++) {
        uint16_t number = vocabulary->slots[i & (vocabulary->slot_count - 1)];
        const struct vocabulary_word *word = &vocabulary->words[number];
        if (number == 0 || (word->length == length &&
                            memcmp(word->letters, letters, length * sizeof *letters) == 0))
            return number;
    }
}
