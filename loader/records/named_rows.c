/* named_rows.c - see named_rows.h. */
#include "named_rows.h"

#include "../text/utf8.h"
#include "fields.h"
#include "json_object.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { file_most = 1 << 30, piece = 1 << 16, places_most = 256 };

/* The place of a name; `count` if it is none of them. */
static int place_of(const struct named_rows *rows, const char *bytes, size_t length) {
    int i = 0;
    while (i < rows->count &&
           (strlen(rows->names[i]) != length || memcmp(rows->names[i], bytes, length) != 0))
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

static bool read_object(const struct named_rows *rows, struct json_object *object,
                        struct cells *cells, long long line, const char *json, size_t length,
                        struct failure *failure) {
    struct failure reason = {0};
    struct json_member member;
    enum json_result result = json_failed;
    cells_begin(cells);
    if (json_object_begin(object, json, length, &reason))
        while ((result = json_object_next(object, &member, &reason)) == json_member_found)
            if (strcmp(member.type, "null") != 0)
                cells_add(cells, rows, place_of(rows, member.name, member.name_length),
                          member.bytes, member.length);
    if (result == json_members_end)
        return cells_take(cells, rows, line, failure);
    if (json_object_no_memory(object))
        return fail_memory(failure);
    rows->refuse(rows->context, line, reason.message);
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

static bool read_table(const struct named_rows *rows, const char *text, size_t length,
                       struct cells *cells, struct failure *failure) {
    int places[places_most], place_count = 0;
    struct fields fields = {.delimiter = ','};
    bool good = true;
    long long line = 1;
    for (size_t begin = 0, next; good && begin < length; begin = next) {
        bool quoted = false, is_head = begin == 0;
        size_t end = fields_row_end(text, begin, begin, length, ',', true, &quoted);
        int column = 0;
        next = end < length ? end + 1 : length;
        cells_begin(cells);
        end -= end > begin && text[end - 1] == '\r';
        fields_begin(&fields, text + begin, end - begin);
        for (; column < places_most && fields_next(&fields); column++)
            if (is_head)
                places[place_count++] = place_of(rows, fields.field.bytes, fields.field.length);
            else if (column < place_count)
                add_field(cells, rows, places[column], &fields.field);
        if (fields.field.failed)
            good = fail_memory(failure);
        else if (!is_head)
            good = cells_take(cells, rows, line, failure);
        for (size_t i = begin; i < next; i++)
            line += text[i] == '\n';
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
        good = blank < length && bytes[blank] == '{'
                   ? read_objects(rows, bytes, length, &cells, failure)
                   : read_table(rows, bytes, length, &cells, failure);
    }
    text_buffer_free(&cells.text);
    text_buffer_free(&text);
    return good;
}
