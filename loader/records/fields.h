/*
 * fields.h - the fields of a record of CSV or of tab-separated values, one after the other.
 *
 * CSV is that of RFC 4180. A field is quoted if it begins with a quotation mark; the mark is
 * doubled inside. Elsewhere it stands for itself, and what follows a quoted field up to the comma
 * is a part of it, so that every record can be read.
 *
 * Tab-separated values are those of the IANA, text/tab-separated-values, which cannot hold a tab or
 * a line end; as PostgreSQL and MySQL write them they are \t, \n and \r, and the backslash is \\.
 * A field that is \N alone holds nothing. Any other backslash stands for itself.
 */
#ifndef NEARDUP_FIELDS_H
#define NEARDUP_FIELDS_H

#include "../text/text_buffer.h"

struct fields {
    const char *at, *end;     /* what is left of the record; `at` is NULL behind the last field */
    struct text_buffer field; /* the one at hand */
    bool unclosed;            /* the quotation mark at its end is missing */
};

/* Begins as all zeroes; the memory is reused from record to record. */
void fields_begin(struct fields *fields, const char *record, size_t length);
void fields_free(struct fields *fields);

/*
 * Moves on to the next field; false behind the last one. There is at least one. `field` may have
 * failed for want of memory.
 */
bool fields_next_csv(struct fields *fields);
bool fields_next_tsv(struct fields *fields);

#endif
