/*
 * table_function.h - what all table-valued functions share: one description, one set of methods.
 *
 * A table-valued function is an eponymous virtual table whose arguments are its last, hidden
 * columns, so that f(text, 12) and f(text) WHERE shingle = 12 are the same. What differs - the
 * columns, and how rows are made - is in a `struct table_function` and the cursor behind it.
 *
 *   (1) A required argument that is not given is an error that names it; one that this join order
 *       cannot give makes SQLite choose another order.
 *   (2) A NULL argument gives no rows. A pointer (sqlite3_result_pointer()), which SQLite takes for
 *       NULL, is for `open` to judge; its hidden column reads NULL.
 *   (3) The hidden columns return the arguments, defaults included.
 *   (4) The hidden column behind an argument called text is input_text, so that `text` alone, in
 *       SELECT ... FROM sentence, minhash_signatures(text), means the table's column; so with blob.
 *   (5) In WHERE an argument is given by `=` or IN. Any other condition on a hidden column is a
 *       filter on rows made with the default. Of several that give one argument the last is taken,
 *       the one of a call f(...), and SQLite compares it with the others itself.
 *   (6) Rows of calls with unlike arguments have unlike rowids: where every part of an OR is a
 *       call, SQLite passes over rows whose rowids it has met. They depend on a key that is drawn
 *       for the connection.
 */
#ifndef NEARDUP_TABLE_FUNCTION_H
#define NEARDUP_TABLE_FUNCTION_H

#include "arguments.h"
#include "functions.h"

enum { table_arguments_max = 12 };

/* The arguments of one call, by position; NULL where one was not given. */
struct table_arguments {
    sqlite3_value *values[table_arguments_max];
};

/*
 * A copy of an argument. Text stands in memory that the next text reuses, because SQLite counts the
 * argument of every call f(text) among the columns read; anything else is a value.
 */
struct kept_argument {
    sqlite3_value *value; /* NULL where the argument is text, or not kept */
    char *text;
    size_t capacity;
    int length;
    bool is_text;
};

/* Begins every cursor; the function's own state follows it. */
struct table_cursor {
    sqlite3_vtab_cursor base;
    const struct table_function *function;
    struct interruption interruption;
    sqlite3_int64 row, rows; /* where it stands, and how many rows there are */
    struct kept_argument kept[table_arguments_max]; /* those that the query reads */
    uint64_t identity;                              /* of the call, or 0 where nobody asked */
};

/* What an argument takes that was not given: text that lasts, or else a number. */
struct default_value {
    const char *text;
    int64_t number;
};

struct table_function {
    const char *name;
    const char *columns; /* CREATE TABLE x(...): results, then hidden arguments */
    const char *const *argument_names;
    int result_count, argument_count, required_count;
    int pointer_count; /* how many of the last arguments are pointers */
    double estimated_rows;
    size_t cursor_size; /* bytes of the struct that begins with table_cursor */

    /* Makes the rows of one call: sets cursor->rows, or notes an error in `arguments`. */
    void (*open)(struct table_cursor *cursor, const struct table_arguments *given,
                 struct arguments *arguments);
    /* Sets the value of a result column in the cursor's row. */
    void (*column)(struct table_cursor *cursor, sqlite3_context *context, int column);
    /* The value that an argument which was not given took; NULL where all are required. */
    struct default_value (*default_argument)(struct table_cursor *cursor, int argument);
    /* Releases what `open` and its reuse left in the cursor. */
    void (*close)(struct table_cursor *cursor);
};

/* Registers `function` on `db`: SQLITE_OK or an error code. */
int table_function_register(sqlite3 *db, const struct table_function *function);

#endif
