/*
 * blocks.h - collects the text that is left of an article into blocks, each under its section.
 *
 *   (1) White space is folded to one space, and trimmed at both ends of a block.
 *   (2) Where something was removed, no space stays before , . ; : ) or after (, empty brackets go,
 *       and so do commas and labels ("pronounced", "Greek:") without what belonged to them.
 *   (3) Two words do not become one if something visible between them was removed.
 *   (4) A block without any letter or digit is dropped.
 *   (5) A table cell of at least long_cell characters is a block. The shorter cells of a row make
 *       one block together, at the end of the row.
 */
#pragma once

#include "../base/words.h"
#include "../text/plain_text.h"

enum { long_cell = 60, longest_title = 255, heading_levels = 6 };

/*
 * Once the names of the sections of a page have this many bytes together, each heading counts with
 * its beginning only: a thousand bytes of headings may stand over each of a million sentences.
 */
enum { names_usual = 32 << 20, brief_title = 15 };

struct block_writer {
    struct plain_text *plain;
    enum block_kind kind;      /* of the open block; never block_footer, see footer_level */
    size_t start;              /* where it begins in plain->text */
    bool space;                /* white space is due before the next byte */
    bool removed;              /* something was removed since the last byte */
    bool gap;                  /* and it was visible (3) */
    bool wrote;                /* something was written since the caller last cleared this */
    struct text_buffer row;    /* the short cells of the open row */
    struct text_buffer titles; /* of the open headings, one after the other */
    size_t title_end[heading_levels + 1]; /* title_end[n] is the end of the title of level n */
    int footer_level; /* of the footer heading that the text is under; 0 if it is under none */
    bool failed;
};

/*
 * block_writer_begin() empties `plain` and starts section 0, block_writer_end() ends the last
 * block. Both return false when memory ran out. A writer is all zeroes before its first use, and
 * can be used again.
 */
bool block_writer_begin(struct block_writer *writer, struct plain_text *plain);
bool block_writer_end(struct block_writer *writer);
void block_writer_free(struct block_writer *writer);

/* Appends text, which has no white space at its ends and no two spaces in a row. */
void block_writer_text(struct block_writer *writer, const char *text, size_t length);
void block_writer_space(struct block_writer *writer);

/* Notes that something was removed here. `visible`: readers see something in its place. */
void block_writer_removed(struct block_writer *writer, bool visible);

/* Removes the scheme of a URL ("http") that was just written. False if there is none. */
bool block_writer_take_scheme(struct block_writer *writer);

/* Ends the open block and begins another of `kind`. */
void block_writer_finish(struct block_writer *writer, enum block_kind kind);

/* Ends the open row of a table and begins a block of `kind`. */
void block_writer_finish_row(struct block_writer *writer, enum block_kind kind);

/* Makes the text of the open block the title of a heading of `level`, from 1 to heading_levels. */
void block_writer_heading(struct block_writer *writer, int level);

/*
 * Which headings introduce the apparatus of an article: "References", "See also", "Weblinks",
 * "Примечания". Generated from data/footer_headings.txt.
 */
enum { longest_footer_heading = 120 }; /* bytes */
extern const struct word_table footer_headings;
