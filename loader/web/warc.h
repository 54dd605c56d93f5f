/*
 * warc.h - a web archive (WARC, ISO 28500) as a sequence of records and damaged places.
 *
 * Records are only cut here; web_page.h reads the pages among them, and the others are counted.
 *
 *  (1) The length of a block is believed if another record follows it, or the end of the file. If
 *      another record begins inside the block, the record is damaged, and reading goes on there.
 *  (2) A record begins where "WARC/1.N", a line end and the name of a field stand.
 *  (3) A page with a block of more than warc_record_max bytes is damaged, and skipped. Other
 *      records may have any length; (1) is checked while a long block is skipped.
 *  (4) Lost bytes of the file cost the record that they belong to.
 */
#pragma once

#include "../input/reader.h"
#include "warc_header.h"

/* The longest header, and the longest block of a page. */
enum { warc_header_max = 1 << 16, warc_record_max = 16 << 20 };

/*
 * Takes over a stream. NULL with `failure` filled in if it is no web archive; also if `stream` is
 * NULL, with `failure` as it is. A slice is a page, from its version line to the end of its block;
 * batch.passed_over counts the other records, by enum warc_use.
 */
struct reader *warc_open(struct stream *stream, struct failure *failure);
