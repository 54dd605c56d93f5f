/*
 * page_reader.h - a batch of pages in, their rows out: parsed, cleaned and split into sentences.
 *
 * Everything here depends on the batch and the file's head alone, so that any number of readers can
 * work side by side, each for one thread at a time.
 */
#ifndef NEARDUP_PAGE_READER_H
#define NEARDUP_PAGE_READER_H

#include "base/failure.h"
#include "input/batch.h"
#include "options.h"
#include "store/rows.h"

struct page_reader;

/*
 * `file` is what options->format has opened and is borrowed; by now what it says of itself does not
 * change any more. NULL, with `failure` filled in, when memory runs out.
 */
struct page_reader *page_reader_open(void *file, const struct options *options,
                                     struct failure *failure);
void page_reader_close(struct page_reader *reader);

/* Fills `rows`, which is emptied first. False, with `failure` filled in, when memory runs out. */
bool page_reader_read(struct page_reader *reader, const struct batch *batch, struct rows *rows,
                      struct failure *failure);

#endif
