/*
 * page_parser.h - the XML of one <page> or of <siteinfo>, through libxml2.
 *
 * Export schemas 0.3 to 0.11 are read leniently: elements are known by their local names, unknown
 * ones are skipped with all they hold, attributes may come in any order. The parser works on one
 * page at a time, mostly by its outline (outline.h), and never sees what stands before it, so
 * that neither damage nor a document type (and the entities it could declare) reaches from one page
 * to the next.
 */
#ifndef NEARDUP_PAGE_PARSER_H
#define NEARDUP_PAGE_PARSER_H

#include "../base/failure.h"
#include "../base/site.h"
#include "../text/page.h"

struct page_parser;

/* Limits against hostile dumps; MediaWiki's own are 2 MiB of text and 255 bytes of title. */
enum { page_text_max = 16 << 20, page_title_max = 4096, page_field_max = 256 };

/*
 * What <siteinfo> says is told to `site` and, the address of the main page, to `base`; both are
 * NULL in a parser that reads pages only. NULL when memory runs out.
 */
struct page_parser *page_parser_open(struct site *site, struct text_buffer *base);
void page_parser_close(struct page_parser *parser);

/*
 * From now on `take` is called with each revision as it ends, before the page does; `page` has
 * title, number and namespace by then, as in every dump. Where the page turns out to need a second
 * look, its revisions are given once more; `page->revisions` says how many came before in this
 * turn. False from `take`: out of memory.
 */
void page_parser_each_revision(struct page_parser *parser,
                               bool (*take)(void *user, const struct page *page,
                                            const struct revision *revision),
                               void *user);

/*
 * Reads a <page> of less than 2 GiB into `page`, or a <siteinfo>. False, with `failure` saying what
 * and where, if it is no XML; `page` then holds what was read before.
 */
bool page_parser_read(struct page_parser *parser, const char *xml, size_t length, struct page *page,
                      struct failure *failure);

/*
 * To be called before the first call into libxml2, in each thread; the parser does for its own.
 * libxml2 has a state for each thread, and where there is no memory for it, it calls itself until
 * the stack is full, or ends the program. It also says on standard error when memory runs out,
 * which is for the caller to say. False if there is no memory.
 */
bool page_parser_prepare_thread(void);

/* Whether the last failure was that memory ran out. */
bool page_parser_no_memory(const struct page_parser *parser);

#endif
