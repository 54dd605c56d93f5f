/*
 * page_reader.h - a batch of slices in, their rows out: parsed, cleaned and split into sentences.
 *
 * The rows depend only on the batch and on the head of the file, so any number of readers can work
 * side by side. A reader serves one thread at a time.
 */
#pragma once

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

/*
 * How far a batch is read. A few kilobytes may unpack to megabytes, and megabytes may make many
 * times as many bytes of rows. So a reader stops before a slice that unpacks to more than
 * unpacked_in_company and than its own length, unless it is alone; and after one with which the
 * rows are many.
 */
enum { unpacked_in_company = 1 << 20 };

struct batch_progress {
    size_t next; /* slice: those before it are read */
    bool alone;  /* there is memory for a slice of any length; or the next needs it */
};

/*
 * Fills `rows`, which is emptied first, from the slices from `progress->next` on, and moves that.
 * Begin with zeroes, and call again while slices are left. False with `failure` filled in when
 * memory runs out.
 */
bool page_reader_read(struct page_reader *reader, const struct batch *batch,
                      struct batch_progress *progress, struct rows *rows, struct failure *failure);
