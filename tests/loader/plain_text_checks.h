/* plain_text_checks.h - whether a plain text is as promised, and its blocks in a notation. */
#pragma once

#include "text/plain_text.h"

#include <string.h>

static inline bool has_control_character(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ')
            return true;
    return false;
}

/* Which promise of plain_text.h is broken; NULL if none. `folded`: so is white space within. */
static inline const char *plain_text_fault(const struct plain_text *plain, bool folded) {
    size_t end = 0;
    if (plain->section_count == 0 || plain->sections[0].length > 0)
        return "the lead is not the first section";
    for (size_t i = 0; i < plain->section_count; i++) {
        const struct plain_section *section = &plain->sections[i];
        if (section->offset + section->length > plain->section_names.length ||
            has_control_character(plain->section_names.bytes + section->offset, section->length))
            return "a section is outside of the names, or has a control character";
    }
    for (size_t i = 0; i < plain->block_count; i++) {
        const struct plain_block *block = &plain->blocks[i];
        if (block->length == 0 || block->offset < end ||
            block->length > plain->text.length - block->offset)
            return "a block is empty, or outside the text";
        const char *text = plain->text.bytes + block->offset;
        end = block->offset + block->length;
        if (text[0] == ' ' || text[block->length - 1] == ' ')
            return "a block is not trimmed";
        if (has_control_character(text, block->length))
            return "a block has a control character";
        for (size_t k = 1; folded && k < block->length; k++)
            if (text[k] == ' ' && text[k - 1] == ' ')
                return "white space is not folded";
        if (block->kind >= block_kinds || block->section >= plain->section_count)
            return "no such kind or section";
    }
    return NULL;
}

/* The blocks, one per line: kind|section|text; to be freed. */
static inline char *write_blocks(const struct plain_text *plain) {
    struct text_buffer lines = {0};
    for (size_t i = 0; i < plain->block_count; i++) {
        const struct plain_block *block = &plain->blocks[i];
        const struct plain_section *section = &plain->sections[block->section];
        const char *kind = block_kind_name(block->kind);
        text_buffer_append(&lines, kind, strlen(kind));
        text_buffer_append_byte(&lines, '|');
        text_buffer_append(&lines, plain->section_names.bytes + section->offset, section->length);
        text_buffer_append_byte(&lines, '|');
        text_buffer_append(&lines, plain->text.bytes + block->offset, block->length);
        text_buffer_append_byte(&lines, '\n');
    }
    text_buffer_append_byte(&lines, '\0');
    return lines.bytes;
}
