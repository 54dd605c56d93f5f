/*
 * sentence_table.h - the sentences of a page as a table of one connection, in no database: INSERT
 * ... SELECT from it takes half the time of one INSERT per sentence.
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
 * Registers page_sentence(position, paragraph, section, block, text); positions count from 1.
 * `sentences` must outlive the connection. Returns SQLite's code.
 */
int sentence_table_register(sqlite3 *db, struct sentence_table *sentences);
