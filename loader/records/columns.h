/* columns.h - which columns of a table, or members of an object, hold what is loaded. */
#ifndef NEARDUP_COLUMNS_H
#define NEARDUP_COLUMNS_H

#include "../base/failure.h"

#include <stdbool.h>
#include <stddef.h>

enum column { column_text, column_title, column_id, column_time, column_count };

enum { column_name_max = 200 };

struct columns {
    char names[column_count][column_name_max + 1]; /* "" if not wanted */
    bool asked[column_count];                      /* named on the command line */
};

/* The default: columns called text, title, id and time. */
void columns_default(struct columns *columns);

/* Changes names according to a list such as "text=body,title=name". False: `failure`. */
bool columns_parse(struct columns *columns, const char *list, struct failure *failure);

/* What --columns calls a column: text, title, ... */
const char *columns_key(enum column column);

/* Whether the column has that name. */
bool columns_is(const struct columns *columns, enum column column, const char *name, size_t length);

/* Writes all names in the form that columns_parse() reads. */
enum { columns_list_max = column_count * (column_name_max + 8) };
void columns_list(const struct columns *columns, char list[columns_list_max]);

#endif
