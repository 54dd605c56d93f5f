/* rows.h - the rows that a batch becomes. One thread makes, another writes them: they own all. */
#pragma once

#include "../text/cell.h"
#include "../text/plain_text.h"
#include "../text/text_buffer.h"

/* A part of rows.text. */
struct row_text {
    size_t offset, length;
};

struct sentence_row {
    struct row_text section, text;
    size_t paragraph; /* that it is in: the number of its block in the page, from 1 */
    enum block_kind block;
};

/* Only with --history. */
struct revision_row {
    int64_t id, contributor_id; /* 0: unknown */
    bool minor, lacks_text, is_empty;
    struct row_text time, contributor, comment;
    size_t first_sentence, sentence_count;
};

/* The tables of what belongs to an article besides its sentences and revisions. */
enum further_table {
    further_language,    /* language */
    further_carried,     /* name, value */
    further_facts,       /* categories, links, languages, infoboxes */
    further_page,        /* site, address, time, status, content_type, encoding, names_wikipedia,
                            characters, boilerplate */
    further_link,        /* address, text */
    further_third_party, /* hosts */
    further_tables
};

enum { further_values_max = 9 };

/* A row of one of them: its values after the id of the article, in rows.cells. */
struct further_row {
    enum further_table table;
    size_t first_value, value_count;
};

/* A page, a part of a page with many revisions, a word with its vector, or a damaged place. */
struct page_row {
    int64_t page_id, namespace_number;
    bool has_page_id;
    bool untitled;  /* the title was made up */
    bool wanted;    /* its namespace is loaded */
    bool redirects; /* its newest revision does */
    struct row_text title;
    struct cell key; /* rows.text holds its bytes */
    size_t first_further, further_count;
    struct row_text target; /* where it redirects to; empty if not, or if not to be loaded */
    struct row_text target_section; /* of that article; empty: to all of it */
    bool continues;                 /* the next row continues the same page */
    uint64_t revisions;
    int64_t revision_id; /* of the newest */
    struct row_text revision_time;
    size_t first_sentence, sentence_count; /* of the newest */
    size_t first_revision, revision_count; /* rows of revisions, if any */

    struct row_text vector; /* of a word, which is the title: never empty; then byte_offset, too */

    bool damaged; /* then title, if known, and: */
    int64_t byte_offset;
    struct row_text message;
};

/* The arrays of rows: the struct of a row, the array, and what one row is called. */
#define ROWS_ARRAYS(EACH)                   \
    EACH(page_row, pages, page)             \
    EACH(sentence_row, sentences, sentence) \
    EACH(revision_row, revisions, revision) \
    EACH(further_row, further, further)     \
    EACH(cell, cells, cell)

/* Initialise with zeroes. rows_clear() keeps the memory for reuse, rows_free() frees it. */
struct rows {
    struct text_buffer text;
#define ROWS_FIELDS(type, array, name) \
    struct type *array;                \
    size_t name##_count, name##_capacity;
    ROWS_ARRAYS(ROWS_FIELDS)
    bool failed; /* memory ran out, and something is missing: nothing is added any more */
#define ROWS_LOST(type, array, name) struct type name;
    union {
        ROWS_ARRAYS(ROWS_LOST)
    } lost; /* what is added then */
};

void rows_clear(struct rows *rows);
void rows_free(struct rows *rows);

/* Approximate bytes of memory, and of what is in use of it. */
size_t rows_size(const struct rows *rows);
size_t rows_length(const struct rows *rows);

/* Adds a row of zeroes: rows_add_page(). Earlier rows may move. */
#define ROWS_ADD(type, array, name) struct type *rows_add_##name(struct rows *rows);
ROWS_ARRAYS(ROWS_ADD)

/* The bytes of a text, "" if it is empty. Valid until rows are added. */
static inline const char *row_bytes(const struct rows *rows, struct row_text text) {
    return text.length > 0 ? rows->text.bytes + text.offset : "";
}

/* Copies bytes into the rows. */
struct row_text rows_add_text(struct rows *rows, const char *bytes, size_t length);
struct row_text rows_add_buffer(struct rows *rows, const struct text_buffer *buffer);

/* Copies the bytes of a value, which stand in `from`, and returns the value that has the copy. */
struct cell rows_add_value(struct rows *rows, const struct text_buffer *from, struct cell value);

/* Adds a further row to `page`, the last row. */
void rows_add_further_of(struct rows *rows, struct page_row *page, enum further_table table,
                         const struct cell *values, size_t count);

/* Replaces `to` by one page of `from`, a dump: its row and sentences, without revisions. */
void rows_copy_page(struct rows *to, const struct rows *from, const struct page_row *page);
