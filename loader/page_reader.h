/*
 * page_reader.h - a batch of slices in, their rows out: parsed, cleaned and split into sentences.
 * The rows depend only on the batch and on the head of the file. A reader serves one thread.
 */
#pragma once

#include "base/failure.h"
#include "input/batch.h"
#include "source_file.h"
#include "store/rows.h"

struct page_reader;

/* After the first cut, when language and namespaces are known. Borrows `file`. NULL: no memory. */
struct page_reader *page_reader_open(const struct source_file *file, struct failure *failure);
void page_reader_close(struct page_reader *reader);

/*
 * How far a batch is read. Kilobytes may unpack to megabytes, and these make many times as many of
 * rows. So a reader stops before a slice that unpacks to more than unpacked_in_company and than its
 * own length, unless it is alone; and after one with which the rows are many.
 */
enum { unpacked_in_company = 1 << 20 };

struct batch_progress {
    size_t next; /* slice: those before it are read */
    bool alone;  /* there is memory for a slice of any length; or the next needs it */
};

/*
 * Fills `rows`, emptied first, from the slices from `progress->next` on, which moves; it begins as
 * zeroes. Call it while slices are left. False with `failure` filled in when memory runs out.
 */
bool page_reader_read(struct page_reader *reader, const struct batch *batch,
                      struct batch_progress *progress, struct rows *rows, struct failure *failure);
