/* columns.c - see columns.h. */
#include "columns.h"

#include "../base/ascii.h"
#include "../base/words.h"
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

static bool is_role(const char *role, const char *word, size_t length) {
    return length == strlen(role) && memcmp(word, role, length) == 0;
}

/* Whether marks around a name end with it; `at` is the first one. */
static bool ends_quoted(const char *at, size_t length) {
    size_t i = 1;
    while (i + 1 < length && (at[i] != '"' || at[i + 1] == '"'))
        i += at[i] == '"' ? 2 : 1;
    return i + 1 == length && at[i] == '"';
}

size_t columns_item(const char *list) {
    size_t length = strcspn(list, ","), first = strcspn(list, "=,");
    first += list[first] == '=';
    if (list[0] == '"')
        first = 0;
    /* Without a closing mark before a comma or the end, the first mark is part of the name. */
    for (size_t at = length; list[first] == '"'; at += 1 + strcspn(list + at + 1, ",")) {
        if (ends_quoted(list + first, at - first))
            return at;
        if (list[at] == '\0')
            break;
    }
    return length;
}

/* Sets a name of the list of an option, without the marks around it. */
static bool set_name(struct columns *columns, int column, const char *option, const char *name,
                     size_t length, struct failure *failure) {
    assert(column >= 0 && column < columns_max);
    char *to = columns->names[column], *end = to + column_name_max;
    bool quoted = length > 1 && name[0] == '"' && ends_quoted(name, length);
    for (size_t i = quoted; i < length - quoted; i += quoted && name[i] == '"' ? 2 : 1) {
        if (to == end)
            return fail(failure, "%s: a name is longer than %d bytes", option, column_name_max);
        *to++ = name[i];
    }
    *to = '\0';
    columns->asked[column] = true;
    return true;
}

/* Adds a column for that use. */
static bool add_name(struct columns *columns, enum column_use use, const char *option,
                     const char *name, size_t length, struct failure *failure) {
    int place = columns->count;
    if (place == columns_max)
        return fail(failure, "%s: more than %d columns in all", option, columns_max);
    if (!set_name(columns, place, option, name, length, failure))
        return false;
    columns->uses[place] = use;
    for (int i = 0; i < place; i++)
        if ((columns_use(columns, i, use) || (use == use_text && i == column_text)) &&
            strcmp(columns->names[i], columns->names[place]) == 0)
            return fail(failure, "%s: the column '%s' is named twice", option, columns->names[i]);
    columns->count++;
    return true;
}

/*
 * Reads one item such as "title=name". After one of the text, or of what is carried along, an item
 * may be another name: `*use` is of the last item, and use_key for all others.
 */
static bool parse_one(struct columns *columns, const char *option, const char *word, size_t length,
                      enum column_use *use, struct failure *failure) {
    const char *equals = word[0] == '"' ? NULL : memchr(word, '=', length);
    size_t role_length = equals ? (size_t)(equals - word) : 0;
    const char *name = equals ? equals + 1 : word;
    size_t name_length = length - (size_t)(name - word);
    if (equals || length == 0)
        *use = is_role("text", word, role_length)    ? use_text
               : is_role("carry", word, role_length) ? use_carried
                                                     : use_key;
    if (*use == use_text && name_length == 0)
        return fail(failure, "%s: the column that holds the text must have a name", option);
    if ((*use == use_text && columns->asked[column_text]) ||
        (*use == use_carried && name_length > 0))
        return add_name(columns, *use, option, name, name_length, failure);
    for (int i = 0; i < column_count; i++)
        if (*use == use_text ? i == column_text : is_role(roles[i], word, role_length))
            return set_name(columns, i, option, name, name_length, failure);
    if (is_role("key", word, role_length)) {
        columns->key_named = true;
        return name_length == 0 || add_name(columns, use_key, option, name, name_length, failure);
    }
    return fail(
        failure,
        "%s: expected text=NAME, title=NAME, id=NAME, time=NAME, language=NAME, key=NAME or "
        "carry=NAME, separated by commas, found '%.*s'",
        option, (int)(length < column_name_max ? length : column_name_max), word);
}

bool columns_parse(struct columns *columns, bool carried, const char *option, const char *list,
                   struct failure *failure) {
    enum column_use use = use_key;
    for (const char *at = list;;) {
        size_t length = columns_item(at);
        if (carried && length == 0)
            return fail(failure, "%s: expected names separated by commas, found '%.200s'", option,
                        list);
        if (!(carried ? add_name(columns, use_carried, option, at, length, failure)
                      : parse_one(columns, option, at, length, &use, failure)))
            return false;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

const char *columns_role(const struct columns *columns, int column) {
    static const char *const uses[] = {
        [use_key] = "key", [use_carried] = "carry", [use_text] = "text"};
    return column < column_count ? roles[column] : uses[columns->uses[column]];
}

void columns_write(const char *role, const char *name, char item[columns_item_max]) {
    bool quotes = strchr(name, ',') || name[0] == '"';
    snprintf(item, columns_item_max, "%s%s%s", role, role[0] ? "=" : "", quotes ? "\"" : "");
    for (const char *at = name; *at; at++)
        message_add(item, columns_item_max, quotes && *at == '"' ? "\"%c" : "%c", *at);
    message_add(item, columns_item_max, quotes ? "\"" : "");
}

void columns_hint(const struct columns *columns, int column, char hint[columns_hint_max]) {
    if (columns_use(columns, column, use_carried))
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

/* Whether a column is called as keys are. */
static bool is_called_key(const char *name, bool id) {
    size_t length = strlen(name);
    if (words_begin_any_case("id", name, length) == length)
        return id && length > 0;
    return !id && (words_begin_any_case("key|uuid|guid", name, length) == length ||
                   words_end_any_case("_id|-id| id", name, length) > 0 ||
                   (length > 2 && ascii_is_lower(name[length - 3]) &&
                    strcmp(name + length - 2, "Id") == 0));
}

void columns_offer_key(struct columns *columns, const char *name, bool id) {
    int open = 0;
    if (!is_called_key(name, id))
        return;
    for (int i = 0; i < columns->count; i++) {
        open += columns_use(columns, i, use_key);
        if (i != column_id && !columns_use(columns, i, use_carried) &&
            strcmp(columns->names[i], name) == 0)
            return;
    }
    columns->key_open |= open < columns_open_max && columns_add_key(columns, name);
}

bool columns_is(const struct columns *columns, int column, const char *name, size_t length) {
    return length > 0 && strlen(columns->names[column]) == length &&
           memcmp(columns->names[column], name, length) == 0;
}

/* Appends those of a use. Only those that were asked for: defaults of the key are left out. */
static void list_more(const struct columns *columns, enum column_use use, char *list) {
    const char *before = use == use_carried ? " carry: " : ",";
    char item[columns_item_max];
    for (int i = column_count; i < columns->count; i++) {
        if (columns->uses[i] != use || !columns->asked[i])
            continue;
        columns_write(use == use_carried ? "" : columns_role(columns, i), columns->names[i], item);
        message_add(list, columns_list_max, "%s%s", before, item);
        before = ",";
    }
}

void columns_list(const struct columns *columns, char list[columns_list_max]) {
    char item[columns_item_max];
    list[0] = '\0';
    for (int i = 0; i < column_count; i++) {
        if (i == column_language && !columns->names[i][0])
            continue;
        columns_write(roles[i], columns->names[i], item);
        message_add(list, columns_list_max, "%s%s", i ? "," : "", item);
        if (i == column_text)
            list_more(columns, use_text, list);
    }
    bool no_key = columns->key_named;
    for (int i = column_count; i < columns->count; i++)
        no_key = no_key && columns->uses[i] != use_key;
    if (no_key)
        message_add(list, columns_list_max, ",key=");
    list_more(columns, use_key, list);
    list_more(columns, use_carried, list);
}
