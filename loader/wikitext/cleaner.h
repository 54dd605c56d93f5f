/*
 * cleaner.h - the walk that turns wikitext into blocks, from byte to byte, once spans.h has found
 * which brackets belong together: lines.c knows what the beginning of a line means, markup.c what
 * can occur inside a line, and wikitext.c calls the two.
 *
 * The walk goes forward through a range of the text. The contents of a template, a label or a title
 * are further ranges, which go onto a bounded stack; so nothing recurses.
 */
#pragma once

#include "../base/site.h"
#include "blocks.h"
#include "spans.h"
#include "templates.h"

struct range {
    struct template_plan plan; /* what to walk before resuming */
    size_t next_piece;
    size_t span;                     /* index of the span that contains the pieces */
    size_t resume, limit, cursor;    /* of the walk that resumes */
    const unsigned char *byte_kinds; /* likewise */
};

struct wikitext_cleaner {
    const struct site *site;
    struct span_list spans;
    struct block_writer writer;

    const char *text;
    size_t length;
    size_t at, limit;                    /* the walk is at `at`, and its range ends at `limit` */
    size_t cursor;                       /* index of the first span not before `at` */
    const unsigned char *byte_kinds;     /* one of the tables of wikitext_bytes.h */
    struct range ranges[span_depth + 1]; /* the last one only holds a plan */
    size_t depth;

    bool line_start;     /* `at` is the first byte of a line, comments aside */
    bool line_visible;   /* something visible was removed from the line */
    bool line_comment;   /* a comment was removed from the line */
    bool lost_template;  /* the lines before belong to a template without "}}" */
    bool item_line;      /* in a list item, which ends with the line */
    bool in_term;        /* in the term of ";term : definition" */
    char cell_mark;      /* '|' or '!' in a line of cells, '+' in a caption, else 0 */
    size_t tables;       /* how many tables are open */
    size_t links_open;   /* how many [http://... have no "]" yet */
    size_t quotes_start; /* the line in which markup_quotes() counted the quotes */
    size_t quotes_end;
    size_t quote_apostrophe; /* its ''' that is an apostrophe and italics, or 0 */
};

/* The byte at `at`, or '\0' beyond the range. */
static inline char cleaner_byte(const struct wikitext_cleaner *cleaner, size_t at) {
    return at < cleaner->limit ? cleaner->text[at] : '\0';
}

/* The kind of block that begins here, unless it is a list item. */
static inline enum block_kind cleaner_block_kind(const struct wikitext_cleaner *cleaner) {
    return cleaner->tables > 0 ? block_table : block_prose;
}

/* The span that starts here; NULL if none does. */
const struct span *cleaner_span(struct wikitext_cleaner *cleaner);

/* Skips a span; for `visible` see block_writer_removed(). */
void cleaner_skip(struct wikitext_cleaner *cleaner, const struct span *span, bool visible);

/* Skips the rest of the line, including the spans that begin on it. */
void cleaner_skip_line(struct wikitext_cleaner *cleaner);

/*
 * cleaner_walk() puts the plan that the caller made in cleaner_plan() on the stack, to be walked
 * instead of `span`. If the stack is full, the span is removed. cleaner_walk_range() is the same
 * for a plan of a single range.
 */
struct template_plan *cleaner_plan(struct wikitext_cleaner *cleaner);
void cleaner_walk(struct wikitext_cleaner *cleaner, const struct span *span);
void cleaner_walk_range(struct wikitext_cleaner *cleaner, const struct span *span, size_t start,
                        size_t end);

/* Continues after a range: with its next piece, or where the walk left off. False: at the end. */
bool cleaner_next_range(struct wikitext_cleaner *cleaner);

/* Writes `length` bytes of the text as they are, and steps over them. */
void cleaner_copy(struct wikitext_cleaner *cleaner, size_t length);

/* Writes one character. */
void cleaner_character(struct wikitext_cleaner *cleaner, unsigned long code_point);

/* Steps over markup that leaves no gap. */
void cleaner_drop(struct wikitext_cleaner *cleaner, size_t length);

/*
 * ---- lines.c: the walk is at the first byte of a line, or at its '\n' -------------------------
 */

void line_begin(struct wikitext_cleaner *cleaner);
void line_end(struct wikitext_cleaner *cleaner);

/* Tables: "{|", "|-", "|", "!", "|}", and their HTML. Whether one opens in the wikitext at `at`. */
bool table_opens(const struct wikitext_cleaner *cleaner, size_t at);

/* Opens a table. table_open_line() does so for the "{|" at `at`, and skips the rest of its line. */
void table_open(struct wikitext_cleaner *cleaner);
void table_open_line(struct wikitext_cleaner *cleaner, size_t at);
void table_close(struct wikitext_cleaner *cleaner);

/* A "|" or "!" inside a line. */
void table_cell_separator(struct wikitext_cleaner *cleaner);

/*
 * ---- markup.c: the walk is at the byte that each is named for ----------------------------------
 */

void markup_quotes(struct wikitext_cleaner *cleaner);
void markup_entity(struct wikitext_cleaner *cleaner);
void markup_angle(struct wikitext_cleaner *cleaner);
void markup_open_bracket(struct wikitext_cleaner *cleaner);
void markup_close_bracket(struct wikitext_cleaner *cleaner);
void markup_open_brace(struct wikitext_cleaner *cleaner);
void markup_close_brace(struct wikitext_cleaner *cleaner);
void markup_underscore(struct wikitext_cleaner *cleaner);
void markup_colon(struct wikitext_cleaner *cleaner);

/* "-{zh-hans:A; zh-hant:B}-": shows the first of the variants. */
void markup_variant(struct wikitext_cleaner *cleaner, const struct span *span);
