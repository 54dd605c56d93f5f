/*
 * loader_store.h - rows in, tables of the database out.
 */
#ifndef NEARDUP_LOADER_STORE_H
#define NEARDUP_LOADER_STORE_H

#include "known_sentences.h" /* the sentences that an article has had so far */
#include "row_writer.h"      /* the rows of batches, in order, into the database */
#include "rows.h"            /* what a batch of pages becomes */
#include "sentence_table.h"  /* the sentences of a page as a table that SQLite reads */
#include "store.h"           /* the tables of a neardup database, written */

#endif
