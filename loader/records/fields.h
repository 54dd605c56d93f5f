/*
 * fields.h - the fields of a record of CSV or tab-separated values, one after the other.
 *
 * CSV follows RFC 4180. A field is quoted if it begins with a quotation mark; inside, the mark is
 * doubled. Beyond the RFC, so that every record can be read: elsewhere the mark stands for itself,
 * and text between the closing mark and the comma belongs to the field.
 *
 * Tab-separated values follow the IANA's text/tab-separated-values, whose fields cannot hold a tab
 * or a line end. As written by PostgreSQL and MySQL, these are \t, \n and \r, and a backslash is
 * \\. A field \N is empty. Any other backslash stands for itself.
 */
#ifndef NEARDUP_FIELDS_H
#define NEARDUP_FIELDS_H

#include "../text/text_buffer.h"

struct fields {
    const char *at, *end;     /* the rest of the record; `at` is NULL after the last field */
    struct text_buffer field; /* the current one */
    bool unclosed;            /* its closing quotation mark is missing */
    bool is_null;             /* it is the \N of tab-separated values */
};

/* Begins as all zeroes; the memory is reused from record to record. */
void fields_begin(struct fields *fields, const char *record, size_t length);
void fields_free(struct fields *fields);

/*
 * Reads the next field; false after the last one. A record has at least one field. If memory runs
 * out, `field.failed` is set.
 */
bool fields_next_csv(struct fields *fields);
bool fields_next_tsv(struct fields *fields);

#endif
