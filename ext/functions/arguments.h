/*
 * arguments.h - checks the arguments of SQL functions.
 *
 * Errors are sticky: the first one is kept, so a function can read all its arguments and test for
 * an error once. Messages name the function, the argument, what was expected and what was found:
 * "jaccard(): argument shingle must be an integer from 1 to 1024, found 0".
 */
#ifndef NEARDUP_ARGUMENTS_H
#define NEARDUP_ARGUMENTS_H

#include "../core/core.h"
#include "functions.h"

struct arguments {
    const char *function; /* the SQL name, for messages */
    int code;             /* SQLITE_OK, or the error of a check or of the function's work */
    char *message;        /* NULL, or from sqlite3_malloc() and owned by this struct */
};

/* Text or a blob owned by SQLite, valid until the value changes. */
struct argument_bytes {
    const char *bytes;
    size_t length;
};

/* Records an error formatted by sqlite3_mprintf(), prefixed with "function(): ". */
void arguments_refuse(struct arguments *arguments, const char *format, ...);

/* The first 40 characters of a text, which a message can show: no ill-formed UTF-8, no controls. */
struct argument_shown {
    char utf8[4 * 40 + 1];
};

struct argument_shown argument_shown(struct argument_bytes text);

/* Records that `text` is none of the expected words; the message shows its first 40 characters. */
void arguments_refuse_word(struct arguments *arguments, const char *name, const char *expected,
                           struct argument_bytes text);

/* Whether any of `count` values is NULL. */
int arguments_any_null(int count, sqlite3_value **values);

/* Each returns the value of an argument called `name`, or records an error if it is unsuitable. */
struct argument_bytes argument_text(struct arguments *arguments, const char *name,
                                    sqlite3_value *value);
struct argument_bytes argument_blob(struct arguments *arguments, const char *name,
                                    sqlite3_value *value);
int64_t argument_integer(struct arguments *arguments, const char *name, sqlite3_value *value,
                         int64_t least, int64_t most);
double argument_number(struct arguments *arguments, const char *name, sqlite3_value *value,
                       double least, double most);

/*
 * The pointer of type `type` (https://sqlite.org/bindptr.html) that the function `maker` made,
 * which the value keeps. Any other value is an error; NULL is returned then.
 */
void *argument_pointer(struct arguments *arguments, const char *name, const char *maker,
                       const char *type, sqlite3_value *value);

/* The arguments that determine a family of hash functions; NULL if not given. */
struct family_arguments {
    sqlite3_value *shingle, *bands, *rows, *hashes, *scheme, *seed;
};

/* Checks them and fills in the defaults of the scheme. */
struct minhash_parameters argument_family(struct arguments *arguments,
                                          const struct family_arguments *given);

/* The same for `count` arguments in a row, in the order of the struct. More than its six are
 * ignored. */
struct minhash_parameters argument_family_list(struct arguments *arguments, int count,
                                               sqlite3_value **values);

/* Records an error, which begins with `what` and shows both, unless the two are equal. */
void arguments_require_same(struct arguments *arguments, const char *what,
                            const struct minhash_parameters *a, const struct minhash_parameters *b);

/*
 * The threads to start, for crew_new(): none for the number 1, or if SQLite has no mutexes; one for
 * each processor for 0, an SQL NULL, or if `value` is NULL.
 */
unsigned argument_threads(struct arguments *arguments, sqlite3_value *value);

/* "banded", "paper", "wikiduper", "wikiduper-fixed" or "wikiduper-report". */
const char *argument_scheme_name(enum minhash_scheme scheme);

/* Sets the result of a scalar function, or of a step or final of an aggregate, to the error. */
void arguments_result(struct arguments *arguments, sqlite3_context *context);

/* Passes the error to a virtual table and returns its code. */
int arguments_to_table(struct arguments *arguments, sqlite3_vtab *table);

#endif
