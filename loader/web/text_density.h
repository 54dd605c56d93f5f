/*
 * text_density.h - which blocks of a web page are its main text.
 *
 * Christian Kohlschütter, Peter Fankhauser, Wolfgang Nejdl: Boilerplate detection using shallow
 * text features, WSDM 2010. Long blocks with few links are what a reader came for; a short block
 * is, too, if its neighbours are. Two numbers of a block and of its neighbours decide by a small
 * tree, which the authors learnt from 621 pages and give as Algorithm 2: how many words it has, and
 * its link density, the share of its words that are in links.
 *
 * We add one rule, for what has left the main text but reads like it, such as the demand to accept
 * cookies: the main text has a region, the smallest element with most of its words. Outside of it a
 * block is main text only if it is long.
 */
#ifndef NEARDUP_TEXT_DENSITY_H
#define NEARDUP_TEXT_DENSITY_H

#include <stdbool.h>
#include <stddef.h>

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
void text_density_classify(struct density_block *blocks, size_t count);

/*
 * Clears `content` of short blocks outside the region of the main text. O(blocks + regions), except
 * that it needs room for one number a block, `sums`, of count + 1 elements.
 */
void text_density_keep_region(struct density_block *blocks, size_t count,
                              const struct density_region *regions, size_t region_count,
                              size_t *sums);

#endif
