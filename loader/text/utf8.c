/* utf8.c - see utf8.h. */
#include "utf8.h"

#include <string.h> /* memcpy */

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
