/* named_rows.c - see named_rows.h. */
#include "named_rows.h"

#include "../text/utf8.h"
#include "fields.h"
#include "json_object.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { file_most = 1 << 30, piece = 1 << 16, places_most = 256 };

/* The place of a name; `count` if it is none of them. */
static int place_of(const struct named_rows *rows, const char *bytes, size_t length) {
    int i = 0;
    while (i < rows->count &&
           (strlen(rows->names[i]) != length || strncasecmp(rows->names[i], bytes, length) != 0))
        i++;
    return i;
}

/* The first required one that is not there; `required` if all are. */
static int missing(const struct named_rows *rows, const bool *is_there) {
    int i = 0;
    while (i < rows->required && is_there[i])
        i++;
    return i;
}

/* The cells of a row, one after the other in a buffer. */
struct cells {
    struct text_buffer text;
    size_t begin[named_rows_columns_max], length[named_rows_columns_max];
    bool given[named_rows_columns_max];
};

static void cells_begin(struct cells *cells) {
    cells->text.length = 0;
    memset(cells->given, 0, sizeof cells->given);
}

static void cells_add(struct cells *cells, const struct named_rows *rows, int place,
                      const char *bytes, size_t length) {
    if (place == rows->count)
        return;
    cells->begin[place] = cells->text.length;
    cells->length[place] = length;
    cells->given[place] = true;
    text_buffer_append(&cells->text, bytes, length);
}

static bool cells_take(const struct cells *cells, const struct named_rows *rows, long long line,
                       struct failure *failure) {
    struct named_cell row[named_rows_columns_max] = {{NULL, 0}};
    if (cells->text.failed)
        return fail_memory(failure);
    for (int i = 0; i < rows->count; i++)
        if (cells->given[i])
            row[i] = (struct named_cell){
                cells->length[i] ? cells->text.bytes + cells->begin[i] : "", cells->length[i]};
    return rows->take(rows->context, line, row, failure);
}

/* ---- JSON lines ------------------------------------------------------------------------------ */

/* Takes a member of a name; false with `wrong` filled in if it is nothing that has a text. */
static bool add_member(struct cells *cells, const struct named_rows *rows,
                       const struct json_member *member, int place, struct failure *wrong) {
    bool is_part = strcmp(member->type, "array") == 0 || strcmp(member->type, "object") == 0;
    if (is_part || strcmp(member->type, "true") == 0 || strcmp(member->type, "false") == 0)
        return fail(wrong, "%s must be a text, found %s%s", rows->names[place],
                    is_part ? "an " : "", member->type);
    if (strcmp(member->type, "null") != 0)
        cells_add(cells, rows, place, member->bytes, member->length);
    return true;
}

static bool read_object(const struct named_rows *rows, struct json_object *object,
                        struct cells *cells, long long line, const char *json, size_t length,
                        struct failure *failure) {
    bool is_there[named_rows_columns_max + 1] = {false};
    struct failure wrong = {0};
    struct json_member member;
    enum json_result result = json_failed;
    cells_begin(cells);
    if (json_object_begin(object, json, length, &wrong))
        while ((result = json_object_next(object, &member, &wrong)) == json_member_found) {
            int place = place_of(rows, member.name, member.name_length);
            is_there[place] = true;
            if (place < rows->count && !add_member(cells, rows, &member, place, &wrong))
                break;
        }
    int lacks = missing(rows, is_there);
    if (result == json_members_end && lacks < rows->required)
        fail(&wrong, "%s is missing", rows->names[lacks]);
    else if (result == json_members_end)
        return cells_take(cells, rows, line, failure);
    if (json_object_no_memory(object))
        return fail_memory(failure);
    rows->refuse(rows->context, line, wrong.message);
    return true;
}

static bool read_objects(const struct named_rows *rows, const char *text, size_t length,
                         struct cells *cells, struct failure *failure) {
    struct json_object *object = json_object_open(NULL, failure);
    const char *at = text, *end = text + length;
    bool good = object != NULL;
    for (long long line = 1; good && at < end; line++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((line_end ? line_end : end) - at);
        if (memchr(at, '\0', size))
            rows->refuse(rows->context, line, "expected a JSON object, found a zero byte");
        else if (strspn(at, " \t\r") < size)
            good = read_object(rows, object, cells, line, at, size, failure);
        at = line_end ? line_end + 1 : end;
    }
    json_object_close(object);
    return good;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* As in CSV that we write, an apostrophe at the beginning is a mark, and no part of the text. */
static void add_field(struct cells *cells, const struct named_rows *rows, int place,
                      const struct text_buffer *field) {
    bool marked = field->length > 0 && field->bytes[0] == '\'';
    cells_add(cells, rows, place, field->length ? field->bytes + marked : "",
              field->length - marked);
}

/* The columns of a table, by its first row. */
struct head {
    int places[places_most], count;
    size_t next; /* where the second row begins */
};

static size_t row_end(const char *text, size_t begin, size_t length, char delimiter, size_t *next) {
    bool quoted = false;
    size_t end = fields_row_end(text, begin, begin, length, delimiter, true, &quoted);
    *next = end < length ? end + 1 : length;
    return end - (end > begin && text[end - 1] == '\r');
}

/* Whether the first row has all required names, between delimiters as they are in `fields`. */
static bool read_head(const struct named_rows *rows, const char *text, size_t length,
                      struct fields *fields, struct head *head) {
    bool is_there[named_rows_columns_max + 1] = {false};
    fields_begin(fields, text, row_end(text, 0, length, fields->delimiter, &head->next));
    for (head->count = 0; head->count < places_most && fields_next(fields); head->count++) {
        int place = place_of(rows, fields->field.bytes, fields->field.length);
        head->places[head->count] = place;
        is_there[place] = true;
    }
    return missing(rows, is_there) == rows->required;
}

static bool refuse_head(const struct named_rows *rows, const char *text, size_t length,
                        struct failure *failure) {
    enum { shown_most = 60 };
    char wanted[64 * named_rows_columns_max] = "";
    size_t found = 0;
    for (int i = 0, at = 0; i < rows->required; i++)
        at += snprintf(wanted + at, 64, "%s%.60s", i ? ", " : "", rows->names[i]);
    while (found < length && found < shown_most && text[found] && !strchr("\r\n", text[found]))
        found++;
    return fail(
        failure,
        "%s: expected a JSON object a line, or CSV whose first line has the names %s; found "
        "'%.*s'",
        rows->path, wanted, (int)utf8_valid_length(text, found), text);
}

static bool read_table(const struct named_rows *rows, const char *text, size_t length,
                       struct cells *cells, struct failure *failure) {
    static const char delimiters[] = ",;\t";
    struct fields fields = {.delimiter = delimiters[0]};
    struct head head;
    bool good = true;
    for (int i = 0; good && !read_head(rows, text, length, &fields, &head); i++) {
        fields.delimiter = delimiters[i + 1];
        good = (!fields.field.failed || fail_memory(failure)) &&
               (fields.delimiter || refuse_head(rows, text, length, failure));
    }
    long long line = 1;
    for (size_t begin = 0, next = head.next; good && next < length;) {
        for (; begin < next; begin++)
            line += text[begin] == '\n';
        cells_begin(cells);
        fields_begin(&fields, text + begin,
                     row_end(text, begin, length, fields.delimiter, &next) - begin);
        for (int column = 0; column < head.count && fields_next(&fields); column++)
            add_field(cells, rows, head.places[column], &fields.field);
        good = fields.field.failed ? fail_memory(failure) : cells_take(cells, rows, line, failure);
    }
    fields_free(&fields);
    return good;
}

/* ---- The file -------------------------------------------------------------------------------- */

static bool read_file(const char *path, struct text_buffer *text, struct failure *failure) {
    FILE *stream = fopen(path, "rb");
    size_t count = 1;
    if (!stream)
        return fail(failure, "%s: %s", path, strerror(errno));
    while (count > 0 && text->length < file_most && text_buffer_reserve(text, piece)) {
        count = fread(text->bytes + text->length, 1, piece, stream);
        text->length += count;
    }
    bool good = false;
    if (text->failed)
        fail_memory(failure);
    else if (ferror(stream))
        fail(failure, "%s: %s", path, strerror(errno));
    else
        good = text->length < file_most || fail(failure, "%s: must be shorter than 1 GiB", path);
    fclose(stream);
    size_t valid = good ? utf8_valid_length(text->bytes, text->length) : 0;
    return good && (valid == text->length ||
                    fail(failure, "%s: must be UTF-8, found the byte 0x%02X at offset %zu", path,
                         (unsigned)(unsigned char)text->bytes[valid], valid));
}

bool named_rows_read(const struct named_rows *rows, struct failure *failure) {
    static const char mark[] = "\xEF\xBB\xBF"; /* of byte order */
    struct text_buffer text = {0};
    struct cells cells = {.text = {0}};
    bool good = read_file(rows->path, &text, failure);
    if (good && text.length > 0) {
        const char *bytes = text.bytes;
        size_t length = text.length, blank = 0;
        if (length >= 3 && memcmp(bytes, mark, 3) == 0)
            bytes += 3, length -= 3;
        while (blank < length && bytes[blank] && strchr(" \t\r\n", bytes[blank]))
            blank++;
        if (blank < length && bytes[blank] == '{')
            good = read_objects(rows, bytes, length, &cells, failure);
        else if (blank < length && bytes[blank] == '[')
            good = fail(failure, "%s: expected a JSON object a line, found an array", rows->path);
        else if (blank < length)
            good = read_table(rows, bytes, length, &cells, failure);
    }
    text_buffer_free(&cells.text);
    text_buffer_free(&text);
    return good;
}
