/*
 * sentence_table.h - the sentences of a page as the rows of an SQLite table.
 *
 * One INSERT ... SELECT ... FROM page_sentence per article takes half the time of one INSERT per
 * sentence, because SQLite itself loops over the rows. The table belongs to one connection and is
 * in no database.
 */
#pragma once

#include "rows.h"

#include <sqlite3.h>

/* What the table holds; must not change while a statement reads it. */
struct sentence_table {
    const struct rows *rows;
    size_t first, count; /* of rows->sentences */
};

/*
 * Registers the table page_sentence(position, paragraph, section, block, text) with `db`; positions
 * count from 1. `sentences` must outlive the connection. Returns SQLite's code.
 */
int sentence_table_register(sqlite3 *db, struct sentence_table *sentences);
