/*
 * records.h - a file that is not a dump, as a sequence of records and damaged places. A record is
 * a line of text, a row of a table, a JSON object, a word with its vector, or a whole file.
 *
 * Only the ends of records are looked for here; record_parser.c reads what they contain. Damage
 * costs only its own record, and lost bytes those in which they begin and end. In binary vectors
 * nothing can be read after lost bytes, or after a word that does not end.
 *
 * A record without a title is called NAME:NUMBER, by its file and its number in it, or NAME if it
 * is a whole file. The id is kept if it is an integer of 64 bits. A key of several columns becomes
 * a JSON array. A word is the title of its page, and `values` has the bytes of its vector.
 */
#pragma once

#include "../input/reader.h"
#include "../text/page.h"
#include "columns.h"
#include "vector_record.h"

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
    record_is_vector, /* a word with its vector, by a line or in binary: vector_record.h */
    record_is_row     /* of a database: row_record.h */
};

/* What all records of a format have in common. */
struct record_layout {
    enum record_end end;
    enum record_syntax syntax;
    bool header;    /* the first record names the columns; else, in a table, their numbers do. Of
                       vectors: the first line says how many words and dimensions there are */
    char delimiter; /* of CSV */
    bool may_be_binary; /* of vectors, by what follows the first line */
    int64_t most;       /* how many records are read; 0: all */
};

/* What all records of a file have in common. */
struct record_scheme {
    const struct record_layout *layout;
    const struct columns *columns;
    int places[columns_max]; /* in a table: the field of each column, from 0; -1 for none */
    int field_count;         /* that the header names; 0 without one */
    struct vector_scheme vectors;
    const char *name;     /* of the file, for titles */
    const char *encoding; /* of the file, if the user has named it */
};

/* A parser, whose pages borrow from it. `scheme` is borrowed. NULL with `failure` filled in. */
struct slice_parser *record_parser_open(const struct record_scheme *scheme,
                                        struct failure *failure);

/*
 * Takes over a stream and reads the names of its columns, if it has any; borrows the rest. NULL
 * with `failure` filled in; also if `stream` is NULL, with `failure` as it is.
 */
struct reader *records_open(struct stream *stream, const struct record_layout *layout,
                            const struct columns *columns, struct failure *failure);

/* What the vectors of such a reader have in common; NULL if it has records of another sort. */
const struct vector_scheme *records_vectors(const struct reader *reader);
