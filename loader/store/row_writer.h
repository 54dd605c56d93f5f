/*
 * row_writer.h - the rows of batches, in order, into the database.
 *
 * A page with many revisions comes in several rows; which of its revisions is the newest, and
 * whether all of it could be read, is known only with the last.
 */
#ifndef NEARDUP_ROW_WRITER_H
#define NEARDUP_ROW_WRITER_H

#include "../base/failure.h"
#include "rows.h"
#include "store.h"

struct row_writer {
    struct store *store;
    bool history; /* every revision is kept */
    struct store_counts counts;
    struct rows newest; /* of the page at hand: the newest part so far */
    bool in_page;       /* the last row is to be continued */
    bool spoilt;        /* a part of the page at hand was damaged */
    bool has_article;   /* the page at hand has its row already: only with history */
};

/* Begins as all zeroes but for store, history and counts. */
void row_writer_free(struct row_writer *writer);

bool row_writer_write(struct row_writer *writer, const struct rows *rows, struct failure *failure);

#endif
