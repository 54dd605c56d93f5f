/* number.c - see number.h. */
#include "number.h"

#include "ascii.h"

#include <errno.h>
#include <math.h> /* isfinite */
#include <stdlib.h>
#include <string.h>

bool integer_read(const char *bytes, size_t length, int64_t *number) {
    char word[32], *end;
    if (length == 0 || length >= sizeof word)
        return false;
    memcpy(word, bytes, length);
    word[length] = '\0';
    errno = 0;
    long long read = strtoll(word, &end, 10);
    bool is_integer = end > word && errno == 0;
    end += strspn(end, " \t\r\n");
    if (!is_integer || end != word + length)
        return false;
    *number = read;
    return true;
}

size_t integer_read_digits(const char *bytes, size_t length, int64_t *number) {
    size_t at = 0;
    *number = 0;
    for (; at < length && ascii_is_digit(bytes[at]); at++) {
        int digit = bytes[at] - '0';
        *number = *number > (INT64_MAX - digit) / 10 ? INT64_MAX : *number * 10 + digit;
    }
    return at;
}

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
