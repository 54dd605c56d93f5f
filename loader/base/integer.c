/* integer.c - see integer.h. */
#include "integer.h"

#include "ascii.h"

#include <errno.h>
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
