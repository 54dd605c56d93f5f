/* stop_words.c - see stop_words.h. */
#include "stop_words.h"

#include <string.h> /* memcmp, strcmp, strlen */

const struct stop_words *stop_words_for(const char *language) {
    size_t last = stop_words_count - 1;
    if (strcmp(language, "porter") == 0)
        language = "english"; /* Porter's first stemmer */
    for (size_t i = 0; i < last; i++)
        if (strcmp(stop_words[i].language, language) == 0)
            return &stop_words[i];
    return &stop_words[last];
}

const char *stop_words_find(const struct stop_words *words, const char *word, size_t length) {
    size_t begin = 0, end = words->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        /* As memcmp() orders them, and a word before those that begin with it. */
        const char *other = words->words[middle];
        size_t other_length = strlen(other);
        int first = memcmp(word, other, length < other_length ? length : other_length);
        int found = first ? first : (length > other_length) - (length < other_length);
        if (found == 0)
            return words->words[middle];
        if (found < 0)
            end = middle;
        else
            begin = middle + 1;
    }
    return NULL;
}
