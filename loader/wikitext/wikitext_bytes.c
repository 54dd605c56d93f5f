/* wikitext_bytes.c - see wikitext_bytes.h. */
#include "wikitext_bytes.h"

#define FIVE(kind) kind, kind, kind, kind, kind
#define TEN(kind) FIVE(kind), FIVE(kind)
#define EVERYWHERE                                                                          \
    ['\0'] = TEN(wikitext_space), [11] = TEN(wikitext_space), TEN(wikitext_space),          \
    wikitext_space, [' '] = wikitext_blank, [127] = wikitext_space, [0xC2] = wikitext_wide, \
    [0xE2] = wikitext_wide, [0xE3] = wikitext_wide, [0xEF] = wikitext_wide,                 \
    ['&'] = wikitext_ampersand, [':'] = wikitext_colon

const unsigned char wikitext_markup_bytes[256] = {
    EVERYWHERE,
    ['\n'] = wikitext_line_end,
    ['\''] = wikitext_quote,
    ['<'] = wikitext_angle,
    ['['] = wikitext_open_bracket,
    [']'] = wikitext_close_bracket,
    ['{'] = wikitext_open_brace,
    ['}'] = wikitext_close_brace,
    ['|'] = wikitext_cell,
    ['!'] = wikitext_cell,
    ['_'] = wikitext_underscore,
    ['-'] = wikitext_dash,
};

/* The colon is for URLs. */
const unsigned char wikitext_literal_bytes[256] = {EVERYWHERE, ['\n'] = wikitext_space};

size_t wikitext_wide_length(const char *text, size_t length, bool *space) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (length >= 2 && bytes[0] == 0xC2) {
        *space = bytes[1] == 0xA0; /* no-break space; 0xAD is the soft hyphen */
        return bytes[1] == 0xA0 || bytes[1] == 0xAD ? 2 : 0;
    }
    if (length < 3)
        return 0;
    unsigned long code = (bytes[0] & 0xFUL) << 12 | (bytes[1] & 0x3FUL) << 6 | (bytes[2] & 0x3FUL);
    *space = (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
             code == 0x202F || code == 0x205F || code == 0x3000;
    bool invisible = code == 0x200B || code == 0x200E || code == 0x200F ||
                     (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069) ||
                     code == 0xFEFF;
    return *space || invisible ? 3 : 0;
}
