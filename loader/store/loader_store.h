/* loader_store.h - rows in, tables of the database out, in dependency order. */
#ifndef NEARDUP_LOADER_STORE_H
#define NEARDUP_LOADER_STORE_H

/* clang-format off */
#include "rows.h"            /* the rows that a batch of pages becomes */
#include "dump_date.h"       /* the day of a dump */
#include "sentence_table.h"  /* the sentences of a page, as a table that SQLite reads */
#include "known_sentences.h" /* the distinct sentences of an article's history */
#include "history_spans.h"   /* in which revisions each of them stood */
#include "store.h"           /* writes the tables of a neardup database */
#include "row_writer.h"      /* writes the rows of batches in order */
/* clang-format on */

#endif
