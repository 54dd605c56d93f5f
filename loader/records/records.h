/*
 * records.h - a file that is no dump, as a sequence of records and of damaged places: lines of
 * text, rows of a table, JSON objects, or one text for all of the file.
 *
 * Only the ends of the records are looked for here, which is quick: most often a line end, in CSV
 * one outside of quotation marks. What stands in them is record_parser.h's. A damaged record costs
 * itself alone; where bytes of the file are lost, that costs the record that they belong to and
 * what is left of the one behind.
 */
#ifndef NEARDUP_RECORDS_H
#define NEARDUP_RECORDS_H

#include "../base/failure.h"
#include "../input/batch.h"
#include "../input/stream.h"
#include "columns.h"

/* The longest record that is read, in bytes. */
enum { record_max = 16 << 20 };

enum record_end {
    record_ends_with_line,
    record_ends_outside_quotes, /* with a line, but not inside quotation marks */
    record_ends_with_file
};

enum record_syntax { record_is_text, record_is_csv, record_is_tsv, record_is_json };

/* What all records of a format have in common. */
struct record_layout {
    enum record_end end;
    enum record_syntax syntax;
    bool header; /* the first record names the columns */
};

/* What is known of all records of a file. */
struct record_scheme {
    const struct record_layout *layout;
    const struct columns *columns;
    int places[column_count]; /* with a header: which field each column is, from 0; -1: none */
    const char *name;         /* of the file, for titles */
};

struct records;

/*
 * Opens the file at `path` ("-" is standard input) and reads the names of its columns, if it has
 * any. `layout` and `columns` are borrowed. NULL with `failure` filled in.
 */
struct records *records_open(const char *path, const struct record_layout *layout,
                             const struct columns *columns, struct failure *failure);
void records_close(struct records *records);

struct stream *records_stream(struct records *records);

/* It does not change any more. */
const struct record_scheme *records_scheme(const struct records *records);

/* Goes on filling `batch`, which was cleared by batch_clear() before the first call. */
enum cut_state records_cut(struct records *records, struct batch *batch, struct failure *failure);

/* As dump_resume(). */
bool records_resume(struct records *records, const struct dump_place *place,
                    struct failure *failure);

#endif
