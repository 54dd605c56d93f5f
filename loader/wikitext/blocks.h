/*
 * blocks.h - puts the text that is left of an article into blocks.
 *
 * Gets text in pieces and hears where something was removed; folds white space, repairs what a
 * removal broke, and files every finished block under its section.
 *
 *   (1) White space is folded to one space, and trimmed at both ends of a block.
 *   (2) Where something was removed, no space is left before , . ; : ) or after (, brackets that
 *       have become empty go, and so do commas and labels ("pronounced", "Greek:") that have
 *       lost what they belonged to. Where nothing was removed the text stays as it was written.
 *   (3) Two words between which something visible was removed do not become one.
 *   (4) A block without any letter or digit is not kept.
 *   (5) A cell of at least cell_alone characters is a block; the shorter cells of its row are
 *       one block together, which follows at the end of the row.
 */
#ifndef NEARDUP_BLOCKS_H
#define NEARDUP_BLOCKS_H

#include "headings.h"
#include "wikitext.h"

enum { cell_alone = 60, longest_title = 255, heading_levels = 6 };

struct block_writer {
    struct plain_text *plain;
    enum block_kind kind;      /* of the open block: block_footer never, that is the section's */
    size_t start;              /* where it begins in plain->text */
    bool space;                /* white space is due before its next byte */
    bool removed;              /* something went since its last byte */
    bool gap;                  /* what went was visible (3) */
    bool wrote;                /* a byte was written since this was last set to false */
    struct text_buffer row;    /* the short cells of the open row */
    struct text_buffer titles; /* of the open headings, one after the other */
    size_t title_end[heading_levels + 1]; /* title_end[n]: the end of the title of level n */
    int footer_level;                     /* level of the footer heading in force, or 0 */
    bool failed;
};

/*
 * Empties `plain` and starts section 0; block_writer_end() ends the last block. Both are false
 * when memory ran out. The writer begins as all zeroes and is used again.
 */
bool block_writer_begin(struct block_writer *writer, struct plain_text *plain);
bool block_writer_end(struct block_writer *writer);
void block_writer_free(struct block_writer *writer);

/* Appends bytes without white space at the ends or more than one space in a row. */
void block_writer_text(struct block_writer *writer, const char *text, size_t length);
void block_writer_space(struct block_writer *writer);

/* Something was removed here; `visible`: a reader of the page sees something in its place. */
void block_writer_removed(struct block_writer *writer, bool visible);

/* Takes back the scheme of a URL ("http") that was just written; false where there is none. */
bool block_writer_take_scheme(struct block_writer *writer);

/* Ends the open block and begins another of `kind`. */
void block_writer_finish(struct block_writer *writer, enum block_kind kind);

/* Ends the open row of a table; what follows is of `kind`. */
void block_writer_finish_row(struct block_writer *writer, enum block_kind kind);

/* Makes the text of the open block the title of a heading of `level`, 1 to 6. */
void block_writer_heading(struct block_writer *writer, const struct heading_index *index,
                          int level);

#endif
