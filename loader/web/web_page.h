/*
 * web_page.h - a record of a web archive that is a page: its text, its links, and where and when it
 * was found.
 *
 * HTML gives its main text (html_page.h). Text gives all of its text, in paragraphs that empty
 * lines separate; in a conversion, as in WET files, each line is a paragraph. A page whose body
 * ends early is read as far as it goes.
 */
#ifndef NEARDUP_WEB_PAGE_H
#define NEARDUP_WEB_PAGE_H

#include "../base/failure.h"
#include "../text/page.h"
#include "html_page.h"

/* Begins as all zeroes. */
struct web_page {
    struct text_buffer address;      /* valid UTF-8 */
    struct text_buffer site;         /* its host in lower case, without "www." and port; or empty */
    struct text_buffer content_type; /* as the server sent it, such as "text/html; charset=utf-8" */
    int status;                      /* of HTTP; 0 if there was none */
    struct html_page content;        /* of a text, too: without title and links */
    struct failure missing;          /* what its body lacks; "" if nothing */
};

struct web_parser;

/* Serves one thread at a time. NULL with `failure` filled in. */
struct web_parser *web_parser_open(struct failure *failure);
void web_parser_close(struct web_parser *parser);

/*
 * Reads a slice of warc.h, record `number` of the file, into `page`: title, key, which is the
 * address, and time. False with `failure` telling why if it is damaged; `page` then has the address
 * as its title, as far as it is known.
 */
bool web_parser_read(struct web_parser *parser, const char *record, size_t length, int64_t number,
                     struct page *page, struct failure *failure);

/*
 * Sets the length beyond which a body is not decoded, unless the record itself is longer. It is
 * http_body_max at first, and at most.
 */
void web_parser_limit(struct web_parser *parser, size_t most);

/* Whether the last record failed for a limit below http_body_max. */
bool web_parser_too_large(const struct web_parser *parser);

/* What was read last; valid until the next call. */
const struct web_page *web_parser_page(const struct web_parser *parser);

/* Whether the last failure was due to a lack of memory. */
bool web_parser_no_memory(const struct web_parser *parser);

#endif
