/*
 * page_blocks.h - the text of a web page as blocks, and which of them are its main text.
 *
 * Long blocks with few links are what a reader came for; a short block is, too, if its neighbours
 * are. How many words a block and its neighbours have, and the share of them that is in links,
 * decide by the small tree that Kohlschütter, Fankhauser and Nejdl learnt from 621 pages:
 * Boilerplate detection using shallow text features, WSDM 2010, Algorithm 2.
 *
 * We add one rule, for what reads like main text elsewhere, such as the demand to accept cookies:
 * outside of the smallest element with most words of the main text, a block must be long.
 *
 *  (1) Headings are judged by what they introduce: one that is followed by main text is the section
 *      of that text. The first <h1> is the title of the page and names no section.
 *  (2) A list is judged as a whole, and so is a table of data.
 *  (3) A table lays out the page if it holds another table, a heading, or a cell of at least
 *      long_cell_words words. Its cells are then prose.
 */
#pragma once

#include "../text/plain_text.h"
#include "../text/text_buffer.h"
#include "../wikitext/blocks.h"

/* The most blocks of a page. Each takes about 200 bytes until the page has ended. */
enum { long_cell_words = 40, page_blocks_max = 1 << 20 };

/* A block of text; or a list or a table, which is judged as a whole. */
struct density_block {
    size_t words, linked_words;
    bool aside;   /* by its markup it is no main text */
    bool content; /* found: it is main text */
};

/* The blocks of an element: blocks[first, end). */
struct density_region {
    size_t first, end;
};

/* Sets `content` of each block, which are in the order of the page. Linear. */
void page_blocks_classify(struct density_block *blocks, size_t count);

/* Where in a page a block stands. */
struct block_place {
    enum block_kind kind;    /* block_prose, block_list or block_table */
    int level;               /* of the heading that it is, from 1 to 6; 0 if it is not one */
    bool aside;              /* by its markup it is no main text */
    size_t list;             /* number of the outermost list that it is in, from 1; or 0 */
    size_t table, row, cell; /* numbers of the innermost of each, from 1; or 0 */
};

struct page_block {
    struct block_place place;
    size_t offset, length; /* in page_blocks.text */
    size_t words, linked_words, characters;
    size_t unit; /* in page_blocks.units, what is judged with it; of a heading, the next */
};

/* The block that is open. A caller may keep a copy, and go back to it before the block ends. */
struct open_block {
    size_t end;                       /* of its text in page_blocks.text */
    size_t quarters, linked_quarters; /* of words */
    size_t characters;
    bool space;   /* white space is due before the next character */
    bool in_word; /* the last character is of a word that goes on */
};

/* Begins as all zeroes; the memory is reused from page to page and freed by page_blocks_free(). */
struct page_blocks {
    struct text_buffer text; /* of all blocks, each followed by a line end */
    struct open_block open;
    size_t start; /* where the open block begins in `text` */
    struct page_block *blocks;
    size_t block_count, block_capacity;
    bool *tables; /* of each, whether it lays out the page */
    size_t table_count, table_capacity;
    size_t cell, cell_words; /* the number of the last cell, and how many words it has so far */
    struct density_region *regions; /* of elements, in blocks */
    size_t region_count, region_capacity;
    struct density_block *units;
    size_t unit_count, unit_capacity;
    size_t *sums;
    size_t sum_capacity;
    struct block_writer writer;
    bool full;   /* there would be more blocks than page_blocks_max: the rest was dropped */
    bool failed; /* memory ran out */
};

void page_blocks_clear(struct page_blocks *blocks);
void page_blocks_free(struct page_blocks *blocks);

/* Appends text to the open block. `linked`: it is in a link. */
void page_blocks_text(struct page_blocks *blocks, const char *text, size_t length, bool linked);
void page_blocks_space(struct page_blocks *blocks);

/* Removes text that was appended to the open block since it was `before`. */
void page_blocks_go_back(struct page_blocks *blocks, struct open_block before);

/* Ends the open block, which stands at `place`. */
void page_blocks_finish(struct page_blocks *blocks, struct block_place place);

/* Begins a table within another, or 0. Returns its number. */
size_t page_blocks_add_table(struct page_blocks *blocks, size_t outer);

/* Notes that an element has held all blocks since there were `first`. */
void page_blocks_add_region(struct page_blocks *blocks, size_t first);

/*
 * Writes the main text to `plain`. Stores how many characters it has, and how many the rest has.
 * False when memory runs out, now or before. Linear.
 */
bool page_blocks_write(struct page_blocks *blocks, struct plain_text *plain, size_t *characters,
                       size_t *boilerplate);
