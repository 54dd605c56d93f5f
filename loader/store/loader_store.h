/* loader_store.h - rows in, tables of the database out, in dependency order. */
#pragma once

/* clang-format off */
#include "rows.h"            /* the rows that a batch of pages becomes */
#include "sentence_table.h"  /* the sentences of a page, as a table that SQLite reads */
#include "history.h"        /* the sentences of a history, and in which revisions they stood */
#include "store.h"           /* writes the tables of a neardup database */
/* clang-format on */
