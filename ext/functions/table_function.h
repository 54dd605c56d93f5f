/*
 * table_function.h - the virtual table methods that all table-valued functions share.
 *
 * A table-valued function is an eponymous virtual table whose last columns are hidden and hold its
 * arguments, so f(text, 12) and f(text) WHERE shingle = 12 are equivalent. Each function has a
 * cursor, which begins with a struct table_cursor, and these calls:
 *
 *     open      makes the rows of one call and sets cursor->rows; or, if there is `next`, prepares
 *     next      NULL, or makes row number cursor->row and increments cursor->rows, or does neither
 *               at the end
 *     column    sets the result to a column of the current row
 *     usual     NULL, or the default of an `unset` argument, which `open` has found
 *     reset     NULL, or ends a call: releases what the next one does not reuse
 *     close     NULL, or releases the rest; `reset` comes before it
 *
 *   (1) A missing required argument is an error that names it. If only this join order cannot
 *       supply the argument, SQLite chooses another order.
 *   (2) If an argument is NULL, there are no rows. A pointer value looks like NULL to SQLite; its
 *       hidden column reads as NULL. The cursor has a reference of each collection until `reset`.
 *   (3) The hidden columns return the arguments, including defaults.
 *   (4) In WHERE, only `=` and IN supply an argument. Any other condition on a hidden column
 *       filters rows made with the default. If several conditions supply the same argument, the
 *       last is used, which is that of the call f(...), and SQLite checks the others itself.
 *   (5) Rows of calls with different arguments have different rowids, because SQLite skips rows
 *       whose rowids it has already seen when every part of an OR is a call. Rowids depend on a
 *       random key for each connection.
 */
#pragma once

#include "function.h"

/* The first member of every cursor; the function's own state follows. */
struct table_cursor {
    sqlite3_vtab_cursor base;
    const struct registered *registered;
    struct connection *connection;
    struct interruption interruption;
    sqlite3_int64 row, rows;            /* the current row, and the number of rows */
    sqlite3_value *kept[arguments_max]; /* copies of the arguments that the query reads */
    struct collection *held[2];         /* the collections among the arguments */
    uint64_t identity;                  /* hash of the arguments; 0 until a rowid is read */
};

/* Keeps an argument until the next call. Returns the copy, or NULL if memory runs out. */
sqlite3_value *table_keep(struct table_cursor *cursor, int argument, sqlite3_value *value);

/* Counts the row that was found, or records why none was. Returns whether it is the end. */
bool table_found(struct table_cursor *cursor, struct call *call, enum task_results found);

/* Registers a function; takes over `registered`, which SQLite frees even if this fails. */
int table_function_register(sqlite3 *db, struct registered *registered);
