/*
 * sample.h - the first thousand records of a text or a statement: how they look as a table with
 * some delimiter or as JSON objects, which columns they have, and how long the texts in each are.
 * Addresses (http:, https:) are no texts and count as empty. Time is linear in the length of the
 * text and, for JSON, the number of different members.
 */
#pragma once

#include "../base/failure.h"
#include "columns.h"
#include "records.h"

#include <sqlite3.h>

/* Members of further names are left out; a table of more columns is not examined. */
enum { sample_columns_max = 512, sample_rows_max = 1000 };

struct sample_column {
    char name[column_name_max + 1]; /* cut if longer; without a header, its number from 1 */
    size_t characters;              /* of all its texts */
};

struct sample {
    struct sample_column *columns; /* sample_columns_max of them, of which column_count are used */
    size_t column_count;           /* of a table: 0 if its first record has no end */
    size_t rows;                   /* records, without the header */
    size_t alike;                  /* rows of a table with as many fields as its first record */
};

/* False with `failure` filled in when memory runs out. */
bool sample_open(struct sample *sample, struct failure *failure);
void sample_close(struct sample *sample);

/* Samples a text as a table. `complete`: nothing follows the text. */
bool sample_table(struct sample *sample, const struct record_layout *layout, const char *text,
                  size_t length, bool complete, struct failure *failure);

/* Samples a text as JSON lines. What is not an object is left out. */
bool sample_objects(struct sample *sample, const char *text, size_t length,
                    struct failure *failure);

/* Samples the rows of a statement, and resets it. An error of its own ends the sample. */
void sample_rows(struct sample *sample, sqlite3_stmt *rows);

/* The column of that name, or NULL. */
const struct sample_column *sample_find(const struct sample *sample, const char *name);

/*
 * The column that must be the text: the only one, or its texts are on average at least twice as
 * long as those of any other that `columns` does not ask for otherwise. Or NULL.
 */
const struct sample_column *sample_longest(const struct sample *sample,
                                           const struct columns *columns);

/* Lists the names of the columns, separated by commas, on one line. */
void sample_list(const struct sample *sample, char *list, size_t capacity);
