/* columns.h - which columns of a table, or members of an object, to load. */
#pragma once

#include "../base/failure.h"

/* These have one name each, in this order; others follow, in the order in which they are named. */
enum column { column_text, column_title, column_id, column_time, column_language, column_count };

/* What the others are for. */
enum column_use {
    use_key,
    use_carried, /* along, into the table of that name */
    use_text     /* joined to what precedes it in the text */
};

enum { column_name_max = 200, columns_max = 65, columns_open_max = 8 };

struct columns {
    int count;                                    /* of all names, at least column_count */
    char names[columns_max][column_name_max + 1]; /* "" if not wanted */
    bool asked[columns_max];                      /* named on the command line */
    enum column_use uses[columns_max];            /* from column_count on */
    bool key_named;                               /* `key=` was given, perhaps without a name */
    bool key_open; /* each column of the key may be all of it: store.h decides that */
};

/* The default: columns called text, title, id and time, and none of languages. */
void columns_default(struct columns *columns);

/*
 * Changes names according to the list of an option, such as "text=name,city,key=sku", or adds the
 * names of one such as "price,created" to those that are carried along. Names with a comma are in
 * quotation marks, as in CSV. False: `failure`.
 */
bool columns_parse(struct columns *columns, bool carried, const char *option, const char *list,
                   struct failure *failure);

/* What --columns calls a column: text, title, ..., key, carry. */
const char *columns_role(const struct columns *columns, int column);

/* Whether it is from there on that use. */
static inline bool columns_use(const struct columns *columns, int column, enum column_use use) {
    return column >= column_count && columns->uses[column] == use;
}

/* Whether it has the text or a part of it. */
static inline bool columns_is_text(const struct columns *columns, int column) {
    return column == column_text || columns_use(columns, column, use_text);
}

/* The length of the first item of a list, up to a comma that is not inside quotation marks. */
size_t columns_item(const char *list);

/* The item "ROLE=NAME", with marks around the name if it needs them; cut if it is too long. */
enum { columns_item_max = 2 * column_name_max + 20 };
void columns_write(const char *role, const char *name, char item[columns_item_max]);

/* Says, in a message that a column is missing, how another one is named. */
enum { columns_hint_max = 60 };
void columns_hint(const struct columns *columns, int column, char hint[columns_hint_max]);

/* Adds a column to a key that was not named, once all lists were read. False: there is no room. */
bool columns_add_key(struct columns *columns, const char *name);

/*
 * Opens the key for a column that is called like one, unless there is another use for it or
 * columns_open_max are open. `id`: only if it is called id, in any case; else only if it is not.
 */
void columns_offer_key(struct columns *columns, const char *name, bool id);

/* Whether the column has that name. */
bool columns_is(const struct columns *columns, int column, const char *name, size_t length);

/* Writes all names, default ones too, as columns_parse() reads them. */
enum { columns_list_max = columns_max * columns_item_max };
void columns_list(const struct columns *columns, char list[columns_list_max]);
