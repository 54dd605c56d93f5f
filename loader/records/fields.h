/*
 * fields.h - the fields of a record of CSV or tab-separated values, one after the other.
 *
 * CSV follows RFC 4180, with a comma or another delimiter. A field is quoted if it begins with a
 * quotation mark; inside, the mark is doubled. Beyond the RFC, so that every record can be read:
 * elsewhere the mark stands for itself, and text between the closing mark and the delimiter belongs
 * to the field.
 *
 * Tab-separated values follow the IANA's text/tab-separated-values, whose fields cannot hold a tab
 * or a line end. As written by PostgreSQL and MySQL, these are \t, \n and \r, and a backslash is
 * \\. A field \N is empty. Any other backslash stands for itself.
 */
#pragma once

#include "../text/text_buffer.h"

struct fields {
    const char *at, *end;     /* the rest of the record; `at` is NULL after the last field */
    struct text_buffer field; /* the current one */
    bool unclosed;            /* its closing quotation mark is missing */
    bool tabs;                /* these are tab-separated values; set before fields_begin(), as is */
    char delimiter;           /* what is between the fields of CSV */
    bool is_null;             /* it is the \N of tab-separated values */
};

/* Begins as all zeroes but what the format says; the memory is reused from record to record. */
void fields_begin(struct fields *fields, const char *record, size_t length);
void fields_free(struct fields *fields);

/*
 * Reads the next field; false after the last one, or if memory runs out: then `field.failed` is
 * set. A record has at least one field.
 */
bool fields_next(struct fields *fields);

/*
 * Where a row of CSV ends, if it began at `begin` and was looked at up to `at`: at the first line
 * end outside of quotation marks. `length` if there is none, or less if the last byte is a mark
 * that the next one may double, unless the text is `complete`. `*quoted` says whether that place is
 * inside quotation marks, and is to be kept for the next call.
 */
size_t fields_row_end(const char *text, size_t begin, size_t at, size_t length, char delimiter,
                      bool complete, bool *quoted);
