/*
 * printed_rows.h - what scripts print.
 *
 * A script prints lines for people, rows of one column, or a table, rows of several. As a list, the
 * values of a row have | between them, as in SQLite's shell. As CSV (RFC 4180), a table begins with
 * the names of its columns. As JSON lines, a row of a table is an object. A column json(NAME) has
 * the column NAME before it as JSON, which its object takes, and CSV leaves out.
 */
#pragma once

#include "../../neardup.h"
#include "../function.h"

enum rows_format { rows_list, rows_csv, rows_jsonl };

struct rows {
    enum rows_format format;
    sqlite3_str *text;                /* the output, unless it is passed on */
    const struct neardup_rows *taker; /* who is handed each piece; or NULL */
};

/*
 * Ends a line that was appended to `text`; prints the names of the columns of a table, if it is
 * CSV; a row. Returns SQLITE_OK, or SQLITE_INTERRUPT if the taker wants no more, SQLITE_NOMEM or
 * SQLITE_TOOBIG.
 */
int rows_end_line(struct rows *rows);
int rows_head(struct rows *rows, sqlite3_stmt *row);
int rows_print(struct rows *rows, sqlite3_stmt *row);
