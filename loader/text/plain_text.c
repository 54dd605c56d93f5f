/* plain_text.c - see plain_text.h. */
#include "plain_text.h"

#include "../base/array.h"
#include "../base/ascii.h"

#include <assert.h>
#include <stdlib.h> /* free */

const char *block_kind_name(enum block_kind kind) {
    static const char *const kind_names[block_kinds] = {"prose", "list", "table", "footer"};
    return (unsigned)kind < block_kinds ? kind_names[kind] : "";
}

void plain_text_clear(struct plain_text *plain) {
    TEXT_BUFFERS(text_buffer_clear, &plain->text, &plain->section_names);
    plain->block_count = plain->section_count = 0;
}

bool plain_text_add_block(struct plain_text *plain, enum block_kind kind, size_t offset) {
    assert(plain->section_count > 0 && plain->text.length > offset);
    if (!ARRAY_ROOM(plain->blocks, plain->block_count, plain->block_capacity))
        return false;
    plain->blocks[plain->block_count++] =
        (struct plain_block){kind, plain->section_count - 1, offset, plain->text.length - offset};
    return true;
}

bool plain_text_add_section(struct plain_text *plain, size_t offset) {
    if (!ARRAY_ROOM(plain->sections, plain->section_count, plain->section_capacity))
        return false;
    plain->sections[plain->section_count++] =
        (struct plain_section){offset, plain->section_names.length - offset};
    return true;
}

void plain_text_free(struct plain_text *plain) {
    TEXT_BUFFERS(text_buffer_free, &plain->text, &plain->section_names);
    free(plain->blocks);
    free(plain->sections);
    *plain = (struct plain_text){0};
}

bool plain_text_read(const char *text, size_t length, struct plain_text *plain) {
    plain_text_clear(plain);
    if (!plain_text_add_section(plain, 0)) /* without a name */
        return false;
    size_t start = 0;
    for (size_t at = 0; at <= length;) {
        size_t end = ascii_index(text, at, length, '\n');
        size_t before = plain->text.length;
        text_buffer_append_words(&plain->text, start, text + at, end - at);
        bool ends = plain->text.length == before || end == length;
        if (ends && plain->text.length > start && !plain_text_add_block(plain, block_prose, start))
            return false;
        if (ends)
            start = plain->text.length;
        at = end + 1;
    }
    return !plain->text.failed;
}
