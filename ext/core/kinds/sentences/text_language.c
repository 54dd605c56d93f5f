/* text_language.c - see text_language.h. */
#include "text_language.h"

#include "../../base/cpu.h"

/* Counts the words with symbols from `*next` on, each once, and those that each language knows. */
static size_t count_words(const struct words *words, uint32_t *next,
                          size_t known[vocabularies_max]) {
    size_t count = 0;
    for (size_t at = 0; at < words->count; at++) {
        if (words->symbols[at] < *next)
            continue;
        *next = words->symbols[at] + 1;
        if (words->items[at].kind != word_letters)
            continue;
        count++;
        struct letter_slice letters = words_letters(words, at);
        uint64_t languages =
            vocabulary_lookup(&vocabulary_of_languages, letters.values, letters.count)->roles;
        for (; languages; languages &= languages - 1)
            known[lowest_bit(languages)]++;
    }
    return count;
}

const struct vocabulary *text_language(const struct words *a, const struct words *b) {
    enum { least = 10 }; /* one word in so many */
    size_t known[vocabularies_max] = {0}, most = 0;
    uint32_t next = 0;
    size_t count = count_words(a, &next, known);
    count += count_words(b, &next, known);
    const struct vocabulary *english = vocabulary_for("en", 2), *found = english;
    for (size_t i = 0; i < vocabularies_max; i++) {
        if (known[i] >= most)
            found = known[i] > most ? &vocabularies[i] : english;
        if (known[i] > most)
            most = known[i];
    }
    return most * least < count ? english : found;
}
