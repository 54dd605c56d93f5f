/*
 * dump.h - a dump as a sequence of pages and of damaged places.
 *
 * The stream is cut at <page> and </page> before any XML is parsed: inside a page these bytes
 * cannot stand for themselves, so that after damage the next page is found again, and a damaged
 * page costs itself alone. Memory does not grow with the dump: one page is held, and of its
 * revisions two.
 *
 * Offsets count bytes of the uncompressed dump, as UTF-8.
 */
#ifndef NEARDUP_DUMP_H
#define NEARDUP_DUMP_H

#include "failure.h"
#include "page.h"
#include "site.h"

struct dump;

/*
 * Opens the file at `path` ("-" is standard input) and looks whether it is a dump. NULL with
 * `failure` saying what it is instead.
 */
struct dump *dump_open(const char *path, struct failure *failure);
void dump_close(struct dump *dump);

enum dump_event {
    dump_page,   /* `page` holds the next page */
    dump_damage, /* `damage` tells of a place that could not be read */
    dump_end,
    dump_failed /* out of memory: `failure` says so */
};

struct damage {
    int64_t byte_offset;
    char title[256]; /* cut if longer; "" where it is not known */
    char message[512];
};

enum dump_event dump_next(struct dump *dump, struct page *page, struct damage *damage,
                          struct failure *failure);

/* What <siteinfo> told; filled before the first page. */
struct site *dump_site(struct dump *dump);
const struct text_buffer *dump_base(const struct dump *dump);

/* For progress: bytes of the file read so far and in all, -1 where not known. */
int64_t dump_position(const struct dump *dump);
int64_t dump_size(const struct dump *dump);
/* Bytes of XML that came out of it so far. */
int64_t dump_bytes(const struct dump *dump);

#endif
