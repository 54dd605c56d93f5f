/* fold_options.c - see fold_options.h. */
#include "fold_options.h"

#include <string.h> /* memcmp, strlen */

static const struct {
    const char *name;
    unsigned options;
} words[] = {{"all", fold_all},
             {"case", fold_case},
             {"width", fold_width},
             {"accents", fold_accents},
             {"punctuation", fold_punctuation},
             {"space", fold_space},
             {"digits", fold_digits},
             {"notes", fold_notes}};
enum { word_count = sizeof words / sizeof *words };

int fold_options(struct argument_bytes list, struct argument_bytes *wrong) {
    unsigned options = 0;
    for (size_t begin = 0, end; begin < list.length; begin = end + 1) {
        for (end = begin; end < list.length && list.bytes[end] != ' ' && list.bytes[end] != ',';)
            end++;
        struct argument_bytes word = {list.bytes + begin, end - begin};
        size_t i = 0;
        while (i < word_count && (word.length != strlen(words[i].name) ||
                                  memcmp(word.bytes, words[i].name, word.length) != 0))
            i++;
        if (word.length > 0 && i == word_count) {
            *wrong = word;
            return -1;
        }
        options |= word.length > 0 ? words[i].options : 0;
    }
    return (int)options;
}
