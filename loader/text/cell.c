/* cell.c - see cell.h. */
#include "cell.h"

#include <assert.h>
#include <sqlite3.h> /* sqlite3_snprintf, which writes numbers as SQLite does */
#include <string.h>

struct cell cell_add(struct text_buffer *buffer, enum cell_type type, const char *bytes,
                     size_t length) {
    struct cell value = {.type = type, .as.bytes = {buffer->length, length}};
    assert(type == cell_text || type == cell_blob);
    text_buffer_append(buffer, bytes, length);
    return value;
}

static void append_value(struct text_buffer *to, const struct text_buffer *from,
                         const struct cell *value) {
    char number[40] = "null";
    if (value->type == cell_text) {
        size_t length = value->as.bytes.length;
        text_buffer_append_json(to, length > 0 ? from->bytes + value->as.bytes.offset : "", length);
        return;
    }
    assert(value->type != cell_blob);
    if (value->type == cell_integer)
        sqlite3_snprintf(sizeof number, number, "%lld", (long long)value->as.integer);
    else if (value->type == cell_real)
        sqlite3_snprintf(sizeof number, number, "%!.15g", value->as.real);
    text_buffer_append_string(to, number);
}

struct cell cell_add_array(struct text_buffer *to, const struct text_buffer *from,
                           const struct cell *values, size_t count) {
    struct cell array = {.type = cell_text, .as.bytes = {to->length, 0}};
    assert(to != from);
    for (size_t i = 0; i < count; i++) {
        text_buffer_append_byte(to, i == 0 ? '[' : ',');
        append_value(to, from, &values[i]);
    }
    text_buffer_append_byte(to, ']');
    array.as.bytes.length = to->length - array.as.bytes.offset;
    return array;
}
