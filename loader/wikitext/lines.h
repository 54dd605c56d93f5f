/* lines.h - what the beginning of a line means: headings, lists, tables, paragraphs. */
#ifndef NEARDUP_LINES_H
#define NEARDUP_LINES_H

#include "cleaner.h"

/* The walk is at the first byte of a line, or at its '\n'. */
void line_begin(struct wikitext_cleaner *cleaner);
void line_end(struct wikitext_cleaner *cleaner);

#endif
