/* paragraphs.c - see paragraphs.h. */
#include "paragraphs.h"

#include "white_space.h"

#include <string.h> /* memchr */

bool paragraphs_find(const char *text, size_t length, struct plain_text *plain) {
    plain_text_clear(plain);
    if (!plain_text_add_section(plain, 0)) /* without a name */
        return false;
    size_t start = 0;
    for (size_t at = 0; at <= length;) {
        const char *line_end = at < length ? memchr(text + at, '\n', length - at) : NULL;
        size_t end = line_end ? (size_t)(line_end - text) : length;
        size_t before = plain->text.length;
        white_space_fold(&plain->text, start, text + at, end - at);
        bool ends = plain->text.length == before || !line_end;
        if (ends && plain->text.length > start && !plain_text_add_block(plain, block_prose, start))
            return false;
        if (ends)
            start = plain->text.length;
        at = end + 1;
    }
    return !plain->text.failed;
}
