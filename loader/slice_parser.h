/*
 * slice_parser.h - one slice of a source file as a page. A parser serves one thread at a time.
 */
#ifndef NEARDUP_SLICE_PARSER_H
#define NEARDUP_SLICE_PARSER_H

#include "dump/page_parser.h"
#include "records/record_parser.h"
#include "source_file.h"
#include "vectors/vector_record.h"
#include "web/web_page.h"

/* Begins as all zeroes. One pointer is used, and the others are NULL. */
struct slice_parser {
    struct page_parser *page;
    struct record_parser *record;
    struct web_parser *web;
    const struct vector_scheme *vectors; /* whose records need no parser with a memory */
    bool no_memory;                      /* for one of these */
};

/* `file` is borrowed. False with `failure` filled in. */
bool slice_parser_open(struct slice_parser *parser, const struct source_file *file,
                       struct failure *failure);
void slice_parser_close(struct slice_parser *parser);

/*
 * Reads a slice of the batch, which is not empty, into `page`. False with `failure` filled in if
 * it is damaged, or if memory ran out.
 */
bool slice_parser_read(struct slice_parser *parser, const struct batch *batch,
                       const struct slice *slice, struct page *page, struct failure *failure);

/* Sets how long what a slice unpacks to may be, unless the slice itself is longer; at first any. */
void slice_parser_limit(struct slice_parser *parser, size_t most);

/* Whether the last slice failed for that limit. */
bool slice_parser_too_large(const struct slice_parser *parser);

/* Whether the last failure was due to a lack of memory. */
bool slice_parser_no_memory(const struct slice_parser *parser);

#endif
