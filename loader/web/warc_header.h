/*
 * warc_header.h - what a record of a WARC file says about itself, before its block: a line with the
 * version, then fields; and what it is good for.
 *
 * A page is an answer with status 200, a resource or a conversion, of the type text/html,
 * application/xhtml+xml or text/plain. The loader skips all others.
 */
#pragma once

#include "../base/failure.h"
#include "header_fields.h"
#include "http_answer.h"

#include <stdint.h>

enum warc_type {
    warc_response,   /* the answer of a server */
    warc_resource,   /* a file, without HTTP */
    warc_conversion, /* another form of a record: in WET files its text */
    warc_request,
    warc_metadata,
    warc_revisit, /* a page that had not changed since an earlier record */
    warc_warcinfo,
    warc_other /* continuation, and unknown ones */
};

/* Texts are parts of the header; empty if there is no such field. */
struct warc_header {
    enum warc_type type;
    int64_t length;                   /* of the block, in bytes */
    struct header_text address, date; /* an address loses the < > that some programs write */
    struct header_text content_type;  /* of the block */
    struct header_text payload_type;  /* of the page, as the crawler found it */
    bool truncated;                   /* the crawler did not keep all of the block */
};

/* Whether the bytes begin with a version line, as far as they go: "WARC/1." */
bool warc_version_begins(const char *bytes, size_t length);

/*
 * The position of the first version line from `from` on that precedes a field, as records begin and
 * texts hardly ever do. A line need not begin there: of the record before it the end may be
 * missing. If there is none, false, and `*at` is where to go on when more bytes are there.
 */
bool warc_find_record(const char *bytes, size_t length, size_t from, size_t *at);

/*
 * Reads a header, its empty line included. False with `failure` filled in if it is not one with a
 * valid Content-Length; `header` then has the address, as far as it is known.
 */
bool warc_header_read(const char *bytes, size_t length, struct warc_header *header,
                      struct failure *failure);

enum warc_use {
    warc_use_html,
    warc_use_text,  /* empty lines separate paragraphs */
    warc_use_lines, /* each line is a paragraph, as in WET files */
    warc_use_open,  /* more of the block is needed to tell */

    /* Passed over, those of other types in their order: */
    warc_use_request,
    warc_use_metadata,
    warc_use_revisit,
    warc_use_warcinfo,
    warc_use_other, /* another kind of record */
    warc_use_status,
    warc_use_type,
    warc_uses
};

/* Whether such a record is a page. */
static inline bool warc_use_is_page(enum warc_use use) {
    return use < warc_use_open;
}

/* What one record of such a use is called, and several: "request", "requests". */
const char *warc_use_name(enum warc_use use, bool several);

/* The longest head of an answer that is read. */
enum { http_head_max = 1 << 16 };

/* A record as far as it was looked at. */
struct warc_content {
    struct http_head head;           /* all zeroes if there is none */
    size_t head_length;              /* where in the block the body begins */
    struct header_text content_type; /* of the body: "text/html; charset=utf-8", or empty */
};

/* Looks at the first `length` bytes of the block; warc_use_open asks for those that are missing. */
enum warc_use warc_use_find(const struct warc_header *header, const char *block, size_t length,
                            struct warc_content *content);
