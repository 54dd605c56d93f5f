/* entities.c - see entities.h. libxml2 knows the names: HTML 4.01, section 24. */
#include "entities.h"

#include "../base/ascii.h"

#include <libxml/HTMLparser.h> /* htmlEntityLookup */

enum { longest_entity = 16, replacement = 0xFFFD };

/*
 * The numbers 128 to 159 are control characters in Unicode. Pages that use them mean the characters
 * of Windows-1252, and browsers show these (HTML 5, section 13.2.5.80).
 */
static const unsigned short windows_1252[32] = {
    0x20AC,      replacement, 0x201A, 0x0192, 0x201E, 0x2026,      0x2020, 0x2021,
    0x02C6,      0x2030,      0x0160, 0x2039, 0x0152, replacement, 0x017D, replacement,
    replacement, 0x2018,      0x2019, 0x201C, 0x201D, 0x2022,      0x2013, 0x2014,
    0x02DC,      0x2122,      0x0161, 0x203A, 0x0153, replacement, 0x017E, 0x0178};

static struct entity read_number(const char *text, size_t length) {
    static const struct entity none = {0, 0};
    size_t at = 2;
    unsigned base = 10;
    if (at < length && ascii_lower(text[at]) == 'x') {
        base = 16;
        at++;
    }
    size_t first = at;
    unsigned long number = 0;
    while (at < length && at < longest_entity && ascii_digit_value(text[at]) < base) {
        if (number <= 0x10FFFF)
            number = number * base + ascii_digit_value(text[at]);
        at++;
    }
    if (at == first || at == length || text[at] != ';')
        return none;
    bool control = number < 0x20 && number != '\t' && number != '\n' && number != '\r';
    bool surrogate = number >= 0xD800 && number < 0xE000;
    if (number >= 0x80 && number < 0xA0)
        number = windows_1252[number - 0x80];
    else if (control || surrogate || number == 0x7F || number > 0x10FFFF)
        number = replacement;
    return (struct entity){at + 1, number};
}

struct entity entity_read(const char *text, size_t length) {
    char name[longest_entity];
    size_t at = 1;
    if (length > 1 && text[1] == '#')
        return read_number(text, length);
    for (; at < length && at < longest_entity && ascii_is_alnum(text[at]); at++)
        name[at - 1] = text[at];
    if (at == 1 || at == length || text[at] != ';')
        return (struct entity){0, 0};
    name[at - 1] = '\0';
    const htmlEntityDesc *known = htmlEntityLookup((const xmlChar *)name);
    return known ? (struct entity){at + 1, known->value} : (struct entity){0, 0};
}
