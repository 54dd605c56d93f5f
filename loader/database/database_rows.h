/*
 * database_rows.h - the rows of a table, a view or a query as records, cut into batches: what
 * records.h is for files. record_parser.c reads them.
 *
 * One thread steps through the statement; the texts of a batch are checked, split and stored by
 * those that read other records. A row that is too long costs only itself. Offsets count the bytes
 * of records as row_record.h writes them.
 */
#pragma once

#include "../records/records.h"
#include "selection.h"
#include "user_database.h"

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
