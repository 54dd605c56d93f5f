/*
 * page_parser.h - the XML of one <page> or of <siteinfo>, through libxml2's push parser.
 *
 * Export schemas 0.3 to 0.11 are read leniently: elements are known by their local names, unknown
 * ones are skipped with all they hold, attributes may come in any order. The parser works on one
 * page at a time and never sees what stands before it, so that neither damage nor a document type
 * (and the entities it could declare) reaches from one page to the next.
 */
#ifndef NEARDUP_PAGE_PARSER_H
#define NEARDUP_PAGE_PARSER_H

#include "failure.h"
#include "page.h"
#include "site.h"

struct page_parser;

/* Limits against hostile dumps; MediaWiki's own are 2 MiB of text and 255 bytes of title. */
enum { page_text_max = 64 << 20, page_title_max = 4096, page_field_max = 256 };

/* What <siteinfo> says is told to `site`; `base` receives the address of the main page. */
struct page_parser *page_parser_open(struct site *site, struct text_buffer *base);
void page_parser_close(struct page_parser *parser);

/* Begins a new <page> or <siteinfo>, to be filled into `page`. False when memory runs out. */
bool page_parser_begin(struct page_parser *parser, struct page *page);

/* Hands on the next bytes. False, with `failure` saying what and where, once they are no XML. */
bool page_parser_push(struct page_parser *parser, const char *bytes, size_t length,
                      struct failure *failure);

/* The element is complete: false, with `failure` filled in, where it was not. */
bool page_parser_end(struct page_parser *parser, struct failure *failure);

#endif
