/* sample.c - see sample.h. */
#include "sample.h"

#include "../base/words.h"
#include "../text/message.h"
#include "../text/utf8.h"
#include "fields.h"
#include "json_object.h"

#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

bool sample_open(struct sample *sample, struct failure *failure) {
    *sample = (struct sample){.columns = calloc(sample_columns_max, sizeof *sample->columns)};
    return sample->columns || fail_memory(failure);
}

void sample_close(struct sample *sample) {
    free(sample->columns);
    *sample = (struct sample){0};
}

static void clear(struct sample *sample) {
    memset(sample->columns, 0, sample_columns_max * sizeof *sample->columns);
    *sample = (struct sample){.columns = sample->columns};
}

/* How many characters of text there are: none in an address. */
static size_t count_characters(const char *text, size_t length) {
    return words_begin("http://|https://", text, length) ? 0 : utf8_count(text, length);
}

static void set_name(struct sample_column *column, const char *name, size_t length) {
    if (length > column_name_max)
        length = column_name_max;
    if (length > 0)
        memcpy(column->name, name, length);
    column->name[length] = '\0';
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Takes the first record, which says how many columns there are. */
static void take_header(struct sample *sample, const struct record_layout *layout, size_t place,
                        const struct fields *fields) {
    char number[24];
    if (place >= sample_columns_max)
        return;
    struct sample_column *column = &sample->columns[place];
    if (layout->header)
        set_name(column, fields->field.bytes, fields->field.length);
    else
        set_name(column, number, (size_t)snprintf(number, sizeof number, "%zu", place + 1));
}

/* Takes one record; false when memory runs out. */
static bool take_row(struct sample *sample, const struct record_layout *layout,
                     struct fields *fields, const char *row, size_t length) {
    bool first = sample->column_count == 0, header = first && layout->header;
    size_t count = 0;
    fields_begin(fields, row, length);
    for (; fields_next(fields); count++) {
        if (first)
            take_header(sample, layout, count, fields);
        if (!header && count < sample_columns_max)
            sample->columns[count].characters +=
                count_characters(fields->field.bytes, fields->field.length);
    }
    if (first && !fields->unclosed)
        sample->column_count = count;
    sample->rows += !header;
    sample->alike += !header && !fields->unclosed && count == sample->column_count;
    return !fields->field.failed;
}

bool sample_table(struct sample *sample, const struct record_layout *layout, const char *text,
                  size_t length, bool complete, struct failure *failure) {
    struct fields fields = {.tabs = layout->syntax == record_is_tsv,
                            .delimiter = layout->delimiter};
    bool good = true;
    clear(sample);
    for (size_t at = 0; good && at < length && sample->rows < sample_rows_max;) {
        bool quoted = false;
        const char *line_end = fields.tabs ? memchr(text + at, '\n', length - at) : NULL;
        size_t end = line_end ? (size_t)(line_end - text)
                     : fields.tabs
                         ? length
                         : fields_row_end(text, at, at, length, fields.delimiter, true, &quoted);
        size_t row = end - at;
        bool ends = end < length || complete;
        if (row > 0 && text[end - 1] == '\r')
            row--;
        if (row > 0 && (ends || (sample->rows == 0 && sample->column_count > 0)))
            good = take_row(sample, layout, &fields, text + at, row);
        at = end + 1;
    }
    fields_free(&fields);
    if (sample->column_count > sample_columns_max)
        clear(sample);
    return good || fail_memory(failure);
}

/* ---- JSON lines ------------------------------------------------------------------------------ */

/* The column of that name, which is added if there is room; else NULL. */
static struct sample_column *member_column(struct sample *sample, const char *name, size_t length) {
    if (length > column_name_max)
        return NULL;
    for (size_t i = 0; i < sample->column_count; i++)
        if (strlen(sample->columns[i].name) == length &&
            memcmp(sample->columns[i].name, name, length) == 0)
            return &sample->columns[i];
    if (sample->column_count == sample_columns_max)
        return NULL;
    struct sample_column *column = &sample->columns[sample->column_count++];
    set_name(column, name, length);
    return column;
}

bool sample_objects(struct sample *sample, const char *text, size_t length,
                    struct failure *failure) {
    struct json_object *object = json_object_open(NULL, failure);
    struct json_member member;
    struct failure ignored;
    clear(sample);
    if (!object)
        return false;
    bool no_memory = false;
    for (size_t at = 0; !no_memory && at < length && sample->rows < sample_rows_max;) {
        const char *found = memchr(text + at, '\n', length - at);
        size_t line = found ? (size_t)(found - text) - at : length - at;
        bool good = line > 0 && !memchr(text + at, '\0', line) &&
                    json_object_begin(object, text + at, line, &ignored);
        bool any = false;
        while (good && json_object_next(object, &member, &ignored) == json_member_found) {
            struct sample_column *column = member_column(sample, member.name, member.name_length);
            any = true;
            if (column && strcmp(member.type, "text") == 0)
                column->characters += count_characters(member.bytes, member.length);
        }
        sample->rows += any;
        no_memory = json_object_no_memory(object);
        at += line + 1;
    }
    json_object_close(object);
    return !no_memory || fail_memory(failure);
}

/* ---- Rows of a database ---------------------------------------------------------------------- */

void sample_rows(struct sample *sample, sqlite3_stmt *rows) {
    int count = sqlite3_column_count(rows);
    clear(sample);
    sample->column_count = count < sample_columns_max ? (size_t)count : sample_columns_max;
    for (size_t i = 0; i < sample->column_count; i++) {
        const char *name = sqlite3_column_name(rows, (int)i);
        set_name(&sample->columns[i], name ? name : "", name ? strlen(name) : 0);
    }
    for (; sample->rows < sample_rows_max && sqlite3_step(rows) == SQLITE_ROW; sample->rows++)
        for (int i = 0; i < (int)sample->column_count; i++) {
            bool is_text = sqlite3_column_type(rows, i) == SQLITE_TEXT;
            const char *text = is_text ? (const char *)sqlite3_column_text(rows, i) : NULL;
            if (text)
                sample->columns[i].characters +=
                    count_characters(text, (size_t)sqlite3_column_bytes(rows, i));
        }
    sqlite3_reset(rows);
}

/* ---- What the sample tells ------------------------------------------------------------------- */

const struct sample_column *sample_find(const struct sample *sample, const char *name) {
    for (size_t i = 0; i < sample->column_count; i++)
        if (strcmp(sample->columns[i].name, name) == 0)
            return &sample->columns[i];
    return NULL;
}

const struct sample_column *sample_longest(const struct sample *sample,
                                           const struct columns *columns) {
    const struct sample_column *best = NULL;
    size_t most = 0, next = 0;
    if (sample->column_count == 1)
        return &sample->columns[0];
    for (size_t i = 0; i < sample->column_count; i++) {
        const struct sample_column *column = &sample->columns[i];
        bool other_use = false; /* the user has named it as something else than the text */
        for (int k = 0; k < columns->count; k++)
            other_use |= k != column_text && columns->asked[k] &&
                         strcmp(columns->names[k], column->name) == 0;
        if (!column->name[0] || other_use)
            continue;
        if (column->characters > most) {
            next = most;
            most = column->characters;
            best = column;
        } else if (column->characters > next) {
            next = column->characters;
        }
    }
    return most / 2 >= next ? best : NULL;
}

void sample_list(const struct sample *sample, char *list, size_t capacity) {
    list[0] = '\0';
    for (size_t i = 0; i < sample->column_count; i++)
        message_add_name(list, capacity, sample->columns[i].name, strlen(sample->columns[i].name));
}
