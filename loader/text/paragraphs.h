/*
 * paragraphs.h - text without markup in, its paragraphs out.
 *
 * Lines that are empty or consist of white space separate paragraphs. A line end inside a paragraph
 * becomes a space. All paragraphs are prose, in the section without a name. Time is linear.
 */
#ifndef NEARDUP_PARAGRAPHS_H
#define NEARDUP_PARAGRAPHS_H

#include "plain_text.h"

/* Fills `plain`, whose memory is reused, with the paragraphs of a text. False: out of memory. */
bool paragraphs_find(const char *text, size_t length, struct plain_text *plain);

#endif
