/*
 * encoding.h - a file's bytes as UTF-8.
 *
 * Files are UTF-8; those that are not say so by a byte-order mark or, dumps, in their XML
 * declaration, and are converted by iconv. UTF-8 passes through untouched but for its mark.
 */
#ifndef NEARDUP_ENCODING_H
#define NEARDUP_ENCODING_H

#include "../base/failure.h"
#include "../text/text_buffer.h"

struct encoding;

/* What a file's encoding is known by. */
enum encoding_clue {
    encoding_by_mark,       /* its byte-order mark alone */
    encoding_by_declaration /* that, or what XML says of itself */
};

/* Begins as UTF-8 until encoding_detect(); NULL when memory runs out. */
struct encoding *encoding_open(void);
void encoding_close(struct encoding *encoding);

/*
 * Looks at the first bytes of a file (a few hundred, or all there are). False with `failure`
 * filled in where a dump names an encoding that iconv does not know.
 */
bool encoding_detect(struct encoding *encoding, enum encoding_clue clue, const char *bytes,
                     size_t length, struct failure *failure);

/* Whether the bytes are converted: then they can be read from their beginning only. */
bool encoding_converts(const struct encoding *encoding);

/*
 * Appends the UTF-8 of `length` more bytes to `out`; the part of a character at the end waits for
 * the next call. What cannot be converted becomes U+FFFD. False when memory runs out.
 */
bool encoding_append(struct encoding *encoding, const char *bytes, size_t length,
                     struct text_buffer *out, struct failure *failure);

/*
 * Bytes may be missing before the next ones. Of UTF-16 and its like it is then found out anew where
 * characters begin: lost blocks need not have an even length.
 */
void encoding_gap(struct encoding *encoding);

/* No more bytes follow. For half a character U+FFFD is appended; false where there is none. */
bool encoding_end(struct encoding *encoding, struct text_buffer *out);

#endif
