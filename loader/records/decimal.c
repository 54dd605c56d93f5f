/* decimal.c - see decimal.h. */
#include "decimal.h"

#include "../base/ascii.h"

#include <math.h>   /* isfinite */
#include <stdlib.h> /* strtof */
#include <string.h>

static const char *skip_digits(const char *at, const char *end, bool *some) {
    for (; at < end && ascii_is_digit(*at); at++)
        *some = true;
    return at;
}

bool decimal_is(const char *bytes, size_t length) {
    const char *at = bytes, *end = bytes + length;
    bool some = false;
    if (length == 0 || length > decimal_max)
        return false;
    at += *at == '-' || *at == '+';
    at = skip_digits(at, end, &some);
    at += at < end && *at == '.';
    at = skip_digits(at, end, &some);
    if (some && at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '-' || *at == '+');
        some = false;
        at = skip_digits(at, end, &some);
    }
    return some && at == end;
}

/* The loader never calls setlocale(), so a point is a point. */
bool decimal_read(const char *bytes, size_t length, float *value) {
    char copy[decimal_max + 1];
    if (!decimal_is(bytes, length))
        return false;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    *value = strtof(copy, NULL);
    return isfinite(*value);
}
