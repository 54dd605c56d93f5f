/*
 * spans.h - which brackets of a wikitext belong together.
 *
 * One pass over the text finds every pair of {{ }}, {{{ }}}, [[ ]], -{ }- , comments, extension
 * tags with their content, and heading lines. The spans nest properly and lie in the order of
 * their starts, so that whoever walks the text can step over any of them at once.
 *
 *   (1) Linear in the text, whatever the text. A search for a closer that is missing is
 *       remembered.
 *   (2) At most span_depth brackets are open at a time; further openers are text.
 *   (3) An opener without a closer is text. A closer ends the nearest opener of its kind, and
 *       what was opened after that is text.
 *   (4) A heading of level 2 or deeper ends everything open before it, and a line end a link
 *       whose target has no end yet. So one missing bracket does not swallow the article.
 */
#ifndef NEARDUP_SPANS_H
#define NEARDUP_SPANS_H

#include <stdbool.h>
#include <stddef.h>

enum span_kind {
    span_none,      /* an opener that was never closed */
    span_template,  /* {{name|...}} */
    span_parameter, /* {{{name|default}}} */
    span_link,      /* [[target|label]] */
    span_variant,   /* -{...}- */
    span_comment,
    span_dropped, /* an extension tag that goes with its content */
    span_literal, /* <nowiki>, <pre>: content that is text */
    span_heading  /* == title == : a line without its line end */
};

enum { span_depth = 100, no_pipe = 0 };

struct span {
    size_t start, end;             /* with its brackets */
    size_t inner_start, inner_end; /* without */
    size_t first_pipe;             /* number of its first "|", or no_pipe; see span_pipe() */
    size_t after;                  /* index of the first span that is not inside this one */
    enum span_kind kind;
    int level; /* of a heading, 1 to 6 */
};

struct pipe {
    size_t offset;
    size_t next; /* number of the next pipe of the same span, or no_pipe */
};

struct span_list {
    struct span *spans;
    size_t count, capacity;
    struct pipe *pipes; /* pipes[0] is not used */
    size_t pipe_count, pipe_capacity;
};

/* Fills the list, whose memory is reused, with the spans of `text`. False: out of memory. */
bool span_list_find(struct span_list *list, const char *text, size_t length, bool variants);
void span_list_free(struct span_list *list);

/* The index of the first span that starts at `offset` or later, between indices low and high. */
size_t span_list_seek(const struct span_list *list, size_t low, size_t high, size_t offset);

#endif
