/*
 * paragraphs.h - text without markup in, its paragraphs out.
 *
 * Paragraphs are separated by blank lines: lines that hold nothing, or white space alone. A line
 * end inside a paragraph is a space. All of them are prose and stand in the section without a name.
 * Time is linear in the text.
 */
#ifndef NEARDUP_PARAGRAPHS_H
#define NEARDUP_PARAGRAPHS_H

#include "plain_text.h"

/*
 * Makes `plain`, which is emptied first and whose memory is reused, of `length` bytes of `text`.
 * False when memory runs out.
 */
bool paragraphs_find(const char *text, size_t length, struct plain_text *plain);

#endif
