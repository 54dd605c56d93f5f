/*
 * dump.h - a dump as a sequence of pages and damaged places.
 *
 * The text is cut at <page> and </page>, which XML escapes inside a page, before it is parsed. So a
 * damaged page costs only itself, and lost bytes the pages that contain them. Memory grows neither
 * with the dump nor with the revisions of a page.
 */
#pragma once

#include "../base/site.h"
#include "../input/reader.h"

/* The longest revision that is read, in bytes of XML. MediaWiki allows 2 MiB of text. */
enum { dump_revision_max = 16 << 20 };

/*
 * Takes over a stream, opened with encoding_by_declaration. NULL with `failure` telling what it is
 * instead of a dump; also if `stream` is NULL, with `failure` as it is.
 */
struct reader *dump_open(struct stream *stream, struct failure *failure);

/* Reads as far as is needed to know the site, and no page. Call it before any other reading. */
bool dump_read_site(struct reader *reader, struct failure *failure);

/* What <siteinfo> says; constant once the first batch was cut. */
struct site *dump_site(struct reader *reader);
const struct text_buffer *dump_base(const struct reader *reader);

/* Whether a text begins as a web page does, after declarations and comments. */
bool dump_is_web_page(const char *text, size_t length);
