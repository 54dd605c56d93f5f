/*
 * load.h - one dump, from its file to the tables; and the map of the loader.
 *
 *   neardup_load.c    the program; options.h its command line
 *     load.h          takes each page of a dump through the parts below
 *       dump/         bytes -> pages: input.h (files), decompressor.h, encoding.h (UTF-8), dump.h
 *                     (where a page begins, damage), page_parser.h (XML), redirect.h
 *       wikitext/     wikitext -> blocks of plain text: wikitext.h, and renderer.h for its inside
 *       sentences/    a block -> its sentences: sentences.h; languages/ holds the data
 *       store.h       rows of the database
 *       progress.h    how far it is
 *   site.h            what the dump says of its wiki
 *   text_buffer.h, failure.h, ascii.h, utf8.h   what all of them use
 *
 * The three folders know nothing of each other.
 */
#ifndef NEARDUP_LOAD_H
#define NEARDUP_LOAD_H

#include "dump.h"
#include "failure.h"
#include "options.h"
#include "store.h"

/*
 * Loads `dump`, which was opened from `path` ("-": standard input) and is closed here, and prints a
 * summary unless told to be quiet.
 * False with `failure` filled in: nothing of the dump was kept. `*damaged` counts the damaged
 * places, which stand in the table damage.
 */
bool load_dump(struct store *store, const struct options *options, const char *path,
               struct dump *dump, int64_t *damaged, struct failure *failure);

#endif
