/*
 * warc.h - a web archive as a sequence of records and damaged places.
 *
 * A WARC file (ISO 28500, versions 1.0 and 1.1) is a sequence of records: a header that says how
 * long the block is, the block, two line ends. Here records are only cut; web_page.h reads what the
 * pages among them contain. All other records are passed over and counted.
 *
 *  (1) The length of a block is believed if another record follows it, or the end of the file. If
 *      another record begins inside the block, the record is damaged, and the reading goes on with
 *      the other one.
 *  (2) A record begins where "WARC/1.N", a line end and the name of a field stand. After damage the
 *      next such place is looked for.
 *  (3) A page with a block of more than warc_record_max bytes is damaged, and skipped. Other
 *      records may have any length; of one longer than that (1) is checked while its block is
 *      skipped.
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
