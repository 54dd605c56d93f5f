/* column.c - see column.h. */
#include "column.h"

static const unsigned char magic[4] = {'N', 'D', 'A', '1'};

static uint64_t offset_size(const struct packed_column *column) {
    return column->type >= packed_short_text ? sizeof(uint32_t) : sizeof(uint64_t);
}

static uint64_t offset_at(const struct packed_column *column, uint64_t row) {
    const unsigned char *at = column->offsets + row * offset_size(column);
    return column->type >= packed_short_text ? little_endian_load32(at) : little_endian_load64(at);
}

/* The last offset was found to be within the blob, so all are if none descends. */
static enum column_fault check_offsets(const struct packed_column *column,
                                       struct interruption *interruption, uint64_t *place) {
    uint64_t previous = 0;
    *place = 0;
    if (offset_at(column, 0) != 0)
        return column_not_ascending;
    for (uint64_t row = 0; row < column->rows; row++) {
        uint64_t end = offset_at(column, row + 1);
        *place = row;
        if (end < previous)
            return column_not_ascending;
        if (interruption_at(interruption, (size_t)row))
            return column_stopped;
        previous = end;
    }
    return column_sound;
}

/* The part of a blob that was not yet read. */
struct rest {
    const unsigned char *blob;
    uint64_t at, size;
};

/* The next buffer, or NULL if it ends beyond the blob. */
static const unsigned char *take(struct rest *rest, uint64_t size) {
    uint64_t begin = column_aligned(rest->at);
    if (begin > rest->size || size > rest->size - begin)
        return NULL;
    rest->at = begin + size;
    return rest->blob + begin;
}

/* Finds the buffers. Returns false if one ends beyond the blob. */
static bool take_buffers(struct rest *rest, bool has_bitmap, struct packed_column *column) {
    uint64_t size = column->rows * column_value_size;
    if (column->rows / 8 > rest->size) /* each row has a bit at least; nothing overflows below */
        return false;
    if (has_bitmap && !(column->bitmap = take(rest, column_bitmap_size(column->rows))))
        return false;
    if (column->type == packed_null)
        return has_bitmap || column->rows == 0;
    if (column->type >= packed_text) {
        column->offsets = take(rest, (column->rows + 1) * offset_size(column));
        if (!column->offsets)
            return false;
        size = offset_at(column, column->rows);
    }
    column->values = take(rest, size);
    return column->values != NULL;
}

enum column_fault column_read(const unsigned char *blob, size_t size,
                              struct interruption *interruption, struct packed_column *column,
                              uint64_t *place) {
    struct rest rest = {blob, column_header_size, size};
    *column = (struct packed_column){0};
    *place = 0;
    if (size < column_header_size || memcmp(blob, magic, sizeof magic) != 0 || blob[5] > 1 ||
        blob[6] != 0 || blob[7] != 0)
        return column_unknown;
    *place = blob[4];
    if (blob[4] >= packed_type_count)
        return column_unknown_type;
    column->type = (enum packed_type)blob[4];
    *place = column->rows = little_endian_load64(blob + 8);
    if (!take_buffers(&rest, blob[5] == 1, column))
        return column_too_short;
    *place = rest.size - rest.at;
    if (rest.at < rest.size)
        return column_too_long;
    return column->offsets ? check_offsets(column, interruption, place) : column_sound;
}
