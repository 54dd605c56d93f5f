/*
 * load.h - one file, from its bytes to the tables; and the map of the loader.
 *
 *   neardup_load.c      the program; options.h its command line
 *     load.h            takes a file through the parts below
 *       format.h        which formats there are, and by what each is read
 *       crew.h          the steps of a load, shared out among threads
 *       dump/           bytes -> pages or records; see below
 *       page_reader.h   a batch of pages -> rows.h; by way of
 *         paragraphs.h    text without markup -> plain_text.h
 *         wikitext/       wikitext -> plain_text.h: wikitext.h, renderer.h for its inside
 *         sentences/      a block -> its sentences: sentences.h; languages/ holds the data
 *       row_writer.h    rows -> database, through store.h with feed.h; wordings.h for histories
 *       progress.h      how far it is
 *       interrupt.h     Ctrl-C
 *   fingerprint.h       whether a file still is the one it was
 *   site.h              what the dump says of its wiki
 *   text_buffer.h, array.h, white_space.h, failure.h, ascii.h, utf8.h   what all of them use
 *
 * In dump/ a file becomes pieces (input.h, by way of bzip2_scanner.h or decompressor.h), which are
 * unpacked (bzip2_block.h), put together again (mender.h), made UTF-8 (encoding.h), all of that
 * under stream.h; and the stream is cut into batches, at <page> (dump.h) or where records end
 * (records.h), and parsed (page_parser.h with skeleton.h; record_parser.h by way of fields.h and
 * json_object.h).
 *
 * The three folders know nothing of each other.
 */
#ifndef NEARDUP_LOAD_H
#define NEARDUP_LOAD_H

#include "failure.h"
#include "options.h"
#include "store.h"

enum load_result {
    load_good,
    load_damaged,     /* what is missing stands in the table damage */
    load_interrupted, /* what was loaded is kept */
    load_failed       /* `failure` says why; what was committed is kept */
};

/*
 * Loads `file`, which options->format has opened from `path` ("-": standard input) and which is
 * closed here, and prints a summary unless told to be quiet. A load that was interrupted is gone on
 * with.
 */
enum load_result load_file(struct store *store, const struct options *options, const char *path,
                           void *file, struct failure *failure);

#endif
