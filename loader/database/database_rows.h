/*
 * database_rows.h - the rows of a table, a view or a query as records, cut into batches: what
 * records.h is for files. record_parser.h reads them.
 *
 * One thread steps through the statement; the texts of a batch are checked, split and stored by
 * those that read other records. A row that is too long costs only itself. Offsets count the bytes
 * of records as row_record.h writes them.
 */
#ifndef NEARDUP_DATABASE_ROWS_H
#define NEARDUP_DATABASE_ROWS_H

#include "../records/record_parser.h"
#include "selection.h"
#include "user_database.h"

/*
 * Opens the database at `path`. What `wish` points to is borrowed. A cut is at its end if a signal
 * has come, too. NULL with `failure` filled in.
 */
struct reader *database_rows_open(const char *path, const struct selection_wish *wish,
                                  struct failure *failure);

/* Of such a reader: the database; and the file's name and, if all of a table is read, the table's:
 * shop.db:review. */
struct user_database *database_rows_source(const struct reader *reader);
const char *database_rows_name(const struct reader *reader);

/* Whether a later load can continue; otherwise it must begin again. */
bool database_rows_resumable(const struct reader *reader);

/* Whether a signal ended the rows before their end. */
bool database_rows_interrupted(const struct reader *reader);

#endif
