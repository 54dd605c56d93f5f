/* stop_words.c - see stop_words.h. */
#include "stop_words.h"

#include "../../base/binary_search.h"

#include <string.h> /* memcmp, strcmp, strlen, strncmp */

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
    /* A word stands before those that begin with it. */
    BINARY_SEARCH(begin, end, strncmp(words->words[middle], word, length) < 0)
    const char *found = begin < words->count ? words->words[begin] : NULL;
    bool same = found && strlen(found) == length && memcmp(found, word, length) == 0;
    return same ? found : NULL;
}
