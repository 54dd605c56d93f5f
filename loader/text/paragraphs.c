/* paragraphs.c - see paragraphs.h. */
#include "paragraphs.h"

#include "../base/array.h"
#include "white_space.h"

#include <string.h> /* memchr */

/* Makes a block of what was appended since `start`, if anything was. */
static bool end_block(struct plain_text *plain, size_t start) {
    if (plain->text.length == start)
        return true;
    if (!ARRAY_ROOM(plain->blocks, plain->block_count, plain->block_capacity))
        return false;
    plain->blocks[plain->block_count++] =
        (struct plain_block){block_prose, 0, start, plain->text.length - start};
    return true;
}

bool paragraphs_find(const char *text, size_t length, struct plain_text *plain) {
    plain_text_clear(plain);
    if (!ARRAY_ROOM(plain->sections, 0, plain->section_capacity))
        return false;
    plain->sections[plain->section_count++] = (struct plain_section){0}; /* without a name */
    size_t start = 0;
    for (size_t at = 0; at < length;) {
        const char *line_end = memchr(text + at, '\n', length - at);
        size_t end = line_end ? (size_t)(line_end - text) : length;
        size_t before = plain->text.length;
        white_space_fold(&plain->text, start, text + at, end - at);
        if (plain->text.length == before) {
            if (!end_block(plain, start))
                return false;
            start = plain->text.length;
        }
        at = end + 1;
    }
    return end_block(plain, start) && !plain->text.failed;
}
