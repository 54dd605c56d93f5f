/*
 * records.h - a file that is not a dump, as a sequence of records and damaged places. A record is
 * a line of text, a row of a table, a JSON object or a whole file.
 *
 * Only the ends of records are looked for here, which is quick: mostly a line end, in CSV one
 * outside of quotation marks. record_parser.h reads what records contain. A damaged record costs
 * only itself. Lost bytes of the file cost the record that they belong to and the rest of the
 * record in which the text continues.
 */
#ifndef NEARDUP_RECORDS_H
#define NEARDUP_RECORDS_H

#include "../base/failure.h"
#include "../input/reader.h"
#include "columns.h"

/* The longest record that is read, in bytes. */
enum { record_max = 16 << 20 };

enum record_end {
    record_ends_with_line,
    record_ends_outside_quotes, /* with a line, but not inside quotation marks */
    record_ends_with_file
};

enum record_syntax {
    record_is_text,
    record_is_csv,
    record_is_tsv,
    record_is_json,
    record_is_row /* of a database: row_record.h */
};

/* What all records of a format have in common. */
struct record_layout {
    enum record_end end;
    enum record_syntax syntax;
    bool header;    /* the first record names the columns; else, in a table, their numbers do */
    char delimiter; /* of CSV */
};

/* What all records of a file have in common. */
struct record_scheme {
    const struct record_layout *layout;
    const struct columns *columns;
    int places[columns_max]; /* in a table: the field of each column, from 0; -1 for none */
    int field_count;         /* that the header names; 0 without one */
    const char *name;        /* of the file, for titles */
    const char *encoding;    /* of the file, if the user has named it */
};

/*
 * Takes over a stream and reads the names of its columns, if it has any. `layout` and `columns` are
 * borrowed. NULL with `failure` filled in; also if `stream` is NULL, with `failure` as it is.
 */
struct reader *records_open(struct stream *stream, const struct record_layout *layout,
                            const struct columns *columns, struct failure *failure);

#endif
