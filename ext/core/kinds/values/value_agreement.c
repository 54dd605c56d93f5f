/* value_agreement.c - see values.h. */
#include "values.h"

#include <math.h> /* fabs, floor, rint */

static bool counts(const struct value *value) {
    return value->type == value_number || value->type == value_ordinal;
}

/* "at most 5" and "at least 5", $5 and £5: whatever the numbers are */
static bool are_apart(const struct value *x, const struct value *y) {
    return (x->least && y->most) || (x->most && y->least) ||
           (x->currency && y->currency && x->currency != y->currency);
}

/* Whether the two have different units of one dimension, so that one converts to the other. */
static bool are_convertible(const struct value *x, const struct value *y) {
    return x->dimension && x->dimension == y->dimension && x->factor != y->factor;
}

/* Converted units are rounded: within a twentieth they are the same. */
static bool is_converted(double x, double y) {
    return fabs(x - y) <= 0.05 * fmax(fabs(x), fabs(y));
}

bool value_same(const struct value *x, const struct value *y) {
    if (are_apart(x, y))
        return false;
    bool numbers =
        (counts(x) && (counts(y) || y->type == value_year)) || (counts(y) && x->type == value_year);
    if (are_convertible(x, y) && (numbers || (x->type == value_range && y->type == value_range)))
        return is_converted(x->number * x->factor, y->number * y->factor) &&
               (numbers || is_converted(x->last * x->factor, y->last * y->factor));
    if (numbers)
        return x->number == y->number &&
               (!x->dimension || !y->dimension || x->dimension == y->dimension);
    return x->type == y->type && x->number == y->number && x->last == y->last &&
           x->month == y->month && x->day == y->day &&
           (x->half == y->half || x->half == 0 || y->half == 0);
}

static double power_of_ten(int exponent) {
    double power = 1;
    for (; exponent > 0; exponent--)
        power *= 10;
    return power;
}

/* How many digits a whole number has, and how many of them precede the zeroes at its end. */
static void count_digits(double number, int *places, int *significant) {
    double rest = floor(number);
    *places = *significant = 0;
    while (rest >= 1) {
        ++*places;
        *significant += *significant > 0 || fmod(rest, 10) != 0;
        rest = floor(rest / 10);
    }
}

/* Whether `rough` states `exact` with fewer digits, or rounds it: 1.3 million, about 200. */
static bool rounds(const struct value *rough, const struct value *exact) {
    if ((rough->least && exact->number < rough->number) ||
        (rough->most && exact->number > rough->number))
        return false;
    double step = rough->scale / power_of_ten(rough->decimals); /* the last digit that it shows */
    double off = fabs(exact->number - rough->number);
    bool fewer_digits = rough->scale <= exact->scale * power_of_ten(exact->decimals) &&
                        rough->decimals < exact->decimals + (rough->scale > exact->scale ? 9 : 0);
    if (fewer_digits && off < step && (off <= 0.5001 * step || exact->number > rough->number))
        return true;
    /* Of "over 400" and "over 403" neither rounds the other. */
    if (!rough->hedged || exact->hedged || rough->number < 10 || rough->number >= 1e15 ||
        exact->number < 10)
        return false;
    /* Rounded to as many digits as `rough` has before its zeroes. */
    int places, significant, unused;
    count_digits(rough->number, &unused, &significant);
    count_digits(exact->number, &places, &unused);
    if (places < significant)
        return exact->number == rough->number;
    double unit = power_of_ten(places - significant);
    return rint(exact->number / unit) * unit == rough->number;
}

/* Whether y can be true where x is, as far as x decides that: 1, 0, or -1 if it does not. */
static int compatible_with(const struct value *x, const struct value *y) {
    if (x->type == value_date && y->type == value_year)
        return x->number == 0 || x->number == y->number;
    bool may_be_year =
        y->type == value_number && y->number > 100 && y->number < 2100 && !y->dimension;
    double year = y->type == value_year || y->type == value_date || may_be_year ? y->number : 0;
    if (x->type == value_span && year > 0)
        return x->number <= year && year <= x->last;
    if (x->type == value_number && y->type == value_number && rounds(x, y))
        return 1;
    return -1;
}

/* Whether y is within range or bound x. A bound says "about", too: "over 200" is not 500. */
static bool is_within(const struct value *x, const struct value *y) {
    enum { times = 2 };
    if (!counts(y) && y->type != value_year)
        return false;
    double number = are_convertible(x, y) ? y->number * y->factor / x->factor : y->number;
    if (x->type == value_range)
        return x->number <= number && number <= x->last;
    if (y->least || y->most)
        return false;
    return (x->least && number >= x->number && number <= times * x->number) ||
           (x->most && number <= x->number && times * number >= x->number);
}

/* "1,400" and "1.400": a decimal mark to one writer, one between thousands to the other. */
static bool have_same_digits(const struct value *x, const struct value *y) {
    return x->type == value_number && y->type == value_number && x->decimals == 3 &&
           y->decimals == 0 && x->scale == y->scale &&
           fabs(x->number * 1000 - y->number) < 1e-6 * y->number;
}

bool value_compatible(const struct value *x, const struct value *y) {
    if (value_same(x, y))
        return true;
    if (have_same_digits(x, y) || have_same_digits(y, x))
        return true;
    if (are_apart(x, y))
        return false;
    if (is_within(x, y) || is_within(y, x))
        return true;
    if (x->type == value_date && y->type == value_date)
        return (x->number == 0 || y->number == 0 || x->number == y->number) &&
               (x->month == 0 || y->month == 0 || x->month == y->month) &&
               (x->day == 0 || y->day == 0 || x->day == y->day);
    int result = compatible_with(x, y);
    if (result < 0)
        result = compatible_with(y, x);
    if (result >= 0)
        return result > 0;
    if (x->type != value_span || y->type != value_span)
        return false;
    if (x->stated && y->stated) /* "from 1917 to 1920", "from 1917 to 1922", "from 1918 to 1919" */
        return false;
    /* A century agrees with spans that it overlaps; of two others, one must contain the other. */
    if (x->last - x->number == 100 || y->last - y->number == 100)
        return x->number < y->last && y->number < x->last;
    return (x->number <= y->number && y->last <= x->last) ||
           (y->number <= x->number && x->last <= y->last);
}

bool value_comparable(const struct value *x, const struct value *y) {
    enum { count, year, hour };
    static const uint8_t sorts[] = {
        [value_number] = count, [value_ordinal] = count, [value_year] = year,
        [value_span] = year,    [value_date] = year,     [value_time] = hour,
        [value_range] = count,  [value_other] = count};
    bool year_or_number = (x->type == value_year && y->type != value_ordinal) ||
                          (y->type == value_year && x->type != value_ordinal);
    return sorts[x->type] == sorts[y->type] ||
           (year_or_number && sorts[x->type] != hour && sorts[y->type] != hour);
}
