/* utf8.c - see utf8.h. */
#include "utf8.h"

#include "../../ext/core/text/characters.h"
#include "../base/ascii.h"

#include <string.h> /* memcpy, memchr */

size_t utf8_valid_length(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t at = 0;
    while (at < length) {
        uint64_t eight;
        if (length - at >= sizeof eight) {
            memcpy(&eight, bytes + at, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) { /* all of them ASCII */
                at += sizeof eight;
                continue;
            }
        }
        uint32_t code_point;
        size_t size = utf8_read(text + at, length - at, &code_point);
        if (size == 0)
            break;
        at += size;
    }
    return at;
}

size_t utf8_count(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += !utf8_continues(text[i]);
    return count;
}

size_t utf8_cut(const char *text, size_t length, size_t most) {
    if (length <= most)
        return length;
    while (most > 0 && utf8_continues(text[most]))
        most--;
    return most;
}

bool utf8_is_blank(const char *text, size_t length) {
    uint32_t point;
    for (size_t at = 0, step; at < length; at += step) {
        step = utf8_read(text + at, length - at, &point);
        if (step == 0 || character_of(point).class != character_space)
            return false;
    }
    return true;
}

enum { escape_length = 6, no_unit = 0x10000 }; /* "\uD83D" */

/* The code unit that the escape at `at` stands for; no_unit if no whole escape is there. */
static unsigned escaped_unit(const char *at, const char *end) {
    enum { hexadecimal = 16 };
    unsigned unit = 0;
    if (end - at < escape_length || at[0] != '\\' || at[1] != 'u')
        return no_unit;
    for (int i = 2; i < escape_length; i++) {
        unsigned digit = ascii_digit_value(at[i]);
        if (digit >= hexadecimal)
            return no_unit;
        unit = unit * hexadecimal + digit;
    }
    return unit;
}

void utf8_mend_escapes(char *json, size_t length) {
    char *end = json + length, *at = json;
    while (at < end && (at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        unsigned unit = escaped_unit(at, end);
        if (unit == no_unit) {
            at += 2;
            continue;
        }
        char *next = at + escape_length;
        bool half = unit >= 0xD800 && unit < 0xE000;
        unsigned other = half && unit < 0xDC00 ? escaped_unit(next, end) : no_unit;
        if (other >= 0xDC00 && other < 0xE000) {
            half = false;
            next += escape_length;
        }
        if (unit == 0 || half)
            memcpy(at, "\\ufffd", escape_length);
        at = next;
    }
}
