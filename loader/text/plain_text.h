/*
 * plain_text.h - a text without markup, as a list of blocks in reading order: each a paragraph, a
 * list item, or a cell or row of a table, on a single line, never empty, with white space folded
 * and trimmed. A heading becomes the section of the blocks that follow it.
 */
#pragma once

#include "text_buffer.h"

enum block_kind {
    block_prose,  /* a paragraph */
    block_list,   /* an item of a list or a definition */
    block_table,  /* text of a table: a long cell, or the short cells of a row joined by " | " */
    block_footer, /* anything under headings such as References or External links */
    block_kinds
};

/* "prose", "list", "table", "footer": the values of sentence.block in the database. */
const char *block_kind_name(enum block_kind kind);

struct plain_block {
    enum block_kind kind;
    size_t section; /* index into plain_text.sections */
    size_t offset;  /* into plain_text.text */
    size_t length;  /* bytes, at least 1 */
};

struct plain_section {
    size_t offset; /* into plain_text.section_names: the heading path, "History > Early years" */
    size_t length; /* 0 for section 0, the lead */
};

/* Begins as all zeroes; the memory is reused from text to text and freed by plain_text_free(). */
struct plain_text {
    struct text_buffer text;
    struct text_buffer section_names;
    struct plain_block *blocks;
    size_t block_count, block_capacity;
    struct plain_section *sections; /* sections[0] is the lead */
    size_t section_count, section_capacity;
};

/* Empties it, sections included. */
void plain_text_clear(struct plain_text *plain);
void plain_text_free(struct plain_text *plain);

/* Make a block or a section of what was appended from `offset` on. False: out of memory. */
bool plain_text_add_block(struct plain_text *plain, enum block_kind kind, size_t offset);
bool plain_text_add_section(struct plain_text *plain, size_t offset);

/*
 * Fills `plain`, whose memory is reused, with the paragraphs of a text without markup. Lines that
 * are empty or consist of white space separate them; a line end inside one becomes a space. All are
 * prose, in the section without a name. False: out of memory. Linear.
 */
bool plain_text_read(const char *text, size_t length, struct plain_text *plain);
