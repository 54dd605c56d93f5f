/* rows.c - see rows.h. */
#include "rows.h"

#include "../base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void rows_clear(struct rows *rows) {
    text_buffer_clear(&rows->text);
#define CLEAR(type, array, name) rows->name##_count = 0;
    ROWS_ARRAYS(CLEAR)
    rows->failed = false;
}

void rows_free(struct rows *rows) {
    text_buffer_free(&rows->text);
#define FREE(type, array, name) free(rows->array);
    ROWS_ARRAYS(FREE)
    *rows = (struct rows){0};
}

size_t rows_size(const struct rows *rows) {
#define SIZE(type, array, name) +rows->name##_capacity * sizeof *rows->array
    return rows->text.capacity ROWS_ARRAYS(SIZE);
}

size_t rows_length(const struct rows *rows) {
#define LENGTH(type, array, name) +rows->name##_count * sizeof *rows->array
    return rows->text.length ROWS_ARRAYS(LENGTH);
}

static void *add(struct rows *rows, void *address, size_t *count, size_t *capacity, size_t size) {
    rows->failed = rows->failed || !array_room(address, *count, capacity, size);
    if (rows->failed)
        return memset(&rows->lost, 0, sizeof rows->lost);
    char *array;
    memcpy(&array, address, sizeof array);
    return memset(array + (*count)++ * size, 0, size);
}

#define DEFINE_ADD(type, array, name)                                               \
    struct type *rows_add_##name(struct rows *rows) {                               \
        return add(rows, &rows->array, &rows->name##_count, &rows->name##_capacity, \
                   sizeof *rows->array);                                            \
    }
ROWS_ARRAYS(DEFINE_ADD)

struct row_text rows_add_text(struct rows *rows, const char *bytes, size_t length) {
    struct row_text text = {rows->text.length, length};
    text_buffer_append(&rows->text, bytes, length);
    rows->failed = rows->failed || rows->text.failed;
    return text;
}

struct row_text rows_add_buffer(struct rows *rows, const struct text_buffer *buffer) {
    return rows_add_text(rows, buffer->bytes, buffer->length);
}

struct cell rows_add_value(struct rows *rows, const struct text_buffer *from, struct cell value) {
    if (value.type != cell_text && value.type != cell_blob)
        return value;
    size_t length = value.as.bytes.length;
    struct row_text copy =
        rows_add_text(rows, length > 0 ? from->bytes + value.as.bytes.offset : "", length);
    value.as.bytes.offset = copy.offset;
    return value;
}

void rows_add_further_of(struct rows *rows, struct page_row *page, enum further_table table,
                         const struct cell *values, size_t count) {
    struct further_row *row = rows_add_further(rows);
    assert(count <= further_values_max);
    *row = (struct further_row){table, rows->cell_count, count};
    page->further_count++;
    for (size_t i = 0; i < count; i++)
        *rows_add_cell(rows) = values[i];
}

static struct row_text copy_text(struct rows *to, const struct rows *from, struct row_text text) {
    return rows_add_text(to, row_bytes(from, text), text.length);
}

void rows_copy_page(struct rows *to, const struct rows *from, const struct page_row *page) {
    rows_clear(to);
    struct page_row *copy = rows_add_page(to);
    *copy = *page;
    copy->title = copy_text(to, from, page->title);
    copy->target = copy_text(to, from, page->target);
    copy->target_section = copy_text(to, from, page->target_section);
    copy->revision_time = copy_text(to, from, page->revision_time);
    copy->first_sentence = copy->first_revision = copy->revision_count = 0;
    copy->first_further = copy->further_count = 0;
    copy->key = (struct cell){0};
    for (size_t i = 0; i < page->further_count; i++) {
        const struct further_row *row = &from->further[page->first_further + i];
        struct cell values[further_values_max];
        for (size_t k = 0; k < row->value_count; k++)
            values[k] = rows_add_value(to, &from->text, from->cells[row->first_value + k]);
        rows_add_further_of(to, copy, row->table, values, row->value_count);
    }
    struct row_text section = {0}, copied = {0};
    for (size_t i = 0; i < page->sentence_count; i++) {
        const struct sentence_row *sentence = &from->sentences[page->first_sentence + i];
        struct sentence_row *added = rows_add_sentence(to);
        if (i == 0 || sentence->section.offset != section.offset)
            copied = copy_text(to, from, sentence->section);
        section = sentence->section;
        added->section = copied;
        added->paragraph = sentence->paragraph;
        added->block = sentence->block;
        added->text = copy_text(to, from, sentence->text);
    }
}
