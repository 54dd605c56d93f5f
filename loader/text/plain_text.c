/* plain_text.c - see plain_text.h. */
#include "plain_text.h"

#include <stdlib.h> /* free */

const char *block_kind_name(enum block_kind kind) {
    static const char *const kind_names[block_kinds] = {"prose", "list", "table", "footer"};
    return (unsigned)kind < block_kinds ? kind_names[kind] : "";
}

void plain_text_clear(struct plain_text *plain) {
    text_buffer_clear(&plain->text);
    text_buffer_clear(&plain->section_names);
    plain->block_count = plain->section_count = 0;
}

void plain_text_free(struct plain_text *plain) {
    text_buffer_free(&plain->text);
    text_buffer_free(&plain->section_names);
    free(plain->blocks);
    free(plain->sections);
    *plain = (struct plain_text){0};
}
