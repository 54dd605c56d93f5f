/* rows.c - see rows.h. */
#include "rows.h"

#include "../base/array.h"

#include <stdlib.h>
#include <string.h>

void rows_clear(struct rows *rows) {
    text_buffer_clear(&rows->text);
    rows->page_count = rows->sentence_count = rows->revision_count = rows->carried_count = 0;
    rows->web_count = rows->link_count = 0;
    rows->failed = false;
}

void rows_free(struct rows *rows) {
    text_buffer_free(&rows->text);
    free(rows->pages);
    free(rows->sentences);
    free(rows->revisions);
    free(rows->carried);
    free(rows->webs);
    free(rows->links);
    *rows = (struct rows){0};
}

size_t rows_size(const struct rows *rows) {
    return rows->text.capacity + rows->page_capacity * sizeof *rows->pages +
           rows->sentence_capacity * sizeof *rows->sentences +
           rows->revision_capacity * sizeof *rows->revisions +
           rows->carried_capacity * sizeof *rows->carried +
           rows->web_capacity * sizeof *rows->webs + rows->link_capacity * sizeof *rows->links;
}

size_t rows_length(const struct rows *rows) {
    return rows->text.length + rows->page_count * sizeof *rows->pages +
           rows->sentence_count * sizeof *rows->sentences +
           rows->revision_count * sizeof *rows->revisions +
           rows->carried_count * sizeof *rows->carried + rows->web_count * sizeof *rows->webs +
           rows->link_count * sizeof *rows->links;
}

static void *add(struct rows *rows, void *address, size_t *count, size_t *capacity, size_t size) {
    if (!array_room(address, *count, capacity, size)) {
        rows->failed = true;
        return NULL;
    }
    char *array;
    memcpy(&array, address, sizeof array);
    return memset(array + (*count)++ * size, 0, size);
}

struct page_row *rows_add_page(struct rows *rows) {
    return add(rows, &rows->pages, &rows->page_count, &rows->page_capacity, sizeof *rows->pages);
}

struct sentence_row *rows_add_sentence(struct rows *rows) {
    return add(rows, &rows->sentences, &rows->sentence_count, &rows->sentence_capacity,
               sizeof *rows->sentences);
}

struct revision_row *rows_add_revision(struct rows *rows) {
    return add(rows, &rows->revisions, &rows->revision_count, &rows->revision_capacity,
               sizeof *rows->revisions);
}

struct carried_row *rows_add_carried(struct rows *rows) {
    return add(rows, &rows->carried, &rows->carried_count, &rows->carried_capacity,
               sizeof *rows->carried);
}

struct web_row *rows_add_web(struct rows *rows) {
    return add(rows, &rows->webs, &rows->web_count, &rows->web_capacity, sizeof *rows->webs);
}

struct link_row *rows_add_link(struct rows *rows) {
    return add(rows, &rows->links, &rows->link_count, &rows->link_capacity, sizeof *rows->links);
}

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

static struct row_text copy_text(struct rows *to, const struct rows *from, struct row_text text) {
    return rows_add_text(to, row_bytes(from, text), text.length);
}

void rows_copy_page(struct rows *to, const struct rows *from, const struct page_row *page) {
    rows_clear(to);
    struct page_row *copy = rows_add_page(to);
    if (!copy)
        return;
    *copy = *page;
    copy->title = copy_text(to, from, page->title);
    copy->target = copy_text(to, from, page->target);
    copy->target_section = copy_text(to, from, page->target_section);
    copy->revision_time = copy_text(to, from, page->revision_time);
    copy->first_sentence = copy->first_revision = copy->revision_count = 0;
    copy->first_carried = copy->carried_count = 0;
    copy->key = (struct cell){0};
    struct row_text section = {0}, copied = {0};
    for (size_t i = 0; i < page->sentence_count; i++) {
        const struct sentence_row *sentence = &from->sentences[page->first_sentence + i];
        struct sentence_row *added = rows_add_sentence(to);
        if (!added)
            return;
        if (i == 0 || sentence->section.offset != section.offset)
            copied = copy_text(to, from, sentence->section);
        section = sentence->section;
        added->section = copied;
        added->paragraph = sentence->paragraph;
        added->block = sentence->block;
        added->text = copy_text(to, from, sentence->text);
    }
}
