/*
 * page_reader.h - a batch of slices in, their rows out: parsed, cleaned and split into sentences.
 *
 * The rows depend only on the batch and on the head of the file, so any number of readers can work
 * side by side. A reader serves one thread at a time.
 */
#ifndef NEARDUP_PAGE_READER_H
#define NEARDUP_PAGE_READER_H

#include "base/failure.h"
#include "input/batch.h"
#include "source_file.h"
#include "store/rows.h"

struct page_reader;

/*
 * `file` is borrowed. Call this once the first batch has been cut, when the language and namespaces
 * are known. NULL with `failure` filled in when memory runs out.
 */
struct page_reader *page_reader_open(const struct source_file *file, struct failure *failure);
void page_reader_close(struct page_reader *reader);

/* Fills `rows`, which is emptied first. False with `failure` filled in when memory runs out. */
bool page_reader_read(struct page_reader *reader, const struct batch *batch, struct rows *rows,
                      struct failure *failure);

#endif
