/*
 * database_rows.h - the rows of a table, a view or a query as records, cut into batches: what
 * records.h is for files. record_parser.c reads them.
 *
 * One thread steps through the statement; the texts of a batch are checked, split and stored by
 * those that read other records. A row that is too long costs only itself. Offsets count the bytes
 * of records as row_record.h writes them.
 *
 * Rows of a table come in the order of their rowids or, without rowids, of the primary key, so
 * that a later load can continue after any of them. A view or a query has an order of its own,
 * which may be another the next time.
 *
 * If the text is not named, and no column is called text, it is the one whose texts are by far the
 * longest in the first rows, as in a file (recognition.h).
 *
 * If the key is not named, it is the column `id`; a table without it has its primary key or, if it
 * has none, its rowids. Names of columns compare as in SQL: the case of ASCII letters does not
 * matter.
 */
#pragma once

#include "../records/records.h"
#include "user_database.h"

/* What the command line asks for: the name of a table, or a query; the other is NULL. */
struct selection_wish {
    const char *table, *query;
    const struct columns *columns;
};

/*
 * Opens the database at `path`. What `wish` points to is borrowed. Its name is that of the file
 * and, if all of a table is read, of the table: shop.db:review. A cut is at its end if a signal has
 * come, too. NULL with `failure` filled in.
 */
struct reader *database_rows_open(const char *path, const struct selection_wish *wish,
                                  struct failure *failure);

/* Adds what tells the state of a table of the database at `path`, as such a reader does. */
bool database_rows_fingerprint(const char *path, const char *table, struct fingerprint *fingerprint,
                               struct failure *failure);

/* The column that was taken for the text, if nobody had named it; else NULL. */
const char *database_rows_guess(const struct reader *reader);

/* The database of such a reader. */
struct user_database *database_rows_source(const struct reader *reader);
