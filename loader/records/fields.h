/*
 * fields.h - the fields of a record of CSV or tab-separated values, one after the other.
 *
 * CSV follows RFC 4180, with any delimiter. So that every record can be read, a quotation mark that
 * does not begin a field stands for itself, and text between a closing mark and the delimiter
 * belongs to the field. In tab-separated values a tab or line end is \t, \n or \r, a backslash
 * \\, and \N an empty field, as PostgreSQL and MySQL write them; other backslashes are text.
 */
#pragma once

#include "../text/text_buffer.h"

struct fields {
    const char *at, *end;     /* the rest of the record; `at` is NULL after the last field */
    struct text_buffer field; /* the current one */
    bool unclosed;            /* its closing quotation mark is missing */
    bool tabs;                /* these are tab-separated values; set before fields_begin(), as is */
    char delimiter;           /* between the fields of CSV */
    bool is_null;             /* it is the \N of tab-separated values */
};

/* Begins as all zeroes but what the format says; the memory is reused. */
void fields_begin(struct fields *fields, const char *record, size_t length);
void fields_free(struct fields *fields);

/* Reads the next field, of one or more; false after the last, or without memory: `field.failed`. */
bool fields_next(struct fields *fields);

/*
 * Where a row of CSV that begins at `begin` ends, from `at` on: at the first line end outside of
 * quotation marks. `length` if there is none, or less if the last byte is a mark that the next one
 * may double, unless the text is `complete`. `*quoted`, for the next call: whether it is inside.
 */
size_t fields_row_end(const char *text, size_t begin, size_t at, size_t length, char delimiter,
                      bool complete, bool *quoted);
