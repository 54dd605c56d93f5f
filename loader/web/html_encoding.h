/*
 * html_encoding.h - the encoding of a web page, and the page as UTF-8.
 *
 * Names of encodings mean what the WHATWG's Encoding Standard says, not what they say: on the web
 * "iso-8859-1" and "ascii" are windows-1252, and "gb2312" is GB 18030.
 */
#pragma once

#include "../base/failure.h"
#include "../text/text_buffer.h"

struct html_encoding {
    const char *name;      /* as the web has it, in lower case, up to a "|": "utf-8|utf8" */
    const char *converter; /* the name that iconv knows; NULL for UTF-8, which needs none */
    size_t mark_length;    /* bytes of the byte-order mark that the page begins with, or 0 */
};

/*
 * The encoding by the byte-order mark, else by `charset` of the HTTP header (may be NULL), else by
 * <meta>, else UTF-8 if the page is valid UTF-8, else windows-1252. Names that are not known count
 * as none.
 */
struct html_encoding html_encoding_find(const char *bytes, size_t length, const char *charset);

/*
 * Appends bytes that are in such an encoding, which has a converter, to `out` as UTF-8. What is not
 * valid becomes the byte 0xFF, which no valid UTF-8 has. False when memory runs out.
 */
bool html_encoding_convert(const struct html_encoding *encoding, const char *bytes, size_t length,
                           struct text_buffer *out, struct failure *failure);
