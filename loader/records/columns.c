/* columns.c - see columns.h. */
#include "columns.h"

#include "../text/message.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <string.h>

static const char *const roles[column_count] = {"text", "title", "id", "time", "language"};

void columns_default(struct columns *columns) {
    *columns = (struct columns){.count = column_count};
    for (int i = 0; i < column_language; i++)
        snprintf(columns->names[i], sizeof columns->names[i], "%s", roles[i]);
}

static bool set_name(struct columns *columns, int column, const char *option, const char *name,
                     size_t length, struct failure *failure) {
    assert(column >= 0 && column < columns_max);
    if (length > column_name_max)
        return fail(failure, "%s: a name is longer than %d bytes", option, column_name_max);
    memcpy(columns->names[column], name, length);
    columns->names[column][length] = '\0';
    columns->asked[column] = true;
    return true;
}

/* Adds a column of the key or, if `carried`, one that is carried along. */
static bool add_name(struct columns *columns, bool carried, const char *option, const char *name,
                     size_t length, struct failure *failure) {
    for (int i = column_count; i < columns->count; i++)
        if (columns->carried[i] == carried && columns_is(columns, i, name, length))
            return fail(failure, "%s: the column '%.*s' is named twice", option, (int)length, name);
    if (columns->count == columns_max)
        return fail(failure, "%s: more than %d columns in all", option, columns_max);
    columns->carried[columns->count] = carried;
    return set_name(columns, columns->count++, option, name, length, failure);
}

static bool is_role(const char *role, const char *word, size_t length) {
    return length == strlen(role) && memcmp(word, role, length) == 0;
}

/* Reads one item such as "title=name". */
static bool parse_one(struct columns *columns, const char *option, const char *word, size_t length,
                      struct failure *failure) {
    const char *equals = memchr(word, '=', length);
    size_t role_length = equals ? (size_t)(equals - word) : 0;
    size_t name_length = equals ? length - role_length - 1 : 0;
    for (int i = 0; i < column_count; i++) {
        if (!is_role(roles[i], word, role_length))
            continue;
        if (i == column_text && name_length == 0)
            return fail(failure, "%s: the column that holds the text must have a name", option);
        return set_name(columns, i, option, equals + 1, name_length, failure);
    }
    if (is_role("key", word, role_length)) {
        columns->key_named = true;
        return name_length == 0 ||
               add_name(columns, false, option, equals + 1, name_length, failure);
    }
    if (is_role("carry", word, role_length) && name_length > 0)
        return add_name(columns, true, option, equals + 1, name_length, failure);
    return fail(
        failure,
        "%s: expected text=NAME, title=NAME, id=NAME, time=NAME, language=NAME, key=NAME or "
        "carry=NAME, separated by commas, found '%.*s'",
        option, (int)(length < column_name_max ? length : column_name_max), word);
}

bool columns_parse(struct columns *columns, bool carried, const char *option, const char *list,
                   struct failure *failure) {
    for (const char *at = list;;) {
        size_t length = strcspn(at, ",");
        if (carried && length == 0)
            return fail(failure, "%s: expected names separated by commas, found '%.200s'", option,
                        list);
        if (!(carried ? add_name(columns, true, option, at, length, failure)
                      : parse_one(columns, option, at, length, failure)))
            return false;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

const char *columns_role(const struct columns *columns, int column) {
    return column < column_count ? roles[column] : columns->carried[column] ? "" : "key";
}

void columns_hint(const struct columns *columns, int column, char hint[columns_hint_max]) {
    if (columns->carried[column])
        snprintf(hint, columns_hint_max, "see --carry");
    else
        snprintf(hint, columns_hint_max, "--columns %s=NAME names another",
                 columns_role(columns, column));
}

bool columns_add_key(struct columns *columns, const char *name) {
    if (columns->count == columns_max || strlen(name) > column_name_max)
        return false;
    assert(!columns->key_named);
    snprintf(columns->names[columns->count++], column_name_max + 1, "%s", name);
    return true;
}

bool columns_is(const struct columns *columns, int column, const char *name, size_t length) {
    return length > 0 && strlen(columns->names[column]) == length &&
           memcmp(columns->names[column], name, length) == 0;
}

/* Appends those of the key, or those that are carried along. Defaults of the key are left out. */
static void list_more(const struct columns *columns, bool carried, char *list) {
    const char *before = carried ? " carry: " : ",key=";
    for (int i = column_count; i < columns->count; i++) {
        if (columns->carried[i] != carried || !columns->asked[i])
            continue;
        message_add(list, columns_list_max, "%s%s", before, columns->names[i]);
        before = carried ? "," : before;
    }
}

void columns_list(const struct columns *columns, char list[columns_list_max]) {
    list[0] = '\0';
    for (int i = 0; i < column_count; i++)
        if (i != column_language || columns->names[i][0])
            message_add(list, columns_list_max, "%s%s=%s", i ? "," : "", roles[i],
                        columns->names[i]);
    bool no_key = columns->key_named;
    for (int i = column_count; i < columns->count; i++)
        no_key = no_key && columns->carried[i];
    if (no_key)
        message_add(list, columns_list_max, ",key=");
    list_more(columns, false, list);
    list_more(columns, true, list);
}
