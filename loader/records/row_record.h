/*
 * row_record.h - a row of a database as a record, for another thread: its values in the order of
 * struct columns, each a byte with its type, and eight with the number or the length of the bytes
 * that follow, as this machine writes them.
 */
#pragma once

#include "../text/cell.h"
#include "../text/text_buffer.h"

#include <assert.h>

struct row_value {
    struct cell value; /* of a text or blob, only the type */
    const char *bytes; /* of a text or blob; else "" */
    size_t length;
};

static inline void row_record_add(struct text_buffer *record, const struct row_value *value) {
    char number[8];
    uint64_t length = value->length;
    text_buffer_append_byte(record, (char)value->value.type);
    if (value->value.type == cell_integer)
        memcpy(number, &value->value.as.integer, sizeof number);
    else if (value->value.type == cell_real)
        memcpy(number, &value->value.as.real, sizeof number);
    else
        memcpy(number, &length, sizeof number);
    text_buffer_append(record, number, sizeof number);
    text_buffer_append(record, value->bytes, value->length);
}

/* A record that is being read. */
struct row_record {
    const char *at, *end;
};

/* The next value; there must be one. */
static inline void row_record_next(struct row_record *record, struct row_value *value) {
    uint64_t length = 0;
    assert(record->end - record->at >= 9);
    *value = (struct row_value){.value.type = (enum cell_type)record->at[0], .bytes = ""};
    if (value->value.type == cell_integer)
        memcpy(&value->value.as.integer, record->at + 1, 8);
    else if (value->value.type == cell_real)
        memcpy(&value->value.as.real, record->at + 1, 8);
    else
        memcpy(&length, record->at + 1, 8);
    record->at += 9;
    assert(length <= (uint64_t)(record->end - record->at));
    if (length > 0)
        value->bytes = record->at;
    value->length = (size_t)length;
    record->at += length;
}
