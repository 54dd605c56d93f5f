/* lines.h - what the beginning of a line means: headings, lists, tables, paragraphs. */
#pragma once

#include "cleaner.h"

/* The walk is at the first byte of a line, or at its '\n'. */
void line_begin(struct wikitext_cleaner *cleaner);
void line_end(struct wikitext_cleaner *cleaner);

/* Tables: "{|", "|-", "|", "!", "|}", and their HTML. Whether one opens in the wikitext at `at`. */
bool table_opens(const struct wikitext_cleaner *cleaner, size_t at);

/* Opens a table. table_open_line() does so for the "{|" at `at`, and skips the rest of its line. */
void table_open(struct wikitext_cleaner *cleaner);
void table_open_line(struct wikitext_cleaner *cleaner, size_t at);

void table_close(struct wikitext_cleaner *cleaner);

/* Begins a cell at the walk's position, which is after its mark: '|', '!', or '+' for a caption. */
void table_begin_cell(struct wikitext_cleaner *cleaner, char mark);

/* A "|" or "!" inside a line. */
void table_cell_separator(struct wikitext_cleaner *cleaner);
