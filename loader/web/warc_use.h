/*
 * warc_use.h - what a record of a web archive is good for: a page with text, or nothing.
 *
 * A page is the answer of a server with status 200, a resource, or a conversion; its type is
 * text/html, application/xhtml+xml or text/plain. All other records are passed over.
 */
#ifndef NEARDUP_WARC_USE_H
#define NEARDUP_WARC_USE_H

#include "http_answer.h"
#include "warc_header.h"

enum warc_use {
    warc_use_html,
    warc_use_text,  /* empty lines separate paragraphs */
    warc_use_lines, /* each line is a paragraph, as in WET files */
    warc_use_open,  /* more of the block is needed to tell */

    /* Passed over: */
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

/*
 * Looks at the first `length` bytes of the block, which `header` describes; those that are missing
 * are needed only if the answer is warc_use_open.
 */
enum warc_use warc_use_find(const struct warc_header *header, const char *block, size_t length,
                            struct warc_content *content);

#endif
