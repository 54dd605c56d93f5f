/* utf8.c - see utf8.h. */
#include "utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h> /* memcpy */

/* Bytes of the character that begins with a lead byte; 0 for a byte that begins none. */
static size_t length_of(unsigned char lead) {
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* Whether the second byte fits the lead byte: no longer form than needed, no surrogate, no more
 * than U+10FFFF. */
static bool second_fits(unsigned char lead, unsigned char second) {
    unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
}

size_t utf8_character_length(const char *text, size_t left) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = length_of(bytes[0]);
    if (length > left || (length > 1 && !second_fits(bytes[0], bytes[1])))
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

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
        size_t size = utf8_character_length(text + at, length - at);
        if (size == 0)
            break;
        at += size;
    }
    return at;
}
