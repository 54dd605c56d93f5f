/*
 * page_parser.h - the XML of one <page> or <siteinfo>, read by libxml2, mostly by its outline
 * (xml_outline.h). Elements are known by their local names (export schemas 0.3 to 0.11), and others
 * are skipped with their content. Neither damage nor a document type can affect a later page.
 */
#pragma once

#include "../base/site.h"
#include "../input/reader.h"
#include "../text/page.h"

#include <libxml/xmlerror.h>

/* Limits against hostile dumps. MediaWiki allows 2 MiB of text, 255 bytes of title. */
enum { page_text_max = 16 << 20, page_comment_max = 65535 };
enum { page_title_max = 4096, page_field_max = 256 };

/*
 * A parser of <siteinfo> fills in `site` and `base`, the address of the main page; one of pages has
 * neither. NULL when memory runs out.
 */
struct slice_parser *page_parser_open(struct site *site, struct text_buffer *base);

/*
 * From now on `take` gets each revision at its end, when the title, number and namespace of `page`
 * are known. `page->revisions` counts those before; it starts at 0 again if the parser has to read
 * the page a second time, which repeats the calls. `take` returns false without memory.
 */
void page_parser_each_revision(struct slice_parser *parser,
                               bool (*take)(void *user, const struct page *page,
                                            const struct revision *revision),
                               void *user);

/* Reads a <page> or <siteinfo>. Damaged: it is no XML, or has 2 GiB; `page` has what precedes. */
enum slice_result page_parser_read(struct slice_parser *parser, const char *xml, size_t length,
                                   struct page *page, struct failure *failure);

/*
 * Comes before the first other call of libxml2 in a thread; page_parser_read() does it by itself.
 * Without memory for the state of a thread, libxml2 overflows the stack or ends the program: then
 * this is false. It also keeps libxml2 from printing errors.
 */
bool page_parser_prepare_thread(void);

/* An error that libxml2 passes to a structured error function: as const since 2.12. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error_pointer;
#else
typedef xmlErrorPtr xml_error_pointer;
#endif
