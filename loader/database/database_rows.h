/*
 * database_rows.h - the rows of a table, a view or a query as records, cut into batches.
 *
 * One thread steps through the statement; record_parser.c reads the rows in any other. A row that
 * is too long costs only itself. Offsets count the bytes of records as row_record.h writes them.
 *
 * Rows of a table come in the order of their rowids or, without them, of the primary key, so that a
 * later load can continue after any. A view or a query may have another order the next time.
 */
#pragma once

#include "../records/records.h"
#include "user_database.h"

/* What the command line asks for: the name of a table, or a query; the other is NULL. */
struct selection_wish {
    const char *table, *query;
    const struct columns *columns;
    bool adds; /* to what is there: the key is as earlier releases have chosen it */
};

/*
 * Opens the database at `path`; `wish` is borrowed. The name has that of the table, too:
 * shop.db:review. A signal ends it. NULL with `failure` filled in.
 */
struct reader *database_rows_open(const char *path, const struct selection_wish *wish,
                                  struct failure *failure);

/* Adds what tells the state of a table of the database at `path`, as such a reader does. */
bool database_rows_fingerprint(const char *path, const char *table, struct fingerprint *fingerprint,
                               struct failure *failure);

/* The columns that are read: those asked for, with the text and the key that were found. */
const struct columns *database_rows_columns(const struct reader *reader);

/* The database of such a reader. */
struct user_database *database_rows_source(const struct reader *reader);
