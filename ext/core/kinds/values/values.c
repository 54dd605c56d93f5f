/* values.c - see values.h. */
#include "values.h"

#include "../../base/binary_search.h"
#include "../../text/characters.h"
#include "written_number.h"

#include <math.h> /* ceil, floor */

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

/* The next three return 0 if the word is not one. "81 May" is a wrong date, but a date. */

static int day_at(const struct words *words, size_t at) {
    size_t count;
    int day = digits_at(words, at, &count);
    return day >= 1 && count <= 2 ? day : 0;
}

static int year_at(const struct words *words, size_t at) {
    size_t count;
    int year = digits_at(words, at, &count);
    return year >= 1000 && year <= 2100 ? year : 0;
}

static int month_at(const struct words *words, size_t at) {
    if (!words_has_role(words, at, vocabulary_month) ||
        (!words->items[at].capital && !words->table->vocabulary->small_months))
        return 0;
    return (int)words_meaning(words, at)->value;
}

/* An ordinal in words: third, siebenundzwanzigste. */
static double ordinal_at(const struct words *words, size_t at) {
    bool is_ordinal;
    double number;
    if (words_has_role(words, at, vocabulary_ordinal))
        return words_meaning(words, at)->value;
    return compound_number_read(words, at, &is_ordinal, &number) && is_ordinal ? number : 0;
}

static size_t skip(const struct words *words, size_t at, uint64_t roles) {
    return words_has_role(words, at, roles) ? at + 1 : at;
}

/* The word after the ending of an ordinal, or `at` if there is none: 3rd, 1er, 1.º, 20-е, 3. */
static size_t skip_ending(const struct words *words, size_t at) {
    size_t suffix = at;
    bool dot = words_is_letter(words, at, '.') && words->table->vocabulary->dot_ordinals &&
               words_is_attached(words, at) && words->items[at - 1].length <= 3 &&
               !words_is_attached(words, at + 1) && words_is_kind(words, at + 1, word_letters);
    if (words_has_role(words, at, vocabulary_ending) || dot)
        return at + 1;
    if (words_is_letter(words, at, '.') || words_is_letter(words, at, '-'))
        suffix++;
    return words_has_role(words, suffix, vocabulary_suffix) && words_is_attached(words, at) &&
                   words_is_attached(words, suffix)
               ? suffix + 1
               : at;
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

/* The day that a date begins with, and the word after it; 0 if it does not. */
static int read_day(const struct words *words, size_t *at) {
    int day = day_at(words, *at);
    if (day) {
        *at = skip_ending(words, *at + 1);
        return day;
    }
    /* "le premier mai"; "the first May meeting" is no date */
    double ordinal = ordinal_at(words, *at);
    if (ordinal > 31 ||
        !(words->table->vocabulary->small_months || words_has_role(words, *at + 1, vocabulary_of)))
        return 0;
    ++*at;
    return (int)ordinal;
}

/* 4 July 2010, 4th of July, 2010, 4 July, 4. Juli, 4 de julio de 2010, premier juillet */
static bool read_day_first(const struct words *words, struct value *value) {
    size_t at = value->begin;
    int day = read_day(words, &at);
    if (!day)
        return false;
    at = skip(words, at, vocabulary_of);
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
    bool counts = day > 31 && words_is_kind(words, at + 1, word_letters) &&
                  !words_has_role(words, at + 1, vocabulary_function); /* "in July 40 men" */
    if (day && !counts) {
        size_t end = skip_ending(words, at + 1);
        size_t last = words_is_letter(words, end, ',') ? end + 1 : end;
        int year = year_at(words, last);
        return set_date(value, year, month, day, year ? last + 1 : end);
    }
    size_t last = skip_comma_or_of(words, at);
    int year = year_at(words, last);
    if (year)
        return set_date(value, year, month, 0, last + 1);
    bool may_be_verb = words_has_role(words, begin, vocabulary_also_verb);
    if (begin == 0 || (words->items[begin].length <= 3 && !may_be_verb) ||
        words->items[begin].capital == words->table->vocabulary->small_months ||
        (may_be_verb && !words_is_letter(words, begin - 1, '-') &&
         !words_has_role(words, begin - 1, vocabulary_before_month)))
        return false;
    return set_date(value, 0, month, 0, at);
}

/* A number, and the mark after it; 0 without them. */
static double read_marked(const struct words *words, size_t *at, uint64_t mark) {
    struct written_number found;
    if (!written_number_read(words, *at, &found) || found.decimals > 0 ||
        !words_has_role(words, found.end, mark))
        return 0;
    *at = found.end + 1;
    return found.number;
}

/* 1990年10月3日, 1990年10月, 10月3日, 1990年, 10月, 3日, and all of that with 十月 and the like */
static bool read_marked_date(const struct words *words, struct value *value) {
    size_t at = value->begin;
    if (!words->table->vocabulary->phrases)
        return false;
    double year = read_marked(words, &at, vocabulary_year_mark);
    if (year > 0 && (year < 1000 || year > 2100))
        return false;
    double month = read_marked(words, &at, vocabulary_month_mark);
    double day = year > 0 && month == 0 ? 0 : read_marked(words, &at, vocabulary_day_mark);
    if (month > 99 || day > 99 || (year == 0 && month == 0 && day == 0))
        return false;
    set_date(value, (int)year, (int)month, (int)day, at);
    if (month == 0 && day == 0)
        value->type = value_year;
    return true;
}

/* 1951-07-31; "1951-17-31" is a wrong date, but a date */
static bool read_iso_date(const struct words *words, struct value *value) {
    size_t at = value->begin, month_digits = 0, day_digits = 0;
    int year = year_at(words, at);
    int month = digits_at(words, at + 2, &month_digits);
    int day = digits_at(words, at + 4, &day_digits);
    if (!year || month < 1 || day < 1 || month_digits != 2 || day_digits != 2 ||
        !words_is_letter(words, at + 1, '-') || !words_is_letter(words, at + 3, '-'))
        return false;
    set_date(value, year, month, day, at + 5);
    return true;
}

/* Reads "am", "p.m." and the like; 0 without them. */
static uint8_t read_half(const struct words *words, size_t *at) {
    if (*at < words->count && words_meaning(words, *at)->opposite_kind == opposite_time)
        return (uint8_t)(words_meaning(words, (*at)++)->side + 1);
    bool first = words_is_letter(words, *at, 'a');
    if (!(first || words_is_letter(words, *at, 'p')) || !words_is_letter(words, *at + 1, '.') ||
        !words_is_letter(words, *at + 2, 'm'))
        return 0;
    *at += words_is_letter(words, *at + 3, '.') ? 4 : 3;
    return first ? 1 : 2;
}

/* The hour and minute of 10.30; false if the word is not that. */
static bool read_clock(const struct words *words, size_t at, int *hour, int *minute) {
    struct letter_slice letters = words_letters(words, at);
    size_t point = letters.count - 3;
    *hour = *minute = 0;
    if (letters.count < 4 || letters.count > 5 || letters.values[point] != '.')
        return false;
    for (size_t i = 0; i < letters.count; i++) {
        int *number = i < point ? hour : minute;
        if (i != point)
            *number = *number * 10 + (int)character_digit_value(letters.values[i]);
    }
    return true;
}

/* 10:30, 22:30, 10:30 p.m., 10.30 pm, 10 pm; "90:00 pm" is a wrong time, but a time */
static bool read_time(const struct words *words, struct value *value) {
    size_t at = value->begin, end = at + 1, count = 0;
    int hour = digits_at(words, at, &count), minute = 0;
    bool colon = words_is_letter(words, end, ':');
    if (colon) {
        minute = digits_at(words, at + 2, &count);
        end = at + 3;
    } else if (hour < 0 && !read_clock(words, at, &hour, &minute)) {
        return false;
    }
    uint8_t half = read_half(words, &end);
    bool right = hour <= 24;
    if (hour < 0 || hour > 99 || minute < 0 || (colon && count != 2) ||
        (half == 0 && !(colon && right)))
        return false;
    value->type = value_time;
    value->number = (right ? hour % 12 : hour) * 60 + minute;
    value->half = half == 0 && hour > 12 && hour < 24 ? 2 : half;
    value->end = (uint32_t)end;
    return true;
}

static bool set_span(struct value *value, double first, double last, size_t end) {
    value->type = value_span;
    value->number = first;
    value->last = last;
    value->end = (uint32_t)end;
    return true;
}

/* From one year to another. */
static bool set_years(struct value *value, double first, double last, size_t end) {
    value->stated = true;
    return set_span(value, first, last, end);
}

/* Where a decade ends that begins with a year; 0 if it is not a decade. */
static size_t decade_end(const struct words *words, size_t at, int year) {
    size_t end = at + 1;
    if (words_is_letter(words, end, '\'') || words_is_letter(words, end, '-'))
        end++;
    if (words_is_attached(words, end) && words_has_role(words, end, vocabulary_decade))
        return end + 1;
    bool introduced = at > 0 && words_has_role(words, at - 1, vocabulary_before_decade);
    return introduced && year % 10 == 0 ? at + 1 : 0;
}

/* Cuts a span to the part that the word before it selects: late 1990s, mid-1990s, early 18th. */
static void select_part(const struct words *words, struct value *value) {
    size_t at = value->begin;
    if (at > 1 && words_is_letter(words, at - 1, '-'))
        at--;
    if (at == 0 || !words_has_role(words, at - 1, vocabulary_part))
        return;
    double part = words_meaning(words, at - 1)->value, years = value->last - value->number;
    double half = floor((years + 1) / 2), quarter = ceil(years / 4);
    bool middle = part > 0 && part < 1;
    value->number += middle ? quarter : part > 0 ? half : 0;
    value->last -= middle ? quarter : part > 0 ? 0 : half;
}

/* The year with which a decade of two digits begins, taken for the 20th century; otherwise 0. */
static int short_decade_at(const struct words *words, size_t at) {
    size_t count;
    int decade = digits_at(words, at, &count);
    size_t before = at > 0 && words_is_letter(words, at - 1, '\'') ? at - 1 : at;
    bool introduced =
        before > 0 && words_has_role(words, before - 1, vocabulary_determiner | vocabulary_part);
    return decade > 0 && count == 2 && decade % 10 == 0 && introduced ? 1900 + decade : 0;
}

/* 1990s, 1990's, late 1990s, the 90s, 1990er, années 1990, 1990年代; 1800s is a century. */
static bool read_decade(const struct words *words, struct value *value) {
    size_t at = value->begin;
    int year = year_at(words, at), first = year ? year : short_decade_at(words, at);
    size_t end = first ? decade_end(words, at, first) : 0;
    if (!end || (!year && end == at + 1))
        return false;
    set_span(value, first, first + (first % 100 == 0 && first < 1900 ? 99 : 9), end);
    select_part(words, value);
    return true;
}

/* 1914-1918, 1914-18, 1914/15 */
static bool read_years(const struct words *words, struct value *value) {
    size_t at = value->begin, count = 0;
    int first = year_at(words, at);
    int last = digits_at(words, at + 2, &count);
    if (!first || last < 0 ||
        !(words_is_letter(words, at + 1, '-') || words_is_letter(words, at + 1, '/')) ||
        (count != 2 && count != 4) || decade_end(words, at + 2, last))
        return false;
    if (count == 2)
        last += first / 100 * 100;
    return last > first && last < first + 1000 && set_years(value, first, last, at + 3);
}

/* Whether a century follows a number, perhaps after a hyphen. */
static bool is_century(const struct words *words, size_t at) {
    return words_has_role(words, words_is_letter(words, at, '-') ? at + 1 : at, vocabulary_century);
}

static void set_century(const struct words *words, struct value *value, double century,
                        size_t end) {
    set_span(value, century * 100 - 100, century * 100, end);
    select_part(words, value);
}

/* XIX века, siglo XIX, XIX-XX w., ΙΘ΄ αιώνας */
static bool read_lettered_century(const struct words *words, struct value *value) {
    size_t at = value->begin, end = at + 1;
    bool near =
        (at > 0 && words_has_role(words, at - 1, vocabulary_century)) || is_century(words, end) ||
        (words_is_letter(words, end, '-') && words_has_role(words, at + 3, vocabulary_century));
    int century = near ? roman_numeral_at(words, at) : 0;
    int greek = century ? 0 : greek_numeral_at(words, at, &end);
    if (greek && is_century(words, end))
        century = greek;
    if (century)
        set_century(words, value, century, end);
    return century > 0;
}

/* 第3回, 第三 */
static bool read_introduced_ordinal(const struct words *words, struct value *value) {
    struct written_number found;
    if (!words_has_role(words, value->begin, vocabulary_before_ordinal) ||
        !written_number_read(words, value->begin + (size_t)1, &found) || found.decimals > 0)
        return false;
    value->type = value_ordinal;
    value->number = found.number;
    value->end = found.end;
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

/* 3rd, third, and centuries: 18th century, 14th and 15th centuries, 19世紀 */
static bool set_ordinal(const struct words *words, struct value *value, double ordinal,
                        size_t end) {
    size_t century = end;
    value->type = value_ordinal;
    value->number = ordinal;
    value->end = (uint32_t)end;
    if (words_has_role(words, end, vocabulary_and))
        century = skip_ending(words, end + 2);
    if (is_century(words, century))
        set_century(words, value, ordinal, end);
    return true;
}

/* A part of a whole, in percent. */
static bool set_share(struct value *value, double share) {
    value->number = 100 * share;
    value->decimals = floor(value->number) < value->number ? 2 : 0;
    value->dimension = dimension_percent;
    value->factor = 1;
    return true;
}

/* "one third", "three quarters", "a third of", "half of", "half the", but not "the first half" */
static bool read_share(const struct words *words, struct value *value) {
    size_t at = value->begin, end = at + 1;
    size_t count = 0;
    int digits = digits_at(words, at, &count);
    double parts = 1;
    if ((digits > 0 && count <= 2) || words_has_role(words, at, vocabulary_number)) {
        parts = digits > 0 ? digits : words_meaning(words, at)->value;
        size_t share = words_is_letter(words, end, '-') ? end + 1 : end;
        if (!words_has_role(words, share, vocabulary_share) ||
            (parts > 1 && words_has_role(words, share, vocabulary_ordinal)))
            return false;
        at = share;
        end = share + 1;
    } else {
        bool introduced = at > 0 && words_has_role(words, at - 1, vocabulary_vague);
        bool ordinal = words_has_role(words, at, vocabulary_ordinal);
        bool follows = at > 0 && words->items[at - 1].kind != word_mark &&
                       !words_has_role(words, at - 1, vocabulary_function);
        bool of = words_has_role(words, end, vocabulary_of | vocabulary_vague) ||
                  (!ordinal && words_has_role(words, end, vocabulary_determiner));
        if (!words_has_role(words, at, vocabulary_share) || !of || (ordinal && !introduced) ||
            follows || (at > 0 && words_has_role(words, at - 1, vocabulary_determiner)))
            return false;
    }
    value->end = (uint32_t)end;
    return set_share(value, parts / words_meaning(words, at)->value);
}

/* 20 to 30, between 20 and 30, 20-30 km, from 1914 to 1918; 20-30 alone may be a score. */
static bool read_range(const struct words *words, struct value *value) {
    struct written_number first, last;
    size_t at = value->begin;
    if (!written_number_read(words, at, &first))
        return false;
    bool between = at > 0 && words_has_role(words, at - 1, vocabulary_between);
    if (!words_has_role(words, first.end, vocabulary_to) &&
        !words_is_letter(words, first.end, '-') &&
        !(between && words_has_role(words, first.end, vocabulary_and)))
        return false;
    size_t second = first.end + (size_t)1;
    if (!written_number_read(words, second, &last) || skip_ending(words, last.end) > last.end ||
        is_century(words, last.end) || month_at(words, last.end) ||
        words_is_letter(words, last.end, ':'))
        return false;
    if (first.scale < last.scale && first.number < last.number / last.scale)
        first.number *= last.scale; /* 20 to 30 million */
    if (first.number >= last.number)
        return false;
    if (year_at(words, at) && year_at(words, second))
        return set_years(value, first.number, last.number, last.end);
    struct value range = {.begin = value->begin, .end = last.end, .type = value_range};
    read_unit(words, &range);
    if (words_is_letter(words, first.end, '-') && !range.dimension)
        return false;
    range.number = first.number;
    range.last = last.number;
    range.scale = last.scale;
    *value = range;
    return true;
}

/* twenty-first: the words before the ordinal are its tens. */
static bool read_tens_ordinal(const struct words *words, struct value *value) {
    size_t at = value->begin;
    size_t ones = words_is_letter(words, at + 1, '-') ? at + 2 : at + 1;
    double ordinal = words_has_role(words, at, vocabulary_tens) ? ordinal_at(words, ones) : 0;
    if (ordinal < 1 || ordinal > 9)
        return false;
    return set_ordinal(words, value, words_meaning(words, at)->value + ordinal, ones + 1);
}

/* Any other number, in digits or words: 841, 2½, thirty-one, 1.3 million, 5 km, 3rd, third */
static bool read_number(const struct words *words, struct value *value) {
    size_t at = value->begin;
    struct written_number found;
    double ordinal = ordinal_at(words, at);
    if (ordinal > 0)
        return set_ordinal(words, value, ordinal, at + 1);
    if (!written_number_read(words, at, &found)) {
        value->type = value_other;
        value->number = words->symbols[at];
        value->end = value->begin + 1;
        return words_is_kind(words, at, word_number);
    }
    size_t end = skip_ending(words, found.end);
    if (found.decimals == 0 && !words_has_role(words, at, vocabulary_fraction) &&
        (end > found.end || is_century(words, end)))
        return set_ordinal(words, value, found.number, end);
    value->number = found.number;
    value->scale = found.scale;
    value->decimals = found.decimals;
    value->end = found.end;
    /* An amount, or the number of a thing: $1265, No. 1101, house number 1101. */
    size_t before = at > 1 && words_is_letter(words, at - 1, '.') ? at - 2 : at - 1;
    bool introduced =
        at > 0 && (value_is_currency(words, at - 1) || words_is_letter(words, at - 1, '#') ||
                   words_has_role(words, before, vocabulary_before_number));
    bool may_be_year = year_at(words, at) && value->end == at + 1 && !introduced;
    bool measures = words_has_role(words, at + 1, vocabulary_unit) &&
                    !words_has_role(words, at + 1, vocabulary_ordinal); /* "in 1990 second" */
    if (may_be_year && !measures) {
        value->type = value_year;
        return true;
    }
    read_unit(words, value);
    bool part = found.number < 1 && words_has_role(words, at, vocabulary_fraction) &&
                words_has_role(words, found.end, vocabulary_of | vocabulary_determiner);
    return !part || set_share(value, found.number); /* "⅔ of it" */
}

/* ---- All values ---- */

/* Words with these roles may begin a value. Roman numerals and compounds have no role. */
static const uint64_t beginnings = vocabulary_number | vocabulary_tens | vocabulary_ordinal |
                                   vocabulary_month | vocabulary_before_ordinal | vocabulary_share |
                                   vocabulary_piece;

static bool read_value(const struct words *words, struct value *value) {
    const struct word *word = &words->items[value->begin];
    if (word->kind == word_number)
        return read_day_first(words, value) || read_marked_date(words, value) ||
               read_iso_date(words, value) || read_time(words, value) ||
               read_decade(words, value) || read_years(words, value) || read_share(words, value) ||
               read_range(words, value) || read_number(words, value);
    if (word->roles & beginnings & ~vocabulary_piece)
        return read_day_first(words, value) || read_month_first(words, value) ||
               read_marked_date(words, value) || read_introduced_ordinal(words, value) ||
               read_share(words, value) || read_tens_ordinal(words, value) ||
               read_range(words, value) || read_number(words, value);
    if (word->roles & vocabulary_piece) /* "un" is an article, except in "un million" */
        return words_has_role(words, value->begin + (size_t)1, vocabulary_scale) &&
               read_number(words, value);
    bool ordinal;
    double compound;
    return read_lettered_century(words, value) ||
           (compound_number_read(words, value->begin, &ordinal, &compound) &&
            (read_day_first(words, value) || read_number(words, value)));
}

bool values_find(struct values *values, const struct allocator *allocator,
                 const struct words *words) {
    enum { words_between = 3 };
    bool any_letters = words->table->vocabulary->compounds > 0 || words->roles & vocabulary_century;
    values->count = 0;
    for (size_t at = 0; at < words->count; at++) {
        const struct word *word = &words->items[at];
        if (word->kind != word_number && !(word->roles & beginnings) &&
            !(any_letters && word->kind == word_letters))
            continue;
        struct value value = {.begin = (uint32_t)at, .scale = 1};
        if (!read_value(words, &value))
            continue;
        assert(value.begin < value.end && value.end <= words->count);
        value_set_bounds(&value, words);
        /* In brackets after another value of its dimension: 30 ft (about 9.1 m). */
        const struct value *before = values->count > 0 ? &values->items[values->count - 1] : NULL;
        value.converted = before && value.dimension && value.dimension == before->dimension &&
                          value.factor != before->factor &&
                          words_is_letter(words, before->end, '(') &&
                          value.begin - before->end <= words_between;
        if (!ARRAY_APPEND(allocator, values->items, values->count, values->capacity, value))
            return false;
        at = value.end - (size_t)1;
    }
    return true;
}

size_t values_first_after(const struct values *values, size_t word) {
    size_t low = 0, high = values->count;
    BINARY_SEARCH(low, high, values->items[middle].end <= word)
    return low;
}

void values_free(struct values *values, const struct allocator *allocator) {
    allocator->release(values->items);
    *values = (struct values){0};
}
