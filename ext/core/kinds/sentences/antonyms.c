/* antonyms.c - see antonyms.h. */
#include "antonyms.h"

#include <string.h> /* memcmp, strlen */

enum {
    letters_max = 24,
    stem_least = 3, /* letters of a word without its ending */
    rest_least = 4, /* letters of a word after a prefix */
    last_side = 1 << 15
};

/* The sides of a word in its own form; NULL if it has none. */
static const uint16_t *find_word(const struct antonyms *antonyms, const char *word, size_t count) {
    uint32_t hash = 0;
    /* The same as in generate_antonyms.awk. */
    for (size_t i = 0; i < count; i++)
        hash = (hash * 31 + (unsigned char)word[i]) & 0xffff;
    for (size_t slot = hash;; slot++) {
        size_t number = antonyms->slots[slot & (antonyms->slot_count - 1)];
        if (number == 0)
            return NULL;
        size_t begin = antonyms->begins[number - 1], end = antonyms->begins[number];
        if (end - begin == count && memcmp(antonyms->letters + begin, word, count) == 0)
            return antonyms->sides + antonyms->first[number - 1];
    }
}

/* The sides of the word that a form without this ending is; NULL if there is none. */
static const uint16_t *find_stem(const struct antonyms *antonyms, const char *form, size_t count,
                                 const struct antonym_ending *ending) {
    char stem[letters_max];
    size_t end = ending->end_length, instead = ending->instead_length;
    size_t rest = count - end;
    if (form[count - 1] != ending->end[end - 1] || count < end || rest + instead < stem_least ||
        rest + instead > letters_max || memcmp(form + rest, ending->end, end) != 0)
        return NULL;
    memcpy(stem, form, rest);
    memcpy(stem + rest, ending->instead, instead);
    const uint16_t *found = find_word(antonyms, stem, rest + instead);
    bool doubled = instead == 0 && rest > stem_least && stem[rest - 1] == stem[rest - 2];
    return found || !doubled ? found : find_word(antonyms, stem, rest - 1); /* "admitted" */
}

struct antonym_sides antonyms_find(const struct antonyms *antonyms, const uint32_t *letters,
                                   size_t count) {
    struct antonym_sides found = {{NULL, NULL}};
    char form[letters_max];
    if (!antonyms || count < 2 || count > letters_max)
        return found;
    for (size_t i = 0; i < count; i++) {
        if (letters[i] < 'a' || letters[i] > 'z')
            return found;
        form[i] = (char)letters[i];
    }
    found.lists[0] = find_word(antonyms, form, count);
    for (size_t i = 0; antonyms->endings[i].end && !found.lists[1]; i++)
        found.lists[1] = find_stem(antonyms, form, count, &antonyms->endings[i]);
    return found;
}

static bool has_side(struct antonym_sides sides, unsigned wanted) {
    for (int i = 0; i < 2; i++)
        for (const uint16_t *side = sides.lists[i]; side; side++) {
            if ((*side & ~last_side) == wanted)
                return true;
            if (*side & last_side)
                break;
        }
    return false;
}

bool antonym_sides_exclude(struct antonym_sides x, struct antonym_sides y) {
    bool excludes = false;
    for (int i = 0; i < 2; i++)
        for (const uint16_t *side = x.lists[i]; side; side++) {
            unsigned number = *side & (unsigned)~last_side;
            if (has_side(y, number))
                return false;
            excludes = excludes || has_side(y, number ^ 1);
            if (*side & last_side)
                break;
        }
    return excludes;
}

bool antonyms_negates(const struct antonyms *antonyms, const uint32_t *longer, size_t longer_count,
                      const uint32_t *shorter, size_t shorter_count) {
    if (!antonyms || shorter_count < rest_least || longer_count <= shorter_count)
        return false;
    size_t before = longer_count - shorter_count;
    if (memcmp(longer + before, shorter, shorter_count * sizeof *shorter) != 0)
        return false;
    for (size_t i = 0; antonyms->prefixes[i]; i++) {
        const char *prefix = antonyms->prefixes[i];
        size_t k = 0;
        while (k < before && prefix[k] && longer[k] == (uint32_t)prefix[k])
            k++;
        if (k == before && !prefix[k])
            return true;
    }
    return false;
}
