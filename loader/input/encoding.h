/*
 * encoding.h - the bytes of a file as UTF-8.
 *
 * A byte-order mark, the XML declaration of a dump or the user names another encoding, which iconv
 * converts. UTF-8 passes through without its byte-order mark.
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

/* Finds the encoding by the first few hundred bytes. False with `failure`: iconv lacks it. */
bool encoding_detect(struct encoding *encoding, enum encoding_clue clue, const char *bytes,
                     size_t length, struct failure *failure);

/*
 * Takes the encoding of that name, which is known. What is not valid in it becomes 0xFF, which no
 * UTF-8 has. False with `failure` filled in when memory runs out.
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

/* Bytes may be missing before the next ones: of UTF-16 it is found anew where characters begin. */
void encoding_gap(struct encoding *encoding);

/* Appends what the converter has kept back, or stands for a half character; false: neither. */
bool encoding_end(struct encoding *encoding, struct text_buffer *out);
