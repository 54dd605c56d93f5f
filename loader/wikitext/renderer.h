/*
 * renderer.h - the map of the cleaner: how wikitext becomes blocks, in two passes.
 *
 *   spans.h       first pass: which brackets belong together
 *   renderer.h    second pass: walks the text; a stack of ranges stands for recursion
 *     lines.c       what a line means by how it begins: lists, headings, tables
 *     markup.c      what stands inside a line: links, templates, tags, quotes, entities
 *   templates.h   which templates have text, and which
 *   blocks.h      takes the text, makes blocks of it
 *
 * The walk goes forward through a range of the text. A template's plan, a label or a title is a
 * list of further ranges, pushed on the stack; when one is done the walk goes on where it was.
 */
#ifndef NEARDUP_RENDERER_H
#define NEARDUP_RENDERER_H

#include "../base/site.h"
#include "blocks.h"
#include "spans.h"
#include "templates.h"

#include <stdbool.h>
#include <stddef.h>

/* What to do when the pieces of a range are done. */
enum range_end { range_end_nothing, range_end_heading };

struct range {
    struct template_plan plan; /* what to walk before going back */
    size_t next_piece;
    size_t span;                     /* index of the span that the pieces lie in */
    size_t resume, limit, cursor;    /* where to go back to */
    const unsigned char *byte_kinds; /* likewise */
    enum range_end at_end;
};

struct wikitext_cleaner {
    const struct site *site;
    struct template_index templates;
    struct heading_index headings;
    struct span_list spans;
    struct block_writer writer;

    const char *text;
    size_t length;
    size_t at, limit;                    /* the walk stands at `at`, its range ends at `limit` */
    size_t cursor;                       /* index of the first span not before `at` */
    const unsigned char *byte_kinds;     /* what bytes mean: markup, or literal text */
    struct range ranges[span_depth + 1]; /* the last only to make a plan in */
    size_t depth;

    bool line_start;     /* `at` is the first byte of a line, comments aside */
    bool line_visible;   /* the line had something that was removed, no mere comment */
    bool line_comment;   /* the line had a comment */
    bool lost_template;  /* the lines before belong to a template that was never closed */
    bool item_line;      /* an item of a list: ends with the line */
    bool in_term;        /* in the term of ";term : definition" */
    char cell_mark;      /* '|' or '!' on a line of cells, '+' on a caption's, else 0 */
    size_t tables;       /* open tables, one in the other */
    size_t links_open;   /* [http://... whose "]" is to come */
    size_t quotes_start; /* the line whose quotes were counted */
    size_t quotes_end;
    size_t quote_apostrophe; /* the ''' in it that is an apostrophe and italics */
};

/* The span that starts where the walk stands, NULL where none does. */
const struct span *renderer_span(struct wikitext_cleaner *cleaner);

/* Steps over a span; `visible` as in block_writer_removed(). */
void renderer_skip(struct wikitext_cleaner *cleaner, const struct span *span, bool visible);

/*
 * Steps over `span` after walking the plan that renderer_plan() returned. Beyond the stack's
 * bound the span is removed instead.
 */
struct template_plan *renderer_plan(struct wikitext_cleaner *cleaner);
void renderer_walk(struct wikitext_cleaner *cleaner, const struct span *span,
                   enum range_end at_end);
void renderer_walk_range(struct wikitext_cleaner *cleaner, const struct span *span, size_t start,
                         size_t end);

/* Writes `length` bytes of the text as they are, or one character, and steps over them. */
void renderer_copy(struct wikitext_cleaner *cleaner, size_t length);
void renderer_character(struct wikitext_cleaner *cleaner, unsigned long code_point);

/* Goes to the end of the line, over the spans that begin on it. */
void renderer_skip_line(struct wikitext_cleaner *cleaner);

/* lines.c: called at the first byte of a line, and at its '\n'. */
void line_begin(struct wikitext_cleaner *cleaner);
void line_end(struct wikitext_cleaner *cleaner);

/* "|" or "!" inside a line. */
void line_cell_separator(struct wikitext_cleaner *cleaner);

/* The kind of a block that begins here and is no list item. */
enum block_kind line_kind(const struct wikitext_cleaner *cleaner);

/* Whether a table opens in the wikitext at `at`. */
bool line_has_table(const struct wikitext_cleaner *cleaner, size_t at);
void line_table_open(struct wikitext_cleaner *cleaner);
void line_table_close(struct wikitext_cleaner *cleaner);

/* markup.c: called at the byte each is named for. */
void markup_quotes(struct wikitext_cleaner *cleaner);
void markup_entity(struct wikitext_cleaner *cleaner);
void markup_angle(struct wikitext_cleaner *cleaner);
void markup_open_bracket(struct wikitext_cleaner *cleaner);
void markup_close_bracket(struct wikitext_cleaner *cleaner);
void markup_open_brace(struct wikitext_cleaner *cleaner);
void markup_close_brace(struct wikitext_cleaner *cleaner);
void markup_underscore(struct wikitext_cleaner *cleaner);
void markup_colon(struct wikitext_cleaner *cleaner);
void markup_dash(struct wikitext_cleaner *cleaner);

#endif
