/* columns.h - which columns of a table, or members of an object, to load. */
#pragma once

#include "../base/failure.h"

/* These have one name each, in this order; those of the key and those carried along follow. */
enum column { column_text, column_title, column_id, column_time, column_language, column_count };

enum { column_name_max = 200, columns_max = 65 };

struct columns {
    int count;                                    /* of all names, at least column_count */
    char names[columns_max][column_name_max + 1]; /* "" if not wanted */
    bool asked[columns_max];                      /* named on the command line */
    bool carried[columns_max];                    /* from column_count on: not part of the key */
    bool key_named;                               /* `key=` was given, perhaps without a name */
};

/* The default: columns called text, title, id and time, and none of languages. */
void columns_default(struct columns *columns);

/*
 * Changes names according to the list of an option, such as "text=body,key=sku", or adds the names
 * of one such as "price,created" to those that are carried along. False: `failure`.
 */
bool columns_parse(struct columns *columns, bool carried, const char *option, const char *list,
                   struct failure *failure);

/* What --columns calls a column: text, title, ..., key; "" if it is carried along. */
const char *columns_role(const struct columns *columns, int column);

/* Says, in a message that a column is missing, how another one is named. */
enum { columns_hint_max = 60 };
void columns_hint(const struct columns *columns, int column, char hint[columns_hint_max]);

/* Adds a column to a key that was not named, once all lists were read. False: there is no room. */
bool columns_add_key(struct columns *columns, const char *name);

/* Whether the column has that name. */
bool columns_is(const struct columns *columns, int column, const char *name, size_t length);

/* Writes all names, default ones too, as columns_parse() reads them. */
enum { columns_list_max = columns_max * (column_name_max + 8) };
void columns_list(const struct columns *columns, char list[columns_list_max]);
