/*
 * vector_file.h - a file of word vectors as a sequence of records and damaged places. A record is a
 * word with its vector: a line, or in binary files a word, a space and the bytes of the numbers.
 *
 * Only the ends of records are looked for here; vector_record.h reads them. A damaged line costs
 * only itself. Binary records have no marks between them: where bytes are lost, or a word does not
 * end, nothing that follows can be read. Memory is that of one record, whatever a file says of
 * itself.
 */
#ifndef NEARDUP_VECTOR_FILE_H
#define NEARDUP_VECTOR_FILE_H

#include "../base/failure.h"
#include "../input/batch.h"
#include "../input/stream.h"
#include "vector_line.h"
#include "vector_record.h"

/* The longest line, in bytes. */
enum { vector_line_max = 4 << 20 };

struct vector_file;

/*
 * Takes over a stream and finds out how many dimensions there are. `words_most`: how many words are
 * read, or 0 for all. NULL with `failure` filled in; also if `stream` is NULL, with `failure` as it
 * is.
 */
struct vector_file *vector_file_open(struct stream *stream, enum vector_form form,
                                     int64_t words_most, struct failure *failure);
void vector_file_close(struct vector_file *file);

/* The stream that takes the file's pieces. */
struct stream *vector_file_stream(struct vector_file *file);

/* Constant from the beginning. */
const struct vector_scheme *vector_file_scheme(const struct vector_file *file);

/* Continues to fill `batch`, which the caller clears by batch_clear() before the first call. */
enum cut_state vector_file_cut(struct vector_file *file, struct batch *batch,
                               struct failure *failure);

/* Resumes where an earlier load stopped: see dump_resume(). */
bool vector_file_resume(struct vector_file *file, const struct dump_place *place,
                        struct failure *failure);

#endif
