/*
 * records.h - a file that is not a dump, as a sequence of records and damaged places. A record is
 * a line of text, a row of a table, a JSON object or a whole file.
 *
 * Only the ends of records are looked for here, which is quick: mostly a line end, in CSV one
 * outside of quotation marks. record_parser.h reads what records contain. A damaged record costs
 * only itself. Lost bytes of the file cost the record that they belong to and the rest of the
 * record in which the text continues.
 *
 * A record of word vectors is a line, or in binary files a word, a space and the bytes of the
 * numbers. Binary records have no marks between them: where bytes are lost, or a word does not end,
 * nothing that follows can be read.
 */
#pragma once

#include "record_parser.h"

/*
 * Takes over a stream and reads the names of its columns, if it has any. `layout` and `columns` are
 * borrowed. NULL with `failure` filled in; also if `stream` is NULL, with `failure` as it is.
 */
struct reader *records_open(struct stream *stream, const struct record_layout *layout,
                            const struct columns *columns, struct failure *failure);

/* What the vectors of such a reader have in common; NULL if it has records of another sort. */
const struct vector_scheme *records_vectors(const struct reader *reader);
