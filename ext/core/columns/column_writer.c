/* column_writer.c - see column_writer.h. */
#include "column_writer.h"

/* Makes room for `more` bytes, and appends them. They are set by the caller. */
static enum column_write_result extend(struct column_writer *writer, struct column_buffer *buffer,
                                       size_t more, unsigned char **added) {
    if (buffer->size > writer->limit || more > writer->limit - buffer->size)
        return column_too_large;
    if (!buffer->bytes || more > buffer->capacity - buffer->size) {
        if (!ARRAY_RESERVE(writer->allocator, buffer->bytes, buffer->capacity, buffer->size + more))
            return column_no_memory;
    }
    *added = buffer->bytes + buffer->size;
    buffer->size += more;
    return column_written;
}

static enum column_write_result append_word(struct column_writer *writer,
                                            struct column_buffer *buffer, uint64_t word) {
    unsigned char *added;
    enum column_write_result result = extend(writer, buffer, sizeof word, &added);
    if (result == column_written)
        little_endian_store64(added, word);
    return result;
}

/* `count` words of 0, where `count` is the number of NULLs so far, or one more. */
static enum column_write_result append_zeroes(struct column_writer *writer,
                                              struct column_buffer *buffer, uint64_t count) {
    unsigned char *added;
    if (count > writer->limit / sizeof(uint64_t))
        return column_too_large;
    size_t size = (size_t)count * sizeof(uint64_t);
    enum column_write_result result = extend(writer, buffer, size, &added);
    if (result == column_written)
        memset(added, 0, size);
    return result;
}

/* Begins the bitmap at the first NULL. All rows before it have values. */
static enum column_write_result begin_bitmap(struct column_writer *writer) {
    unsigned char *added;
    size_t size = (size_t)column_bitmap_size(writer->rows);
    enum column_write_result result = extend(writer, &writer->bitmap, size, &added);
    if (result == column_written) {
        memset(added, 0xFF, size);
        if (writer->rows % 8 > 0)
            added[size - 1] = (unsigned char)((1u << writer->rows % 8) - 1);
        writer->has_nulls = true;
    }
    return result;
}

/* Counts a row whose value was appended, or that has none. */
static enum column_write_result end_row(struct column_writer *writer, bool has_value) {
    enum column_write_result result = column_written;
    if (writer->has_nulls && writer->rows % 8 == 0) {
        unsigned char *added;
        result = extend(writer, &writer->bitmap, 1, &added);
        if (result == column_written)
            *added = 0;
    }
    if (result != column_written)
        return result;
    if (writer->has_nulls && has_value)
        writer->bitmap.bytes[writer->rows / 8] |= (unsigned char)(1u << writer->rows % 8);
    writer->rows++;
    return column_written;
}

/* Gives the column its type. The rows so far are NULL. */
static enum column_write_result begin_type(struct column_writer *writer, enum packed_type type) {
    writer->type = type;
    if (type == packed_text || type == packed_blob)
        return append_zeroes(writer, &writer->offsets, writer->rows + 1);
    return writer->rows > 0 ? append_zeroes(writer, &writer->values, writer->rows) : column_written;
}

enum column_write_result column_write_null(struct column_writer *writer) {
    enum column_write_result result = column_written;
    if (!writer->has_nulls)
        result = begin_bitmap(writer);
    if (result == column_written && writer->offsets.size > 0)
        result = append_word(writer, &writer->offsets, writer->values.size);
    else if (result == column_written && writer->type != packed_null)
        result = append_word(writer, &writer->values, 0);
    return result == column_written ? end_row(writer, false) : result;
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
static enum column_write_result integers_to_reals(struct column_writer *writer) {
    for (size_t row = 0; row < writer->rows; row++) {
        unsigned char *bytes = writer->values.bytes + row * column_value_size;
        int64_t value = (int64_t)little_endian_load64(bytes);
        if (!is_exact(value))
            return column_inexact;
        little_endian_store64(bytes, bits_of((double)value));
        if (interruption_at(writer->interruption, row))
            return column_no_memory;
    }
    writer->type = packed_real;
    return column_written;
}

static enum column_write_result append_number(struct column_writer *writer, uint64_t bits) {
    enum column_write_result result = append_word(writer, &writer->values, bits);
    return result == column_written ? end_row(writer, true) : result;
}

enum column_write_result column_write_integer(struct column_writer *writer, int64_t value) {
    enum column_write_result result = column_written;
    if (writer->type == packed_null)
        result = begin_type(writer, packed_integer);
    if (result != column_written)
        return result;
    if (writer->type == packed_integer)
        return append_number(writer, (uint64_t)value);
    if (writer->type != packed_real)
        return column_mixed;
    return is_exact(value) ? append_number(writer, bits_of((double)value)) : column_inexact;
}

enum column_write_result column_write_real(struct column_writer *writer, double value) {
    enum column_write_result result = column_written;
    if (writer->type == packed_null)
        result = begin_type(writer, packed_real);
    else if (writer->type == packed_integer)
        result = integers_to_reals(writer);
    else if (writer->type != packed_real)
        result = column_mixed;
    return result == column_written ? append_number(writer, bits_of(value)) : result;
}

enum column_write_result column_write_bytes(struct column_writer *writer, enum packed_type type,
                                            const void *bytes, size_t length) {
    assert(type == packed_text || type == packed_blob);
    enum column_write_result result = column_written;
    unsigned char *added;
    if (writer->type == packed_null)
        result = begin_type(writer, type);
    else if (writer->type != type)
        result = column_mixed;
    if (result == column_written)
        result = extend(writer, &writer->values, length, &added);
    if (result != column_written)
        return result;
    memcpy(added, bytes, length);
    result = append_word(writer, &writer->offsets, writer->values.size);
    return result == column_written ? end_row(writer, true) : result;
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
