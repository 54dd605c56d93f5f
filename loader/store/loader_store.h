/*
 * loader_store.h - rows in, tables of the database out.
 */
#ifndef NEARDUP_LOADER_STORE_H
#define NEARDUP_LOADER_STORE_H

/* clang-format off */
#include "rows.h"            /* what a batch of pages becomes */
#include "sentence_table.h"  /* the sentences of a page as a table that SQLite reads */
#include "known_sentences.h" /* the sentences that an article has had so far */
#include "store.h"           /* the tables of a neardup database, written */
#include "row_writer.h"      /* the rows of batches, in order, into the database */
/* clang-format on */

#endif
