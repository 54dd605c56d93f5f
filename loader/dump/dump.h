/*
 * dump.h - a dump as a sequence of pages and damaged places.
 *
 * The text is cut at <page> and </page> before any XML is parsed. Inside a page, XML escapes these
 * bytes, so the cutter finds the next page after any damage: a damaged page costs only itself, and
 * lost bytes of the file cost the pages that contain them.
 *
 * Memory grows neither with the dump nor with the number of revisions of a page.
 */
#ifndef NEARDUP_DUMP_H
#define NEARDUP_DUMP_H

#include "../base/failure.h"
#include "../base/site.h"
#include "../input/batch.h"
#include "../input/stream.h"

struct dump;

/* The longest revision that is read, in bytes of XML. MediaWiki allows 2 MiB of text. */
enum { dump_revision_max = 16 << 20 };

/*
 * Takes over a stream, which was opened with encoding_by_declaration, and checks that it is a dump.
 * NULL with `failure` telling what it is instead; also if `stream` is NULL, with `failure` as it
 * is.
 */
struct dump *dump_open(struct stream *stream, struct failure *failure);
void dump_close(struct dump *dump);

/* The stream that takes the dump's pieces. */
struct stream *dump_stream(struct dump *dump);

/* Continues to fill `batch`, which the caller clears by batch_clear() before the first call. */
enum cut_state dump_cut(struct dump *dump, struct batch *batch, struct failure *failure);

/*
 * Resumes where an earlier load of the same file stopped. Call it before any further piece is read.
 * False with `failure` filled in if the file cannot be read there.
 */
bool dump_resume(struct dump *dump, const struct dump_place *place, struct failure *failure);

/* Reads as far as is needed to know the site, and no page. Call it before any other reading. */
bool dump_read_site(struct dump *dump, struct failure *failure);

/*
 * Begins with the stream's part, which is not the first one: its pages are those that begin in it.
 * What stands between its beginning and its first page, damage included, belongs to an earlier
 * part. Call it before any other reading; dump_resume() does this by itself. False with `failure`
 * filled in if the file cannot be read there.
 */
bool dump_begin_part(struct dump *dump, struct failure *failure);

/* What <siteinfo> says; constant once dump_cut() has returned the first batch. */
struct site *dump_site(struct dump *dump);
const struct text_buffer *dump_base(const struct dump *dump);

#endif
