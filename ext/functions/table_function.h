/*
 * table_function.h - the virtual table methods that all table-valued functions share.
 *
 * A table-valued function is an eponymous virtual table whose last columns are hidden and hold its
 * arguments, so f(text, 12) and f(text) WHERE shingle = 12 are equivalent. Each function supplies
 * a `struct table_function`, which describes its columns and makes its rows, and a cursor.
 *
 *   (1) A missing required argument is an error that names it. If only this join order cannot
 *       supply the argument, SQLite chooses another order.
 *   (2) If an argument is NULL, there are no rows. A pointer value (sqlite3_result_pointer()) looks
 *       like NULL to SQLite, so `open` judges it. Its hidden column reads as NULL.
 *   (3) The hidden columns return the arguments, including defaults.
 *   (4) The hidden column of an argument named text is called input_text. A plain `text` in
 *       SELECT ... FROM sentence, minhash_signatures(text) thus means the column of the table. The
 *       same holds for blob.
 *   (5) In WHERE, only `=` and IN supply an argument. Any other condition on a hidden column
 *       filters rows made with the default. If several conditions supply the same argument, the
 *       last is used, which is that of the call f(...), and SQLite checks the others itself.
 *   (6) Rows of calls with different arguments have different rowids, because SQLite skips rows
 *       whose rowids it has already seen when every part of an OR is a call. Rowids depend on a
 *       random key for each connection.
 */
#ifndef NEARDUP_TABLE_FUNCTION_H
#define NEARDUP_TABLE_FUNCTION_H

#include "arguments.h"
#include "functions.h"

/* A bit for each is in the int that SQLite passes from the plan to the call. */
enum { table_arguments_max = 20 };

/* The arguments of one call, by position; NULL if one was not given. */
struct table_arguments {
    sqlite3_value *values[table_arguments_max];
};

/*
 * A copy of an argument. Text is copied to memory that the next text reuses, since SQLite reports
 * the argument of every call f(text) as a column that the query reads. Other types are values.
 */
struct kept_argument {
    sqlite3_value *value; /* NULL if the argument is text or was not kept */
    char *text;
    size_t capacity;
    int length;
    bool is_text;
};

/* The first member of every cursor; the function's own state follows. */
struct table_cursor {
    sqlite3_vtab_cursor base;
    const struct table_function *function;
    struct connection *connection;
    struct interruption interruption;
    sqlite3_int64 row, rows;                        /* the current row, and the number of rows */
    struct kept_argument kept[table_arguments_max]; /* those that the query reads */
    uint64_t identity; /* hash of the arguments; 0 until a rowid is read */
};

/*
 * Keeps an argument other than text until the next call, unless it is kept already because the
 * query reads it. Returns the copy, or NULL if memory runs out.
 */
sqlite3_value *table_keep(struct table_cursor *cursor, int argument, sqlite3_value *value);

/* The default of an argument: static text, or an integer, or a real number; NaN stands for NULL. */
struct default_value {
    const char *text; /* NULL if it is a number */
    int64_t number;   /* unless it is real */
    bool is_real;
    double real;
};

struct table_function {
    const char *name;
    const char *columns; /* CREATE TABLE x(...): results, then hidden arguments */
    const char *const *argument_names;
    int result_count, argument_count, required_count;
    unsigned pointers; /* the arguments that are pointers, as a set of bits */
    bool direct;       /* depends on more than its arguments: not for views and triggers */
    double estimated_rows;
    size_t cursor_size; /* of the struct that begins with table_cursor */

    /*
     * Makes the rows of one call and sets cursor->rows, or records an error in `arguments`. If the
     * function has `next`, `open` makes the first row only.
     */
    void (*open)(struct table_cursor *cursor, const struct table_arguments *given,
                 struct arguments *arguments);
    /*
     * NULL if `open` makes all rows. Otherwise makes row number cursor->row and increments
     * cursor->rows, or does not at the end, or records an error.
     */
    void (*next)(struct table_cursor *cursor, struct arguments *arguments);
    /* Sets the result to a column of the current row. */
    void (*column)(struct table_cursor *cursor, sqlite3_context *context, int column);
    /* The value used for an argument that was not given. NULL if all arguments are required. */
    struct default_value (*default_argument)(struct table_cursor *cursor, int argument);
    /* Releases the function's own state in the cursor. */
    void (*close)(struct table_cursor *cursor);
};

/*
 * Registers `function` on `db`, with a reference of its own to the connection's state. Returns
 * SQLITE_OK or an error code.
 */
int table_function_register(sqlite3 *db, const struct table_function *function,
                            struct connection *connection);

#endif
