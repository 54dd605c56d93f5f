/* values.c - see values.h. */
#include "values.h"

#include "../text/characters.h"

#include <math.h> /* fabs, floor, rint */

enum { exact_digits = 15 }; /* a double has room for all numbers of so many */

struct reader {
    const struct symbols *symbols;
    const struct words *words;
};

static const struct word *word_at(const struct reader *reader, size_t at) {
    return at < reader->words->count ? &reader->words->items[at] : NULL;
}

static bool plays(const struct reader *reader, size_t at, uint32_t roles) {
    const struct word *word = word_at(reader, at);
    return word && word->roles & roles;
}

static const struct vocabulary_word *meaning(const struct reader *reader, size_t at) {
    return symbol_meaning(reader->symbols, reader->words->symbols[at]);
}

/* The folded letters of a word. */
static const uint32_t *letters_of(const struct reader *reader, size_t at, size_t *length) {
    const struct symbol *symbol = &reader->symbols->items[reader->words->symbols[at]];
    *length = symbol->length;
    return reader->symbols->letters + symbol->begin;
}

/* Whether a word is the one letter or mark. */
static bool is_one(const struct reader *reader, size_t at, uint32_t letter) {
    const struct word *word = word_at(reader, at);
    size_t length;
    return word && word->length == 1 && *letters_of(reader, at, &length) == letter;
}

/* A number of 1 to 4 digits and nothing else, or -1; and of how many. */
static int digits_at(const struct reader *reader, size_t at, size_t *count) {
    const struct word *word = word_at(reader, at);
    if (!word || word->kind != word_number || word->length > 4)
        return -1;
    const uint32_t *letters = letters_of(reader, at, count);
    int number = 0;
    for (size_t i = 0; i < *count; i++) {
        if (character_of(letters[i]).class != character_digit)
            return -1;
        number = number * 10 + (int)character_digit_value(letters[i]);
    }
    return number;
}

/* Each of these is 0 where there is none. */

static int day_at(const struct reader *reader, size_t at) {
    size_t count;
    int day = digits_at(reader, at, &count);
    return day >= 1 && day <= 31 && count <= 2 ? day : 0;
}

static int year_at(const struct reader *reader, size_t at) {
    size_t count;
    int year = digits_at(reader, at, &count);
    return year >= 1000 && year <= 2100 ? year : 0;
}

static int month_at(const struct reader *reader, size_t at) {
    if (!plays(reader, at, vocabulary_month) || !reader->words->items[at].capital)
        return 0;
    return (int)meaning(reader, at)->value;
}

static size_t skip(const struct reader *reader, size_t at, uint32_t roles) {
    return plays(reader, at, roles) ? at + 1 : at;
}

/* Behind "of" or a comma, where there is one. */
static size_t skip_comma(const struct reader *reader, size_t at) {
    return is_one(reader, at, ',') ? at + 1 : skip(reader, at, vocabulary_of);
}

static bool is_date(struct value *value, int year, int month, int day, size_t end) {
    value->type = value_date;
    value->number = year;
    value->month = (uint8_t)month;
    value->day = (uint8_t)day;
    value->end = (uint32_t)end;
    return true;
}

/* 4 July 2010, 4th of July, 2010, 4 July */
static bool read_day_first(const struct reader *reader, struct value *value) {
    size_t at = value->begin;
    int day = day_at(reader, at);
    if (!day)
        return false;
    at = skip(reader, skip(reader, at + 1, vocabulary_ending), vocabulary_of);
    int month = month_at(reader, at++);
    if (!month)
        return false;
    size_t last = skip_comma(reader, at);
    int year = year_at(reader, last);
    return is_date(value, year, month, day, year ? last + 1 : at);
}

/* A month without day or year: not the short ones, nor those that are verbs, unless "in May". */
static bool stands_alone(const struct reader *reader, size_t at) {
    if (at == 0 || reader->words->items[at].length <= 3)
        return false;
    return !plays(reader, at, vocabulary_also_verb) || is_one(reader, at - 1, '-') ||
           plays(reader, at - 1, vocabulary_before_month);
}

/* July 4, 2010, July 4, July 2010, July */
static bool read_month_first(const struct reader *reader, struct value *value) {
    size_t at = value->begin;
    int month = month_at(reader, at++);
    if (!month)
        return false;
    int day = is_one(reader, at + 1, ':') ? 0 : day_at(reader, at);
    if (day) {
        size_t end = skip(reader, at + 1, vocabulary_ending);
        size_t last = is_one(reader, end, ',') ? end + 1 : end;
        int year = year_at(reader, last);
        return is_date(value, year, month, day, year ? last + 1 : end);
    }
    size_t last = skip_comma(reader, at);
    int year = year_at(reader, last);
    if (year)
        return is_date(value, year, month, 0, last + 1);
    return stands_alone(reader, value->begin) && is_date(value, 0, month, 0, at);
}

/* 10:30 */
static bool read_time(const struct reader *reader, struct value *value) {
    size_t count = 0;
    int hour = day_at(reader, value->begin);
    int minute = digits_at(reader, (size_t)value->begin + 2, &count);
    if (!hour || !is_one(reader, (size_t)value->begin + 1, ':') || count != 2 || minute < 0)
        return false;
    value->type = value_time;
    value->number = hour % 12 * 60 + minute;
    value->end = value->begin + 3;
    return true;
}

static bool is_span(struct value *value, double first, double last, size_t end) {
    value->type = value_span;
    value->number = first;
    value->last = last;
    value->end = (uint32_t)end;
    return true;
}

/* 1990s, 1990's, late 1990s, 1800s: ten years, or a hundred. */
static bool read_decade(const struct reader *reader, struct value *value) {
    size_t at = value->begin;
    int first = year_at(reader, at);
    size_t end = is_one(reader, at + 1, '\'') ? at + 2 : at + 1;
    if (!first || !is_one(reader, end, 's'))
        return false;
    int last = first + (first % 100 == 0 && first < 1900 ? 99 : 9);
    if (at > 0 && plays(reader, at - 1, vocabulary_part)) {
        bool late = meaning(reader, at - 1)->value > 0;
        first += late ? 5 : 0;
        last -= late ? 0 : 5;
    }
    return is_span(value, first, last, at + 2);
}

/* 1914-1918, 1914-18, 1914/15 */
static bool read_years(const struct reader *reader, struct value *value) {
    size_t at = value->begin, count = 0;
    int first = year_at(reader, at);
    int last = digits_at(reader, at + 2, &count);
    if (!first || last < 0 || !(is_one(reader, at + 1, '-') || is_one(reader, at + 1, '/')) ||
        (count != 2 && count != 4) || is_one(reader, at + 3, 's'))
        return false;
    if (count == 2)
        last += first / 100 * 100;
    return last > first && last < first + 1000 && is_span(value, first, last, at + 3);
}

/* Digits as a number: with all commas in their places or none, and one point at the most. */
static bool read_digits(const struct reader *reader, struct value *value) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    size_t length, digits = 0, in_group = 0;
    const uint32_t *letters = letters_of(reader, value->begin, &length);
    bool behind_point = false, grouped = false;
    for (size_t i = 0; i < length; i++) {
        bool is_comma = letters[i] == ',';
        if (is_comma || letters[i] == '.') {
            if (behind_point || (grouped && in_group != 3) || (is_comma && in_group > 3))
                return false;
            behind_point = !is_comma;
            grouped |= is_comma;
            in_group = 0;
            continue;
        }
        if (++digits > exact_digits)
            return false;
        value->number = value->number * 10 + character_digit_value(letters[i]);
        value->decimals = (uint8_t)(value->decimals + behind_point);
        in_group++;
    }
    value->number /= powers[value->decimals];
    return behind_point || !grouped || in_group == 3;
}

/* Digits, and a fraction behind them; something else where they are no number. */
static void read_number(const struct reader *reader, struct value *value) {
    size_t end = (size_t)value->begin + 1;
    if (plays(reader, value->begin, vocabulary_fraction)) {
        value->number = meaning(reader, value->begin)->value;
    } else if (!read_digits(reader, value)) {
        value->type = value_other;
        value->number = reader->words->symbols[value->begin];
    } else if (plays(reader, end, vocabulary_fraction)) {
        value->number += meaning(reader, end++)->value;
    }
    value->end = (uint32_t)end;
}

/* Words below a hundred: seven, thirty, thirty-one. */
static void read_number_words(const struct reader *reader, struct value *value) {
    size_t end = (size_t)value->begin + 1;
    value->number = meaning(reader, value->begin)->value;
    if (plays(reader, value->begin, vocabulary_tens)) {
        size_t one = is_one(reader, end, '-') ? end + 1 : end;
        double ones = plays(reader, one, vocabulary_number) ? meaning(reader, one)->value : 0;
        if (ones > 0 && ones < 10) {
            value->number += ones;
            end = one + 1;
        }
    }
    value->end = (uint32_t)end;
}

/* A unit behind the number, at once, behind a hyphen, or squared in words. */
static void read_unit(const struct reader *reader, struct value *value) {
    size_t at = value->end;
    const struct vocabulary_word *unit;
    if (plays(reader, at, vocabulary_square) && plays(reader, at + 1, vocabulary_unit) &&
        meaning(reader, at + 1)->dimension == dimension_length) {
        unit = meaning(reader, ++at);
        value->dimension = dimension_area;
        value->factor = unit->factor * unit->factor;
    } else {
        if (!plays(reader, at, vocabulary_unit) && is_one(reader, at, '-'))
            at++;
        if (!plays(reader, at, vocabulary_unit))
            return;
        unit = meaning(reader, at);
        value->dimension = unit->dimension;
        value->factor = unit->factor;
    }
    value->end = (uint32_t)at + 1;
}

/* What is left: numbers in digits or words. */
static bool read_cardinal(const struct reader *reader, struct value *value) {
    if (reader->words->items[value->begin].kind == word_number)
        read_number(reader, value);
    else if (plays(reader, value->begin, vocabulary_number | vocabulary_tens))
        read_number_words(reader, value);
    else
        return false;
    if (value->type == value_other)
        return true;
    for (; plays(reader, value->end, vocabulary_scale); value->end++) {
        value->scale *= meaning(reader, value->end)->value;
        value->number *= meaning(reader, value->end)->value;
    }
    if (year_at(reader, value->begin) && value->end == value->begin + 1 &&
        !plays(reader, value->end, vocabulary_unit))
        value->type = value_year;
    else
        read_unit(reader, value);
    return true;
}

/* Whether a century is what the ordinals before `at` are of; two may share one. */
static bool is_century(const struct reader *reader, size_t at) {
    size_t next = is_one(reader, at, '-') ? at + 1 : at;
    if (plays(reader, at, vocabulary_and)) {
        const struct word *second = word_at(reader, at + 1);
        next = at + (second && second->kind == word_number ? 3 : 2);
    }
    return plays(reader, next, vocabulary_century);
}

/* 3rd, third, and their centuries. */
static bool read_ordinal(const struct reader *reader, struct value *value) {
    const struct word *word = &reader->words->items[value->begin];
    struct value digits = {.begin = value->begin};
    if (word->kind == word_number) {
        if (!plays(reader, (size_t)value->begin + 1, vocabulary_ending) ||
            !read_digits(reader, &digits) || digits.decimals > 0)
            return false;
        value->number = digits.number;
        value->end = value->begin + 2;
    } else if (word->roles & vocabulary_ordinal) {
        value->number = meaning(reader, value->begin)->value;
        value->end = value->begin + 1;
    } else {
        return false;
    }
    value->type = value_ordinal;
    if (is_century(reader, value->end))
        is_span(value, value->number * 100 - 100, value->number * 100, value->end);
    return true;
}

/* Whether a word can begin a value: asked first, since few do. */
static bool may_begin(const struct word *word) {
    enum {
        beginnings = vocabulary_number | vocabulary_tens | vocabulary_ordinal | vocabulary_month
    };
    return word->kind == word_number || word->roles & beginnings;
}

static bool read_value(const struct reader *reader, struct value *value) {
    return read_day_first(reader, value) || read_month_first(reader, value) ||
           read_time(reader, value) || read_decade(reader, value) || read_years(reader, value) ||
           read_ordinal(reader, value) || read_cardinal(reader, value);
}

/* What the two words before it say about it. */
static void look_back(const struct reader *reader, struct value *value) {
    for (size_t back = 1; back <= 2 && back <= value->begin; back++) {
        size_t at = value->begin - back;
        value->hedged |= plays(reader, at, vocabulary_hedge);
        value->least |=
            plays(reader, at, vocabulary_least) || (plays(reader, at, vocabulary_than) && at > 0 &&
                                                    plays(reader, at - 1, vocabulary_more));
    }
}

static bool add_value(struct values *values, const struct allocator *allocator,
                      const struct value *value) {
    struct value *items = allocator_grow(allocator, values->items, &values->capacity,
                                         values->count + 1, sizeof *items);
    if (!items)
        return false;
    values->items = items;
    items[values->count++] = *value;
    return true;
}

bool values_find(struct values *values, const struct allocator *allocator,
                 const struct symbols *symbols, const struct words *words) {
    struct reader reader = {symbols, words};
    values->count = 0;
    for (size_t at = 0; at < words->count; at++) {
        struct value value = {.begin = (uint32_t)at, .scale = 1};
        if (!may_begin(&words->items[at]) || !read_value(&reader, &value))
            continue;
        look_back(&reader, &value);
        if (!add_value(values, allocator, &value))
            return false;
        at = value.end - (size_t)1;
    }
    return true;
}

size_t values_behind(const struct values *values, size_t word) {
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

static bool is_count(const struct value *value) {
    return value->type == value_number || value->type == value_ordinal;
}

/* Converted units are rounded: within a twentieth they are the same. */
static bool same_measure(const struct value *x, const struct value *y) {
    if (!x->dimension || x->dimension != y->dimension || x->factor == y->factor)
        return false;
    double a = x->number * x->factor, b = y->number * y->factor;
    return fabs(a - b) <= 0.05 * fmax(a, b);
}

bool value_same(const struct value *x, const struct value *y) {
    bool counts = (is_count(x) && (is_count(y) || y->type == value_year)) ||
                  (is_count(y) && x->type == value_year);
    if (counts)
        return x->number == y->number || same_measure(x, y);
    return x->type == y->type && x->number == y->number && x->last == y->last &&
           x->month == y->month && x->day == y->day;
}

/* Dates are compatible where neither says something that the other denies. */
static bool dates_compatible(const struct value *x, const struct value *y) {
    return (x->number == 0 || y->number == 0 || x->number == y->number) &&
           (x->month == 0 || y->month == 0 || x->month == y->month) &&
           (x->day == 0 || y->day == 0 || x->day == y->day);
}

/*
 * A century has a common year with whatever it is compatible with; shorter spans hold each other.
 */
static bool spans_compatible(const struct value *x, const struct value *y) {
    if (x->last - x->number == 100 || y->last - y->number == 100)
        return value_same(x, y) || (x->number < y->last && y->number < x->last);
    return (x->number <= y->number && y->last <= x->last) ||
           (y->number <= x->number && x->last <= y->last);
}

/* The year that a value is of, or may be; 0 for none. */
static double year_of(const struct value *value) {
    if (value->type == value_year || value->type == value_date)
        return value->number;
    bool may_be = value->type == value_number && value->number > 100 && value->number < 2100 &&
                  !value->dimension;
    return may_be ? value->number : 0;
}

static double power_of_ten(int exponent) {
    double power = 1;
    for (; exponent > 0; exponent--)
        power *= 10;
    return power;
}

/* How many digits a whole number has, and how many of them before the zeroes at its end. */
static void count_digits(double number, int *places, int *significant) {
    double rest = floor(number);
    *places = *significant = 0;
    while (rest >= 1) {
        ++*places;
        *significant += *significant > 0 || fmod(rest, 10) != 0;
        rest = floor(rest / 10);
    }
}

/* Whether `number`, with no more digits than `round` has before its zeroes, is `round`. */
static bool rounds_to(double number, double round) {
    int places, significant, unused;
    count_digits(round, &unused, &significant);
    count_digits(number, &places, &unused);
    if (places < significant)
        return number == round;
    double unit = power_of_ten(places - significant);
    return rint(number / unit) * unit == round;
}

/* Whether `exact` is what `rough` shows fewer digits of, or rounds. */
static bool is_rough(const struct value *rough, const struct value *exact) {
    double step = rough->scale / power_of_ten(rough->decimals); /* the last digit that it shows */
    double off = fabs(exact->number - rough->number);
    bool fewer_digits = rough->scale <= exact->scale * power_of_ten(exact->decimals) &&
                        rough->decimals < exact->decimals + (rough->scale > exact->scale ? 9 : 0);
    bool below = rough->least && exact->number < rough->number;
    if (below)
        return false;
    if (fewer_digits && off < step && (off <= 0.5001 * step || exact->number > rough->number))
        return true;
    return rough->hedged && rough->number >= 10 && rough->number < 1e15 && exact->number >= 10 &&
           rounds_to(exact->number, rough->number);
}

/* One direction of value_compatible(); 1 and 0 are final, -1 leaves it open. */
static int compatible_with(const struct value *x, const struct value *y) {
    if (x->type == value_date && y->type == value_year)
        return x->number == 0 || x->number == y->number;
    double year = year_of(y);
    if (x->type == value_span && year > 0)
        return x->number <= year && year <= x->last;
    if (x->type == value_number && y->type == value_number && is_rough(x, y))
        return 1;
    return -1;
}

bool value_compatible(const struct value *x, const struct value *y) {
    if (value_same(x, y))
        return true;
    if (x->type == value_date && y->type == value_date)
        return dates_compatible(x, y);
    int result = compatible_with(x, y);
    if (result < 0)
        result = compatible_with(y, x);
    if (result >= 0)
        return result > 0;
    return x->type == value_span && y->type == value_span && spans_compatible(x, y);
}

bool value_comparable(const struct value *x, const struct value *y) {
    enum { count, year, hour };
    static const uint8_t sorts[] = {
        [value_number] = count, [value_ordinal] = count, [value_year] = year,  [value_span] = year,
        [value_date] = year,    [value_time] = hour,     [value_other] = count};
    bool year_or_number = (x->type == value_year && y->type != value_ordinal) ||
                          (y->type == value_year && x->type != value_ordinal);
    return sorts[x->type] == sorts[y->type] ||
           (year_or_number && sorts[x->type] != hour && sorts[y->type] != hour);
}
