/*
 * page_parser.h - the XML of one <page> or <siteinfo>, read by libxml2.
 *
 * Export schemas 0.3 to 0.11 are read leniently: elements are known by their local names, unknown
 * ones are skipped with their content, and attributes may come in any order. The parser sees one
 * page at a time, mostly by its outline (xml_outline.h). It never sees what precedes the page, so
 * neither damage nor a document type with entities can affect a later page.
 */
#pragma once

#include "../base/site.h"
#include "../input/reader.h"
#include "../text/page.h"

#include <libxml/xmlerror.h>

/* Limits against hostile dumps. MediaWiki allows 2 MiB of text, 255 bytes of title, and now 500
 * characters of comment. */
enum { page_text_max = 16 << 20, page_comment_max = 65535 };
enum { page_title_max = 4096, page_field_max = 256 };

/*
 * A parser of <siteinfo> passes what it reads to `site` and, the address of the main page, to
 * `base`. Both are NULL in a parser of pages. NULL when memory runs out.
 */
struct slice_parser *page_parser_open(struct site *site, struct text_buffer *base);

/*
 * From now on `take` is called with each revision at its end. In dumps, the title, number and
 * namespace of `page` are known by then. `page->revisions` counts the revisions before this one; it
 * starts at 0 again if the parser has to read the page a second time, which repeats the calls.
 * `take` returns false when memory runs out.
 */
void page_parser_each_revision(struct slice_parser *parser,
                               bool (*take)(void *user, const struct page *page,
                                            const struct revision *revision),
                               void *user);

/*
 * Reads a <page> into `page`, or a <siteinfo>. It is damaged if it is not XML or has 2 GiB; `page`
 * then holds what was read before that place.
 */
enum slice_result page_parser_read(struct slice_parser *parser, const char *xml, size_t length,
                                   struct page *page, struct failure *failure);

/*
 * Call this in each thread before the first other call of libxml2; page_parser_read() does so by
 * itself. libxml2 has a state for each thread. If there is no memory for it, libxml2 calls itself
 * until the stack overflows, or ends the program. This also keeps libxml2 from printing errors.
 * False if there is no memory.
 */
bool page_parser_prepare_thread(void);

/* An error that libxml2 passes to a structured error function: as const since 2.12. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error_pointer;
#else
typedef xmlErrorPtr xml_error_pointer;
#endif
