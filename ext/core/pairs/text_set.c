/* text_set.c - see text_set.h. */
#include "text_set.h"

#include "../base/merge_sort.h"
#include "../base/radix_sort.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy */

enum { ascii = 128 };

bool text_set_begin(struct text_set *set, const struct allocator *allocator, uint32_t count) {
    size_t size = (size_t)count + (count == 0);
    set->texts = allocator_zeroes(allocator, size, sizeof *set->texts);
    if (!set->texts)
        return false;
    set->count = count;
    set->code_count = ascii;
    return true;
}

/* The code of a code point, which may be a new one; -1 if there are no more. */
static int code_of(struct text_set *set, uint32_t point) {
    if (point < ascii)
        return (int)point;
    uint32_t code = ascii;
    while (code < set->code_count && set->coded[code - ascii] != point)
        code++;
    if (code == ascii + text_codes)
        return -1;
    if (code == set->code_count)
        set->coded[set->code_count++ - ascii] = point;
    return (int)code;
}

/* Makes room for one more text. */
static bool grow(struct text_set *part, const struct allocator *allocator) {
    size_t capacity = part->count;
    if (!ARRAY_RESERVE(allocator, part->texts, capacity, (size_t)part->added + 1) ||
        capacity > UINT32_MAX)
        return false;
    part->count = (uint32_t)capacity;
    part->code_count = part->code_count > 0 ? part->code_count : ascii;
    return true;
}

bool text_set_add(struct text_set *part, const struct allocator *allocator, const char *utf8,
                  size_t length) {
    enum { bytes_per_point = 4 };
    if (length > UINT32_MAX / bytes_per_point || !grow(part, allocator))
        return false;
    bool is_ascii = code_points_ascii(utf8, length);
    if (!is_ascii && !code_points_decode(&part->points, allocator, utf8, length))
        return false;
    size_t points = is_ascii ? length : part->points.count;
    size_t room = is_ascii ? length : points * (bytes_per_point + 1);
    char *copy = (char *)byte_chain_reserve(&part->bytes, allocator, room);
    if (!copy)
        return false;
    unsigned char *codes = (unsigned char *)copy;
    if (is_ascii && length > 0) {
        memcpy(copy, utf8, length);
    } else if (!is_ascii) {
        length = code_points_encode(part->points.values, points, copy);
        codes += length;
        bool coded = true; /* whether all code points have a code */
        for (size_t i = 0; coded && i < points; i++) {
            int code = code_of(part, part->points.values[i]);
            coded = code >= 0;
            codes[i] = (unsigned char)code;
        }
        byte_chain_return(&part->bytes, room - length - (coded ? points : 0));
        codes = coded ? codes : NULL;
    }
    part->texts[part->added++] = (struct set_text){copy, codes, (uint32_t)length, (uint32_t)points};
    return true;
}

static bool disown(struct text_set *set, const struct allocator *allocator, uint32_t number) {
    enum { word_bits = 64 };
    if (!set->disowned) {
        set->disowned =
            allocator_zeroes(allocator, set->count / word_bits + 1, sizeof *set->disowned);
        if (!set->disowned)
            return false;
    }
    set->disowned[number / word_bits] |= UINT64_C(1) << number % word_bits;
    return true;
}

bool text_set_join(struct text_set *set, const struct allocator *allocator, struct text_set *part,
                   const struct text_place *places, uint32_t *twice) {
    int codes[ascii + text_codes];
    for (uint32_t i = 0; i < part->code_count; i++)
        codes[i] = code_of(set, i < ascii ? i : part->coded[i - ascii]);
    for (uint32_t i = 0; i < part->added; i++) {
        struct set_text *text = &part->texts[i], *place = &set->texts[places[i].number];
        assert(places[i].number < set->count);
        *twice = place->utf8 ? places[i].number : UINT32_MAX;
        if (place->utf8)
            return false;
        if (!places[i].owned && !disown(set, allocator, places[i].number))
            return false;
        *place = *text;
        bool is_ascii = text->codes == (unsigned char *)text->utf8;
        for (uint32_t at = 0; !is_ascii && place->codes && at < text->points; at++) {
            if (codes[text->codes[at]] < 0)
                place->codes = NULL;
            text->codes[at] = (unsigned char)codes[text->codes[at]];
        }
    }
    set->added += part->added;
    byte_chain_join(&set->bytes, &part->bytes);
    part->added = part->count = 0;
    return true;
}

void text_set_free(struct text_set *set, const struct allocator *allocator) {
    byte_chain_free(&set->bytes, allocator);
    RELEASE(allocator, set->texts, set->disowned);
    code_points_free(&set->points, allocator);
    *set = (struct text_set){0};
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

static bool precedes(const void *texts, uint32_t a, uint32_t b) {
    const struct set_text *x = (const struct set_text *)texts + a;
    const struct set_text *y = (const struct set_text *)texts + b;
    int order = memcmp(x->utf8, y->utf8, x->length < y->length ? x->length : y->length);
    return order != 0 ? order < 0 : x->length != y->length ? x->length < y->length : a < b;
}

/* Sorts by the first 8 bytes, or zeroes, which tells most texts apart; the others as a whole. */
static bool sort_texts(const struct text_set *set, int64_t *keys, uint32_t *numbers,
                       uint32_t *scratch, struct interruption *interruption) {
    enum { steps_per_text = 32 };
    for (uint32_t i = 0; i < set->count; i++) {
        const struct set_text *text = set->texts + i;
        uint64_t word = 0;
        for (size_t at = 0; at < sizeof word; at++)
            word = word << 8 | (at < text->length ? (unsigned char)text->utf8[at] : 0);
        keys[i] = (int64_t)(word ^ UINT64_C(1) << 63);
    }
    if (!radix_sort_order(keys, numbers, set->count, interruption))
        return false;
    for (size_t begin = 0, end; begin < set->count; begin = end) {
        for (end = begin + 1; end < set->count && keys[end] == keys[begin];)
            end++;
        if (!merge_sort(numbers + begin, scratch, end - begin, precedes, set->texts, steps_per_text,
                        interruption))
            return false;
    }
    return true;
}

uint32_t *text_set_ranks(const struct text_set *set, const struct allocator *allocator,
                         struct interruption *interruption) {
    assert(set->added == set->count);
    size_t count = (size_t)set->count + (set->count == 0);
    int64_t *keys = allocator->resize(NULL, count * sizeof *keys);
    uint32_t *numbers = allocator->resize(NULL, count * sizeof *numbers);
    uint32_t *ranks = allocator->resize(NULL, count * sizeof *ranks);
    if (keys && numbers && ranks && sort_texts(set, keys, numbers, ranks, interruption)) {
        for (uint32_t i = 0; i < set->count; i++)
            ranks[numbers[i]] = i;
    } else {
        allocator->release(ranks);
        ranks = NULL;
    }
    RELEASE(allocator, keys, numbers);
    return ranks;
}
