/*
 * sentence_table.h - the sentences of a page, to SQLite as the rows of a table.
 *
 * One INSERT ... SELECT ... FROM feed for each article takes half the time of one INSERT for each
 * sentence: the loop over the rows is SQLite's own. The table belongs to one connection, and stands
 * in no database.
 */
#ifndef NEARDUP_SENTENCE_TABLE_H
#define NEARDUP_SENTENCE_TABLE_H

#include "rows.h"

#include <sqlite3.h>

/* What the table holds; to stay as it is while a statement reads it. */
struct sentence_table {
    const struct rows *rows;
    size_t first, count; /* of rows->sentences */
};

/*
 * Makes the table feed(position, section, block, text), position counting from 1, known to `db`;
 * `feed` must outlive the connection. Returns SQLite's code.
 */
int sentence_table_register(sqlite3 *db, struct sentence_table *feed);

#endif
