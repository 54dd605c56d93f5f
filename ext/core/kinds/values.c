/* values.c - see values.h. */
#include "values.h"

#include "../text/characters.h"

enum { exact_digits = 15 }; /* a double represents every integer of this many digits */

/* ---- One word ---- */

/* The number that a word of one to four digits states, and how many there are; otherwise -1. */
static int digits_at(const struct words *words, size_t at, size_t *count) {
    if (!words_is_kind(words, at, word_number) || words->items[at].length > 4)
        return -1;
    struct letter_slice letters = words_letters(words, at);
    int number = 0;
    for (size_t i = 0; i < letters.count; i++) {
        if (character_of(letters.values[i]).class != character_digit)
            return -1;
        number = number * 10 + (int)character_digit_value(letters.values[i]);
    }
    *count = letters.count;
    return number;
}

/* The next three return 0 if the word is not one. */

static int day_at(const struct words *words, size_t at) {
    size_t count;
    int day = digits_at(words, at, &count);
    return day >= 1 && day <= 31 && count <= 2 ? day : 0;
}

static int year_at(const struct words *words, size_t at) {
    size_t count;
    int year = digits_at(words, at, &count);
    return year >= 1000 && year <= 2100 ? year : 0;
}

static int month_at(const struct words *words, size_t at) {
    if (!words_has_role(words, at, vocabulary_month) || !words->items[at].capital)
        return 0;
    return (int)words_meaning(words, at)->value;
}

static size_t skip(const struct words *words, size_t at, uint64_t roles) {
    return words_has_role(words, at, roles) ? at + 1 : at;
}

static size_t skip_comma_or_of(const struct words *words, size_t at) {
    return words_is_letter(words, at, ',') ? at + 1 : skip(words, at, vocabulary_of);
}

/*
 * ---- One format each ----
 *
 * Each reader looks at the words from value->begin on. It returns false if they are not in its
 * format; otherwise it fills in the value and its end.
 */

static bool set_date(struct value *value, int year, int month, int day, size_t end) {
    value->type = value_date;
    value->number = year;
    value->month = (uint8_t)month;
    value->day = (uint8_t)day;
    value->end = (uint32_t)end;
    return true;
}

/* 4 July 2010, 4th of July, 2010, 4 July */
static bool read_day_first(const struct words *words, struct value *value) {
    size_t at = value->begin;
    int day = day_at(words, at);
    if (!day)
        return false;
    at = skip(words, skip(words, at + 1, vocabulary_ending), vocabulary_of);
    int month = month_at(words, at++);
    if (!month)
        return false;
    size_t last = skip_comma_or_of(words, at);
    int year = year_at(words, last);
    return set_date(value, year, month, day, year ? last + 1 : at);
}

/*
 * July 4, 2010, July 4, July 2010, July. A month without day or year counts unless it is
 * abbreviated or may be a verb; "in May" is a month.
 */
static bool read_month_first(const struct words *words, struct value *value) {
    size_t begin = value->begin, at = begin + 1;
    int month = month_at(words, begin);
    if (!month)
        return false;
    int day = words_is_letter(words, at + 1, ':') ? 0 : day_at(words, at);
    if (day) {
        size_t end = skip(words, at + 1, vocabulary_ending);
        size_t last = words_is_letter(words, end, ',') ? end + 1 : end;
        int year = year_at(words, last);
        return set_date(value, year, month, day, year ? last + 1 : end);
    }
    size_t last = skip_comma_or_of(words, at);
    int year = year_at(words, last);
    if (year)
        return set_date(value, year, month, 0, last + 1);
    if (begin == 0 || words->items[begin].length <= 3 ||
        (words_has_role(words, begin, vocabulary_also_verb) &&
         !words_is_letter(words, begin - 1, '-') &&
         !words_has_role(words, begin - 1, vocabulary_before_month)))
        return false;
    return set_date(value, 0, month, 0, at);
}

/* 10:30 */
static bool read_time(const struct words *words, struct value *value) {
    size_t at = value->begin, count = 0;
    int hour = day_at(words, at);
    int minute = digits_at(words, at + 2, &count);
    if (!hour || !words_is_letter(words, at + 1, ':') || count != 2 || minute < 0)
        return false;
    value->type = value_time;
    value->number = hour % 12 * 60 + minute;
    value->end = value->begin + 3;
    return true;
}

static bool set_span(struct value *value, double first, double last, size_t end) {
    value->type = value_span;
    value->number = first;
    value->last = last;
    value->end = (uint32_t)end;
    return true;
}

/* 1990s, 1990's, late 1990s; 1800s is a century. */
static bool read_decade(const struct words *words, struct value *value) {
    size_t at = value->begin;
    int first = year_at(words, at);
    size_t end = words_is_letter(words, at + 1, '\'') ? at + 2 : at + 1;
    if (!first || !words_is_letter(words, end, 's'))
        return false;
    int last = first + (first % 100 == 0 && first < 1900 ? 99 : 9);
    if (at > 0 && words_has_role(words, at - 1, vocabulary_part)) {
        bool late = words_meaning(words, at - 1)->value > 0;
        first += late ? 5 : 0;
        last -= late ? 0 : 5;
    }
    return set_span(value, first, last, at + 2);
}

/* 1914-1918, 1914-18, 1914/15 */
static bool read_years(const struct words *words, struct value *value) {
    size_t at = value->begin, count = 0;
    int first = year_at(words, at);
    int last = digits_at(words, at + 2, &count);
    if (!first || last < 0 ||
        !(words_is_letter(words, at + 1, '-') || words_is_letter(words, at + 1, '/')) ||
        (count != 2 && count != 4) || words_is_letter(words, at + 3, 's'))
        return false;
    if (count == 2)
        last += first / 100 * 100;
    return last > first && last < first + 1000 && set_span(value, first, last, at + 3);
}

/* Digits as a number: commas after every three digits or nowhere, and at most one point. */
static bool read_digits(const struct words *words, struct value *value) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    _Static_assert(sizeof powers / sizeof *powers == exact_digits + 1, "a power for each decimal");
    struct letter_slice letters = words_letters(words, value->begin);
    size_t digits = 0, in_group = 0;
    bool after_point = false, grouped = false;
    for (size_t i = 0; i < letters.count; i++) {
        bool is_comma = letters.values[i] == ',';
        if (is_comma || letters.values[i] == '.') {
            if (after_point || (grouped && in_group != 3) || (is_comma && in_group > 3))
                return false;
            after_point = !is_comma;
            grouped |= is_comma;
            in_group = 0;
            continue;
        }
        if (++digits > exact_digits)
            return false;
        value->number = value->number * 10 + character_digit_value(letters.values[i]);
        value->decimals = (uint8_t)(value->decimals + after_point);
        in_group++;
    }
    assert(value->decimals <= exact_digits);
    value->number /= powers[value->decimals];
    return after_point || !grouped || in_group == 3;
}

/* 3rd, third, and centuries: 18th century, 14th and 15th centuries */
static bool read_ordinal(const struct words *words, struct value *value) {
    size_t at = value->begin;
    struct value digits = {.begin = value->begin};
    if (words_has_role(words, at, vocabulary_fraction))
        return false;
    if (words_is_kind(words, at, word_number)) {
        if (!words_has_role(words, at + 1, vocabulary_ending) || !read_digits(words, &digits) ||
            digits.decimals > 0)
            return false;
        value->number = digits.number;
        value->end = value->begin + 2;
    } else if (words_has_role(words, at, vocabulary_ordinal)) {
        value->number = words_meaning(words, at)->value;
        value->end = value->begin + 1;
    } else {
        return false;
    }
    value->type = value_ordinal;
    size_t end = value->end, century = words_is_letter(words, end, '-') ? end + 1 : end;
    if (words_has_role(words, end, vocabulary_and))
        century = end + (words_is_kind(words, end + 1, word_number) ? 3 : 2);
    if (words_has_role(words, century, vocabulary_century))
        set_span(value, value->number * 100 - 100, value->number * 100, end);
    return true;
}

/* Reads a unit after a number: 5 km, 5-mile, 8 square miles. */
static void read_unit(const struct words *words, struct value *value) {
    size_t at = value->end;
    const struct vocabulary_word *unit;
    if (words_has_role(words, at, vocabulary_square) &&
        words_has_role(words, at + 1, vocabulary_unit) &&
        words_meaning(words, at + 1)->dimension == dimension_length) {
        unit = words_meaning(words, ++at);
        value->dimension = dimension_area;
        value->factor = unit->factor * unit->factor;
    } else {
        if (!words_has_role(words, at, vocabulary_unit) && words_is_letter(words, at, '-'))
            at++;
        if (!words_has_role(words, at, vocabulary_unit))
            return;
        unit = words_meaning(words, at);
        value->dimension = unit->dimension;
        value->factor = unit->factor;
    }
    value->end = (uint32_t)at + 1;
}

/* Any other number, in digits or words: 841, 2½, thirty-one, 1.3 million, 5 km */
static bool read_cardinal(const struct words *words, struct value *value) {
    size_t at = value->begin, end = at + 1;
    if (words_has_role(words, at, vocabulary_fraction)) {
        value->number = words_meaning(words, at)->value;
    } else if (words_is_kind(words, at, word_number)) {
        if (!read_digits(words, value)) {
            value->type = value_other;
            value->number = words->symbols[at];
        } else if (words_has_role(words, end, vocabulary_fraction)) {
            value->number += words_meaning(words, end++)->value;
        }
    } else if (words_has_role(words, at, vocabulary_number | vocabulary_tens)) {
        value->number = words_meaning(words, at)->value;
        size_t one = words_is_letter(words, end, '-') ? end + 1 : end;
        bool more = words_has_role(words, at, vocabulary_tens) &&
                    words_has_role(words, one, vocabulary_number);
        double ones = more ? words_meaning(words, one)->value : 0;
        if (ones > 0 && ones < 10) {
            value->number += ones;
            end = one + 1;
        }
    } else {
        return false;
    }
    value->end = (uint32_t)end;
    if (value->type == value_other)
        return true;
    for (; words_has_role(words, value->end, vocabulary_scale); value->end++) {
        value->scale *= words_meaning(words, value->end)->value;
        value->number *= words_meaning(words, value->end)->value;
    }
    bool may_be_year = year_at(words, at) && value->end == at + 1;
    if (may_be_year && !words_has_role(words, at + 1, vocabulary_unit))
        value->type = value_year;
    else
        read_unit(words, value);
    return true;
}

/* ---- All values ---- */

bool values_find(struct values *values, const struct allocator *allocator,
                 const struct words *words) {
    static const uint64_t beginnings =
        vocabulary_number | vocabulary_tens | vocabulary_ordinal | vocabulary_month;
    values->count = 0;
    for (size_t at = 0; at < words->count; at++) {
        struct value value = {.begin = (uint32_t)at, .scale = 1};
        if (words->items[at].kind != word_number && !(words->items[at].roles & beginnings))
            continue;
        if (!read_day_first(words, &value) && !read_month_first(words, &value) &&
            !read_time(words, &value) && !read_decade(words, &value) &&
            !read_years(words, &value) && !read_ordinal(words, &value) &&
            !read_cardinal(words, &value))
            continue;
        assert(value.begin < value.end && value.end <= words->count);
        /* "about 200", "about the 200", "over 200", "more than 200" */
        for (size_t back = 1; back <= 2 && back <= at; back++) {
            value.hedged |= words_has_role(words, at - back, vocabulary_hedge);
            value.least |= words_has_role(words, at - back, vocabulary_least) ||
                           (words_has_role(words, at - back, vocabulary_than) && at > back &&
                            words_has_role(words, at - back - 1, vocabulary_more));
        }
        struct value *items = allocator_grow(allocator, values->items, &values->capacity,
                                             values->count + 1, sizeof *items);
        if (!items)
            return false;
        values->items = items;
        items[values->count++] = value;
        at = value.end - (size_t)1;
    }
    return true;
}

size_t values_first_after(const struct values *values, size_t word) {
    size_t low = 0, high = values->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (values->items[middle].end <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void values_free(struct values *values, const struct allocator *allocator) {
    allocator->release(values->items);
    *values = (struct values){0};
}
