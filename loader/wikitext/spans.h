/*
 * spans.h - which brackets of a wikitext belong together: pairs of {{ }}, {{{ }}}, [[ ]] and -{ }-,
 * comments, extension tags with their content, and headings. Spans nest properly and are in the
 * order of their starts, so a walk over the text can skip any of them.
 *
 *   (1) Takes linear time, whatever the text is: the result of each search for a closer is kept.
 *   (2) At most span_depth brackets are open at a time; further opening brackets are text.
 *   (3) An opening bracket that is never closed is text. A closing bracket closes the nearest open
 *       one of its kind, and the ones opened after that are text.
 *   (4) A heading of level 2 or deeper ends everything that is open, and the end of a line ends a
 *       link without a "|". So one missing bracket does not swallow the article.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum span_kind {
    span_none,      /* an opening bracket that is never closed */
    span_template,  /* {{name|...}} */
    span_parameter, /* {{{name|default}}} */
    span_link,      /* [[target|label]] */
    span_variant,   /* -{...}- */
    span_comment,
    span_dropped, /* an extension tag whose content goes too */
    span_literal, /* <nowiki>, <pre>: the content is text */
    span_heading  /* == title ==, without the line end */
};

enum { span_depth = 100, no_pipe = 0 };

struct span {
    size_t start, end;             /* with its brackets */
    size_t inner_start, inner_end; /* without */
    size_t first_pipe;             /* index of its first "|" in span_list.pipes, or no_pipe */
    size_t after;                  /* index of the first later span that is not inside this one */
    enum span_kind kind;
    int level; /* of a heading, 1 to 6 */
};

struct pipe {
    size_t offset;
    size_t next; /* index of the next pipe of the same span, or no_pipe */
};

struct span_list {
    struct span *spans;
    size_t count, capacity;
    struct pipe *pipes; /* pipes[0] is unused */
    size_t pipe_count, pipe_capacity;
};

/* Fills the list anew. `variants`: -{ }- are brackets. False: no memory. */
bool span_list_find(struct span_list *list, const char *text, size_t length, bool variants);
void span_list_free(struct span_list *list);

/* Where the argument ends that begins after a pipe of the span. */
static inline size_t span_argument_end(const struct span_list *list, const struct span *span,
                                       size_t pipe) {
    size_t next = list->pipes[pipe].next;
    return next == no_pipe ? span->inner_end : list->pipes[next].offset;
}

/* The index of the first span in [low, high) that starts at `offset` or later; `high` if none. */
size_t span_list_seek(const struct span_list *list, size_t low, size_t high, size_t offset);
