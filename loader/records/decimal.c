/*
 * decimal.c - see decimal.h.
 *
 * Nearly all numbers take the short way of Clinger 1990: an integer of up to 53 bits and a power of
 * ten up to 10^22 are exact doubles, so one operation on them gives the double nearest to the
 * number. The float nearest to that double is the one nearest to the number, unless the double lies
 * exactly between two floats. These, and all others, are left to strtof(), which takes longer. The
 * loader never calls setlocale(), so a point is a point.
 */
#include "decimal.h"

#include "../base/ascii.h"

#include <assert.h>
#include <float.h>
#include <math.h> /* isfinite */
#include <stdint.h>
#include <stdlib.h> /* strtof */
#include <string.h>

/* A number taken apart: digits * 10^exponent. */
struct decimal {
    bool negative;
    uint64_t digits; /* the first 19 that are significant; above 2^53 if there are more */
    long exponent;   /* kept within a range that no float reaches */
};

enum { digits_max = 19, exponent_max = 100000 };

/* Reads digits up to the first other byte, which `at` then points to. True if there is one. */
static bool read_digits(const char **at, const char *end, bool fraction, struct decimal *decimal,
                        int *count) {
    const char *begin = *at;
    for (; *at < end && ascii_is_digit(**at); ++*at) {
        if (*count < digits_max) {
            decimal->digits = decimal->digits * 10 + (uint64_t)(**at - '0');
            *count += decimal->digits > 0;
            decimal->exponent -= fraction;
        } else {
            decimal->exponent += !fraction;
        }
    }
    return *at > begin;
}

static bool read_exponent(const char **at, const char *end, struct decimal *decimal) {
    long exponent = 0;
    ++*at;
    bool negative = *at < end && **at == '-';
    *at += *at < end && (**at == '-' || **at == '+');
    if (*at == end)
        return false;
    for (; *at < end && ascii_is_digit(**at); ++*at)
        exponent = exponent < exponent_max ? exponent * 10 + (**at - '0') : exponent;
    decimal->exponent += negative ? -exponent : exponent;
    return *at == end;
}

static bool take_apart(const char *bytes, size_t length, struct decimal *decimal) {
    const char *at = bytes, *end = bytes + length;
    int count = 0;
    *decimal = (struct decimal){0};
    if (length == 0 || length > decimal_max)
        return false;
    decimal->negative = *at == '-';
    at += *at == '-' || *at == '+';
    bool some = read_digits(&at, end, false, decimal, &count);
    if (at < end && *at == '.') {
        at++;
        some = read_digits(&at, end, true, decimal, &count) || some;
    }
    if (some && at < end && (*at == 'e' || *at == 'E'))
        return read_exponent(&at, end, decimal);
    return some && at == end;
}

/* The short way; false if it does not lead to the nearest float for certain. */
static bool round_quickly(const struct decimal *decimal, float *value) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const long most = sizeof powers / sizeof *powers - 1;
    const uint64_t between = UINT64_C(1) << 28, lower = (between << 1) - 1;
    uint64_t bits;
    if (FLT_EVAL_METHOD != 0 || decimal->digits > UINT64_C(1) << 53 || decimal->exponent < -most ||
        decimal->exponent > most)
        return false;
    double nearest = (double)decimal->digits;
    nearest = decimal->exponent < 0 ? nearest / powers[-decimal->exponent]
                                    : nearest * powers[decimal->exponent];
    if (nearest != 0 && (nearest < (double)FLT_MIN || nearest > (double)FLT_MAX))
        return false;
    memcpy(&bits, &nearest, sizeof bits);
    *value = (float)(decimal->negative ? -nearest : nearest);
    return (bits & lower) != between;
}

bool decimal_read(const char *bytes, size_t length, float *value) {
    char copy[decimal_max + 1];
    struct decimal decimal;
    if (!take_apart(bytes, length, &decimal))
        return false;
    if (round_quickly(&decimal, value))
        return true;
    assert(length <= decimal_max);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    *value = strtof(copy, NULL);
    return isfinite(*value);
}

bool decimal_is(const char *bytes, size_t length) {
    struct decimal decimal;
    return take_apart(bytes, length, &decimal);
}
