/*
 * arguments.h - arguments of SQL functions: checked, or refused in one clear sentence.
 *
 * The error is sticky: once a check has failed, later ones do nothing, so that a function reads all
 * its arguments and asks once. Messages name function, argument, what was expected and what was
 * found: "jaccard(): argument shingle must be an integer from 1 to 1024, found 0".
 */
#ifndef NEARDUP_ARGUMENTS_H
#define NEARDUP_ARGUMENTS_H

#include "../core/core.h"
#include "functions.h"

struct arguments {
    const char *function; /* the SQL name, for messages */
    int code;             /* SQLITE_OK, or why a check failed or the work ended early */
    char *message;        /* NULL, or text from sqlite3_malloc() that belongs to this struct */
};

/* Text or a blob as SQLite holds it: valid until the value changes. */
struct argument_bytes {
    const char *bytes;
    size_t length;
};

/* Notes a failed check as sqlite3_mprintf() formats it, behind "function(): ". */
void arguments_refuse(struct arguments *arguments, const char *format, ...);

/* True where one of `count` values is NULL. */
int arguments_any_null(int count, sqlite3_value **values);

struct argument_bytes argument_text(struct arguments *arguments, const char *name,
                                    sqlite3_value *value);
struct argument_bytes argument_blob(struct arguments *arguments, const char *name,
                                    sqlite3_value *value);
int64_t argument_integer(struct arguments *arguments, const char *name, sqlite3_value *value,
                         int64_t least, int64_t most);
double argument_number(struct arguments *arguments, const char *name, sqlite3_value *value,
                       double least, double most);

/* The six that make a family of hash functions; NULL where one was not given. */
struct family_arguments {
    sqlite3_value *shingle, *bands, *rows, *hashes, *scheme, *seed;
};

/* Fills in what was not given by the defaults of the scheme, and checks how the parts fit. */
struct minhash_parameters argument_family(struct arguments *arguments,
                                          const struct family_arguments *given);

/* "banded", "paper", "wikiduper", "wikiduper-fixed" or "wikiduper-report". */
const char *scheme_name(enum minhash_scheme scheme);

/* Makes the error the result of a scalar function or of an aggregate's step or final. */
void arguments_result(struct arguments *arguments, sqlite3_context *context);

/* Hands the error to a virtual table and returns its code. */
int arguments_to_table(struct arguments *arguments, sqlite3_vtab *table);

#endif
