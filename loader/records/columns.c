/* columns.c - see columns.h. */
#include "columns.h"

#include <stdio.h> /* snprintf */
#include <string.h>

static const char *const keys[column_count] = {"text", "title", "id", "time"};

void columns_default(struct columns *columns) {
    *columns = (struct columns){0};
    for (int i = 0; i < column_count; i++)
        snprintf(columns->names[i], sizeof columns->names[i], "%s", keys[i]);
}

/* Reads one item such as "title=name". */
static bool parse_one(struct columns *columns, const char *word, size_t length,
                      struct failure *failure) {
    const char *equals = memchr(word, '=', length);
    size_t key_length = equals ? (size_t)(equals - word) : 0;
    for (int i = 0; equals && i < column_count; i++) {
        if (key_length != strlen(keys[i]) || memcmp(word, keys[i], key_length) != 0)
            continue;
        size_t name_length = length - key_length - 1;
        if (i == column_text && name_length == 0)
            return fail(failure, "--columns: the column that holds the text must have a name");
        if (name_length > column_name_max)
            return fail(failure, "--columns: a name is longer than %d bytes", column_name_max);
        memcpy(columns->names[i], equals + 1, name_length);
        columns->names[i][name_length] = '\0';
        columns->asked[i] = true;
        return true;
    }
    return fail(failure,
                "--columns: expected text=NAME, title=NAME, id=NAME or time=NAME, separated by "
                "commas, found '%.*s'",
                (int)(length < column_name_max ? length : column_name_max), word);
}

bool columns_parse(struct columns *columns, const char *list, struct failure *failure) {
    for (const char *at = list;;) {
        size_t length = strcspn(at, ",");
        if (!parse_one(columns, at, length, failure))
            return false;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

const char *columns_key(enum column column) {
    return keys[column];
}

bool columns_is(const struct columns *columns, enum column column, const char *name,
                size_t length) {
    return length > 0 && strlen(columns->names[column]) == length &&
           memcmp(columns->names[column], name, length) == 0;
}

void columns_list(const struct columns *columns, char list[columns_list_max]) {
    size_t used = 0;
    for (int i = 0; i < column_count; i++)
        used += (size_t)snprintf(list + used, columns_list_max - used, "%s%s=%s", i ? "," : "",
                                 keys[i], columns->names[i]);
}
