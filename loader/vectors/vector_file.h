/*
 * vector_file.h - a file of word vectors as a sequence of records and damaged places. A record is a
 * word with its vector: a line, or in binary files a word, a space and the bytes of the numbers.
 *
 * Only the ends of records are looked for here; vector_record.h reads them. A damaged line costs
 * only itself. Binary records have no marks between them: where bytes are lost, or a word does not
 * end, nothing that follows can be read. Memory is that of one record, whatever a file says of
 * itself.
 */
#pragma once

#include "../input/reader.h"
#include "vector_record.h"

/* The longest line, in bytes. */
enum { vector_line_max = 4 << 20 };

/*
 * Takes over a stream and finds out how many dimensions there are. `words_most`: how many words are
 * read, or 0 for all. NULL with `failure` filled in; also if `stream` is NULL, with `failure` as it
 * is.
 */
struct reader *vector_file_open(struct stream *stream, enum vector_form form, int64_t words_most,
                                struct failure *failure);

/* Of such a reader; constant from the beginning. vector_record_read() reads its slices. */
const struct vector_scheme *vector_file_scheme(const struct reader *reader);
