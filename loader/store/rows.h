/*
 * rows.h - what one batch of pages becomes: everything that store.h writes of it.
 *
 * Made by one thread (page_reader.h) and written by another, so a batch's rows own their text.
 */
#ifndef NEARDUP_ROWS_H
#define NEARDUP_ROWS_H

#include "../text/plain_text.h"
#include "../text/text_buffer.h"

#include <stdint.h>

/* A part of rows.text. */
struct row_text {
    size_t offset, length;
};

struct sentence_row {
    struct row_text section, text;
    enum block_kind block;
};

/* Only where the whole history is wanted. */
struct revision_row {
    int64_t id;
    struct row_text time, contributor;
    size_t first_sentence, sentence_count;
};

/* A page, or a part of one with many revisions, or a damaged place. */
struct page_row {
    int64_t page_id, namespace_number;
    bool has_page_id;
    struct row_text title;
    bool wanted;    /* its namespace is to be loaded */
    bool redirects; /* the newest revision does */
    bool continues; /* the next row goes on with the same page */
    uint64_t revisions;
    int64_t revision_id; /* of the newest */
    struct row_text revision_time;
    size_t first_sentence, sentence_count; /* of the newest */
    size_t first_revision, revision_count; /* rows of revisions, if any */

    bool damaged; /* then title, if it is known, and: */
    int64_t byte_offset;
    struct row_text message;
};

/* Begins as all zeroes; the memory is reused after rows_clear() and freed by rows_free(). */
struct rows {
    struct text_buffer text;
    struct page_row *pages;
    struct sentence_row *sentences;
    struct revision_row *revisions;
    size_t page_count, sentence_count, revision_count;
    size_t page_capacity, sentence_capacity, revision_capacity;
    bool failed; /* memory ran out: not everything was added */
};

void rows_clear(struct rows *rows);
void rows_free(struct rows *rows);

/* How many bytes of memory they hold, about. */
size_t rows_size(const struct rows *rows);

/* Add a row of all zeroes; NULL, with `failed` set, when memory runs out. Moves earlier rows. */
struct page_row *rows_add_page(struct rows *rows);
struct sentence_row *rows_add_sentence(struct rows *rows);
struct revision_row *rows_add_revision(struct rows *rows);

/* The bytes of a text, "" for an empty one. Good until rows are added. */
static inline const char *row_bytes(const struct rows *rows, struct row_text text) {
    return text.length > 0 ? rows->text.bytes + text.offset : "";
}

/* Copies bytes into the rows. */
struct row_text rows_add_text(struct rows *rows, const char *bytes, size_t length);
struct row_text rows_add_buffer(struct rows *rows, const struct text_buffer *buffer);

/* Replaces all of `to` by one page of `from`: its row and its sentences, without revisions. */
void rows_copy_page(struct rows *to, const struct rows *from, const struct page_row *page);

#endif
