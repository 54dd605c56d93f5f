/*
 * dump.h - a dump as a sequence of pages and of damaged places.
 *
 * The stream is cut at <page> and </page> before any XML is parsed: inside a page these bytes
 * cannot stand for themselves, so that after damage the next page is found again, and a damaged
 * page costs itself alone. Where bytes of the file are lost, that costs the pages which touch them.
 *
 * Memory does not grow with the dump, nor with the number of a page's revisions.
 */
#ifndef NEARDUP_DUMP_H
#define NEARDUP_DUMP_H

#include "../base/failure.h"
#include "../base/site.h"
#include "../input/batch.h"
#include "../input/stream.h"

struct dump;

/* The longest revision that is read, in bytes of XML; MediaWiki allows 2 MiB of text. */
enum { dump_revision_max = 16 << 20 };

/*
 * Opens the file at `path` ("-" is standard input) and looks whether it is a dump. NULL with
 * `failure` saying what it is instead.
 */
struct dump *dump_open(const char *path, struct failure *failure);
void dump_close(struct dump *dump);

/* Where its pieces come from and go to. */
struct stream *dump_stream(struct dump *dump);

/* Goes on filling `batch`, which was cleared by batch_clear() before the first call. */
enum cut_state dump_cut(struct dump *dump, struct batch *batch, struct failure *failure);

/*
 * Goes on where an earlier load of the same file stood, before any piece was read by others. False
 * with `failure` filled in where the file cannot be read there.
 */
bool dump_resume(struct dump *dump, const struct dump_place *place, struct failure *failure);

/* What <siteinfo> told. It does not change any more once a batch was given out. */
struct site *dump_site(struct dump *dump);
const struct text_buffer *dump_base(const struct dump *dump);

#endif
