/* column_writer.c - see column_writer.h. */
#include "column_writer.h"

/* The first failure stays: nothing is appended after it. */
static void fail(struct column_writer *writer, enum column_write_result result) {
    if (writer->result == column_written)
        writer->result = result;
}

/* Appends bytes, which the caller sets. NULL after a failure. */
static unsigned char *extend(struct column_writer *writer, struct column_buffer *buffer,
                             uint64_t more) {
    if (buffer->size > writer->limit || more > writer->limit - buffer->size)
        fail(writer, column_too_large);
    else if (!ARRAY_RESERVE(writer->allocator, buffer->bytes, buffer->capacity,
                            buffer->size + (size_t)more))
        fail(writer, column_no_memory);
    if (writer->result != column_written)
        return NULL;
    buffer->size += (size_t)more;
    return buffer->bytes + buffer->size - more;
}

static void append_word(struct column_writer *writer, struct column_buffer *buffer, uint64_t word) {
    unsigned char *added = extend(writer, buffer, sizeof word);
    if (added)
        little_endian_store64(added, word);
}

/* `count` words of 0, where `count` is the number of NULLs so far, or one more. */
static void append_zeroes(struct column_writer *writer, struct column_buffer *buffer,
                          uint64_t count) {
    assert(count <= UINT64_MAX / sizeof count);
    unsigned char *added = extend(writer, buffer, count * sizeof count);
    if (added)
        memset(added, 0, (size_t)count * sizeof count);
}

/* Begins the bitmap at the first NULL. All rows before it have values. */
static void begin_bitmap(struct column_writer *writer) {
    uint64_t size = column_bitmap_size(writer->rows);
    unsigned char *added = extend(writer, &writer->bitmap, size);
    if (!added)
        return;
    memset(added, 0xFF, (size_t)size);
    if (writer->rows % 8 > 0)
        added[size - 1] = (unsigned char)((1u << writer->rows % 8) - 1);
    writer->has_nulls = true;
}

/* Counts a row whose value was appended, or that has none. */
static enum column_write_result end_row(struct column_writer *writer, bool has_value) {
    if (writer->has_nulls && writer->rows % 8 == 0) {
        unsigned char *added = extend(writer, &writer->bitmap, 1);
        if (added)
            *added = 0;
    }
    if (writer->result != column_written)
        return writer->result;
    if (writer->has_nulls && has_value)
        writer->bitmap.bytes[writer->rows / 8] |= (unsigned char)(1u << writer->rows % 8);
    writer->rows++;
    return column_written;
}

/* Gives the column its type. The rows so far are NULL. */
static void begin_type(struct column_writer *writer, enum packed_type type) {
    writer->type = type;
    if (type == packed_text || type == packed_blob)
        append_zeroes(writer, &writer->offsets, writer->rows + 1);
    else
        append_zeroes(writer, &writer->values, writer->rows);
}

enum column_write_result column_write_null(struct column_writer *writer) {
    if (!writer->has_nulls)
        begin_bitmap(writer);
    if (writer->offsets.size > 0)
        append_word(writer, &writer->offsets, writer->values.size);
    else if (writer->type != packed_null)
        append_word(writer, &writer->values, 0);
    return end_row(writer, false);
}

/* Whether a double equals the integer. 2^63, to which the largest ones are rounded, is no int64. */
static bool is_exact(int64_t value) {
    double real = (double)value;
    return real < 0x1p63 && (int64_t)real == value;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A NULL is a 0 in either type. */
static void integers_to_reals(struct column_writer *writer) {
    for (size_t row = 0; row < writer->rows && writer->result == column_written; row++) {
        unsigned char *bytes = writer->values.bytes + row * column_value_size;
        int64_t value = (int64_t)little_endian_load64(bytes);
        if (!is_exact(value))
            fail(writer, column_inexact);
        else if (interruption_at(writer->interruption, row))
            fail(writer, column_no_memory);
        little_endian_store64(bytes, bits_of((double)value));
    }
    writer->type = packed_real;
}

enum column_write_result column_write_integer(struct column_writer *writer, int64_t value) {
    if (writer->type == packed_null)
        begin_type(writer, packed_integer);
    if (writer->type == packed_integer)
        append_word(writer, &writer->values, (uint64_t)value);
    else if (writer->type != packed_real)
        fail(writer, column_mixed);
    else if (!is_exact(value))
        fail(writer, column_inexact);
    else
        append_word(writer, &writer->values, bits_of((double)value));
    return end_row(writer, true);
}

enum column_write_result column_write_real(struct column_writer *writer, double value) {
    if (writer->type == packed_null)
        begin_type(writer, packed_real);
    else if (writer->type == packed_integer)
        integers_to_reals(writer);
    else if (writer->type != packed_real)
        fail(writer, column_mixed);
    append_word(writer, &writer->values, bits_of(value));
    return end_row(writer, true);
}

enum column_write_result column_write_bytes(struct column_writer *writer, enum packed_type type,
                                            const void *bytes, size_t length) {
    assert(type == packed_text || type == packed_blob);
    if (writer->type == packed_null)
        begin_type(writer, type);
    else if (writer->type != type)
        fail(writer, column_mixed);
    unsigned char *added = extend(writer, &writer->values, length);
    if (added && length > 0)
        memcpy(added, bytes, length);
    append_word(writer, &writer->offsets, writer->values.size);
    return end_row(writer, true);
}

/* Copies a buffer to its place. Returns where it ends, and clears the bytes before it. */
static uint64_t place_buffer(unsigned char *blob, uint64_t end,
                             const struct column_buffer *buffer) {
    uint64_t begin = column_aligned(end);
    memset(blob + end, 0, (size_t)(begin - end));
    if (buffer->size > 0)
        memcpy(blob + begin, buffer->bytes, buffer->size);
    return begin + buffer->size;
}

/* The values are the last and largest buffer. They are moved to their place in their own memory. */
enum column_write_result column_writer_finish(struct column_writer *writer, unsigned char **blob,
                                              size_t *size) {
    uint64_t end = column_header_size, begin = 0;
    if (writer->has_nulls)
        end += writer->bitmap.size;
    if (writer->offsets.size > 0)
        end = column_aligned(end) + writer->offsets.size;
    begin = writer->type == packed_null ? end : column_aligned(end);
    if (begin + writer->values.size > writer->limit)
        return column_too_large;
    *size = (size_t)begin + writer->values.size;
    unsigned char *moved = writer->allocator->resize(writer->values.bytes, *size);
    if (!moved)
        return column_no_memory;
    if (writer->values.size > 0)
        memmove(moved + begin, moved, writer->values.size);
    writer->values = (struct column_buffer){0};
    memcpy(moved, "NDA1", 4);
    moved[4] = (unsigned char)writer->type;
    moved[5] = writer->has_nulls;
    moved[6] = moved[7] = 0;
    little_endian_store64(moved + 8, writer->rows);
    end = column_header_size;
    if (writer->has_nulls)
        end = place_buffer(moved, end, &writer->bitmap);
    if (writer->offsets.size > 0)
        end = place_buffer(moved, end, &writer->offsets);
    memset(moved + end, 0, (size_t)(begin - end));
    *blob = moved;
    return column_written;
}

void column_writer_free(struct column_writer *writer) {
    RELEASE(writer->allocator, writer->bitmap.bytes, writer->offsets.bytes, writer->values.bytes);
    writer->bitmap = writer->offsets = writer->values = (struct column_buffer){0};
}
