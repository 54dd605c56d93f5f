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

#include "../input/batch.h"
#include "../records/records.h"
#include "selection.h"
#include "user_database.h"

struct database_rows;

/*
 * Opens the database at `path`. What `wish` points to is borrowed. NULL with `failure` filled in.
 */
struct database_rows *database_rows_open(const char *path, const struct selection_wish *wish,
                                         struct failure *failure);
void database_rows_close(struct database_rows *rows);

struct user_database *database_rows_source(const struct database_rows *rows);

/* The file's name and, if all of a table is read, the table's: shop.db:review. */
const char *database_rows_name(const struct database_rows *rows);

/* Constant from opening on. */
const struct record_scheme *database_rows_scheme(const struct database_rows *rows);

/* Whether a later load can continue; otherwise it must begin again. */
bool database_rows_resumable(const struct database_rows *rows);

/* Fills `batch`. Never wants a piece. cut_end also if a signal has come. */
enum cut_state database_rows_cut(struct database_rows *rows, struct batch *batch,
                                 struct failure *failure);

/* Whether a signal ended the rows before their end. */
bool database_rows_interrupted(const struct database_rows *rows);

/* Resumes where an earlier load stopped. False with `failure` filled in. */
bool database_rows_resume(struct database_rows *rows, const struct dump_place *place,
                          struct failure *failure);

#endif
