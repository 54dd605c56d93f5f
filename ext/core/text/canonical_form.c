/* canonical_form.c - see canonical_form.h. */
#include "canonical_form.h"

#include <string.h> /* memcpy */

/* Runs of marks up to this length are sorted by insertion. */
enum { insertion_max = 16, combining_classes = 256 };

/* Most letters are known to be no marks, and to compose with none before them, without a look. */
static inline struct frozen_character traits_of(uint32_t point) {
    bool letter = point < 0x300 || (point >= 0x370 && point < 0x483) /* Greek, Cyrillic */
                  || (point >= 0x3400 && point < 0xA000);            /* Han */
    return letter ? (struct frozen_character){0} : frozen_character_of(point);
}

static unsigned combining(uint32_t point) {
    return traits_of(point).combining;
}

static void sort_few(uint32_t *marks, size_t count) {
    for (size_t i = 1; i < count; i++) {
        uint32_t mark = marks[i];
        unsigned class = combining(mark);
        size_t at = i;
        for (; at > 0 && combining(marks[at - 1]) > class; at--)
            marks[at] = marks[at - 1];
        marks[at] = mark;
    }
}

/* Counts the marks of each class, and then puts each where those before it end. */
static bool sort_many(uint32_t *marks, size_t count, struct code_points *scratch,
                      const struct allocator *allocator) {
    if (!ARRAY_RESERVE(allocator, scratch->values, scratch->capacity, count))
        return false;
    uint32_t *copy = memcpy(scratch->values, marks, count * sizeof *marks);
    size_t next[combining_classes + 1] = {0};
    for (size_t i = 0; i < count; i++)
        next[combining(copy[i]) + 1]++;
    for (size_t i = 1; i < combining_classes; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < count; i++)
        marks[next[combining(copy[i])]++] = copy[i];
    return true;
}

bool canonical_order(struct code_points *text, struct code_points *scratch,
                     const struct allocator *allocator) {
    uint32_t *values = text->values;
    for (size_t i = 0; i < text->count;) {
        size_t begin = i;
        while (i < text->count && combining(values[i]) > 0)
            i++;
        if (i - begin > insertion_max) {
            if (!sort_many(values + begin, i - begin, scratch, allocator))
                return false;
        } else if (i - begin > 1) {
            sort_few(values + begin, i - begin);
        }
        i += i == begin;
    }
    return true;
}

/*
 * A character composes with the last starter unless one between them, which has not been composed,
 * has the same or a higher combining class.
 */
void canonical_compose(struct code_points *text) {
    uint32_t *values = text->values;
    size_t count = 0, starter = SIZE_MAX;
    unsigned between = 0; /* the combining class of the character before, if it is no starter */
    for (size_t i = 0; i < text->count; i++) {
        uint32_t point = values[i];
        struct frozen_character character = traits_of(point);
        if (character.joins_previous && starter != SIZE_MAX) {
            bool adjacent = starter + 1 == count;
            uint32_t whole = adjacent || between < character.combining
                                 ? frozen_composition(values[starter], point)
                                 : 0;
            if (whole) {
                values[starter] = whole;
                continue;
            }
        }
        if (character.combining == 0)
            starter = count;
        between = character.combining;
        values[count++] = point;
    }
    text->count = count;
}
