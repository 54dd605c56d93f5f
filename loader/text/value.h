/*
 * value.h - a value of a table that is loaded, with its type: a key, or what is carried along.
 *
 * The types are those of SQLite. The bytes of texts and blobs stand in a buffer that the owner of
 * the value names.
 */
#ifndef NEARDUP_VALUE_H
#define NEARDUP_VALUE_H

#include "text_buffer.h"

#include <stdint.h>

enum value_type { value_null, value_integer, value_real, value_text, value_blob };

/* All zeroes are NULL. */
struct value {
    enum value_type type;
    union {
        int64_t integer;
        double real;
        struct {
            size_t offset, length; /* of a text or a blob, in the buffer */
        } bytes;
    } as;
};

/* A value that is carried along from a column of this name. */
struct carried_value {
    const char *name; /* borrowed */
    struct value value;
};

/* Appends the bytes to the buffer and returns the value: a text or, if `type` says so, a blob. */
struct value value_add(struct text_buffer *buffer, enum value_type type, const char *bytes,
                       size_t length);

/*
 * Appends the values, none of which may be a blob, to `to` as a JSON array, and returns it as a
 * text: the very bytes that json_array() of SQLite gives, so that a join finds it. `from` holds the
 * bytes of the values, and is another buffer.
 */
struct value value_add_array(struct text_buffer *to, const struct text_buffer *from,
                             const struct value *values, size_t count);

#endif
