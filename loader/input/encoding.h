/*
 * encoding.h - the bytes of a file as UTF-8.
 *
 * A file in another encoding says so by a byte-order mark or, if it is a dump, in its XML
 * declaration; or the user names it. iconv converts it. UTF-8 passes through; only its byte-order
 * mark is dropped.
 */
#pragma once

#include "../base/failure.h"
#include "../text/text_buffer.h"

struct encoding;

/* What identifies the encoding of a file. */
enum encoding_clue {
    encoding_by_mark,       /* only its byte-order mark */
    encoding_by_declaration /* the mark, or the XML declaration */
};

/* UTF-8, until the next functions say otherwise. NULL when memory runs out. */
struct encoding *encoding_open(void);
void encoding_close(struct encoding *encoding);

/*
 * Finds the encoding by the first bytes of a file: a few hundred, or all of them. False with
 * `failure` filled in if the file names one that iconv does not know.
 */
bool encoding_detect(struct encoding *encoding, enum encoding_clue clue, const char *bytes,
                     size_t length, struct failure *failure);

/*
 * Takes the encoding of that name, which is known. What is not valid in it becomes the byte 0xFF,
 * which no valid UTF-8 has. False with `failure` filled in when memory runs out.
 */
bool encoding_is_known(const char *name);
bool encoding_set(struct encoding *encoding, const char *name, struct failure *failure);

/* Whether bytes are converted. Such a file can only be read from its beginning. */
bool encoding_converts(const struct encoding *encoding);

/*
 * Appends bytes to `out`, as UTF-8. An incomplete character at the end waits for the next call.
 * What cannot be converted becomes U+FFFD, or 0xFF after encoding_set(). False: no memory.
 */
bool encoding_append(struct encoding *encoding, const char *bytes, size_t length,
                     struct text_buffer *out);

/*
 * Says that bytes may be missing before the next ones. A lost part may have an odd length, so for
 * UTF-16 and its like the next call finds out anew where characters begin.
 */
void encoding_gap(struct encoding *encoding);

/*
 * Ends the text. Appends what the converter has kept back, and a replacement for an incomplete last
 * character; false if there is neither.
 */
bool encoding_end(struct encoding *encoding, struct text_buffer *out);
