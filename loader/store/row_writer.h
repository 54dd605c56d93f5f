/*
 * row_writer.h - writes the rows of batches to the database, in order.
 *
 * A page with many revisions comes in several rows. Only after the last one is it known which
 * revision is the newest, and whether the whole page could be read.
 */
#pragma once

#include "../base/failure.h"
#include "rows.h"
#include "store.h"

struct row_writer {
    struct store *store;
    struct failure *failure; /* the store's */
    bool history;            /* every revision is kept */
    struct store_counts counts;
    struct rows newest; /* the newest part of the current page so far */
    bool in_page;       /* the last row continues in the next */
    bool spoilt;        /* a part of the current page was damaged */
    bool has_article;   /* the current page has its row already: only with history */
};

/* Initialise with zeroes, except store, failure, history and counts. */
void row_writer_free(struct row_writer *writer);

/* False with `failure` filled in. */
bool row_writer_write(struct row_writer *writer, const struct rows *rows);
