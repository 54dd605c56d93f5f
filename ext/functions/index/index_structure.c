/* index_structure.c - see index_structure.h. */
#include "index_structure.h"

#include <string.h>

void index_structure_free(struct index_structure *structure) {
    for (size_t i = 0; i < structure->count; i++)
        posting_filter_free(&structure->segments[i].filter, &sqlite_allocator);
    sqlite3_free(structure->segments);
    *structure = (struct index_structure){.segments = NULL};
}

struct segment *index_structure_find(const struct index_structure *structure, uint32_t id) {
    for (size_t i = 0; i < structure->count; i++)
        if (structure->segments[i].id == id)
            return &structure->segments[i];
    return NULL;
}

bool index_structure_is_full(const struct index_structure *structure) {
    return structure->count == index_segments_max || structure->next_id == index_id_max;
}

struct segment *index_structure_add(struct index_structure *structure) {
    if (!ARRAY_RESERVE(&sqlite_allocator, structure->segments, structure->capacity,
                       structure->count + 1))
        return NULL;
    struct segment *segment = &structure->segments[structure->count++];
    *segment = (struct segment){.id = structure->next_id++};
    sqlite3_randomness(sizeof segment->stamp, &segment->stamp);
    return segment;
}

void index_structure_remove(struct index_structure *structure, size_t i) {
    posting_filter_free(&structure->segments[i].filter, &sqlite_allocator);
    memmove(&structure->segments[i], &structure->segments[i + 1],
            (--structure->count - i) * sizeof *structure->segments);
}

/* What is stored of a segment, in this order. */
#define SEGMENT_NUMBERS(X)     \
    X(uint32_t, id)            \
    X(uint32_t, level)         \
    X(uint32_t, into)          \
    X(uint32_t, merged)        \
    X(uint64_t, stamp)         \
    X(uint64_t, count)         \
    X(int64_t, shape.first_id) \
    X(int64_t, last_id)        \
    X(int64_t, clean)          \
    X(uint32_t, shape.pages)

/* Whether it can be one, and fits those before it. */
static bool is_sound(const struct index_structure *structure, const struct segment *segment) {
    const struct posting_shape *shape = &segment->shape;
    return segment->id > 0 && segment->id < structure->next_id && segment->level < 64 &&
           shape->pages > 0 && shape->pages <= posting_pages_max &&
           segment->count <= index_postings_max && segment->merged <= shape->pages &&
           segment->last_id >= shape->first_id &&
           shape->id_bits == posting_id_bits(shape->first_id, segment->last_id) &&
           !index_structure_find(structure, segment->id);
}

/* Whole segments go into others, which others go into. */
static bool merges_are_sound(const struct index_structure *structure) {
    for (size_t i = 0; i < structure->count; i++) {
        const struct segment *segment = &structure->segments[i];
        const struct segment *into = index_structure_find(structure, segment->into);
        if (segment->into && (!into || segment_is_whole(into) || !segment_is_whole(segment)))
            return false;
        size_t j = 0;
        while (j < structure->count && structure->segments[j].into != segment->id)
            j++;
        if (!segment_is_whole(segment) && j == structure->count)
            return false;
    }
    return true;
}

int index_structure_read(struct index_structure *structure, const unsigned char *block, size_t size,
                         uint64_t *format) {
    enum { heads = 7 };
    const unsigned char *at = block, *end = block + size;
    uint64_t head[heads], number;
    structure->count = 0;
    for (int i = 0; i < heads; i++) {
        if (!at || !(at = varint_read(at, end, &head[i])))
            return SQLITE_CORRUPT_VTAB;
        if (i == 0 && (*format = head[0]) > index_format)
            return SQLITE_MISMATCH;
    }
    structure->format = head[0];
    structure->version = head[1];
    structure->next_id = (uint32_t)head[2];
    structure->next_seq = (int64_t)head[3];
    structure->last_pair = (int64_t)head[4];
    structure->last_dead = (int64_t)head[5];
    if (head[0] < 1 || head[2] < 1 || head[2] > index_id_max || head[3] < 1 ||
        head[3] > index_seq_max || head[4] > index_seq_max || head[5] >= head[3] ||
        head[6] > index_segments_max)
        return SQLITE_CORRUPT_VTAB;
    for (uint64_t i = 0; i < head[6]; i++) {
        struct segment segment = {0};
#define READ_NUMBER(type, field)                                                   \
    if (!(at = varint_read(at, end, &number)) || (uint64_t)(type)number != number) \
        return SQLITE_CORRUPT_VTAB;                                                \
    segment.field = (type)number;
        SEGMENT_NUMBERS(READ_NUMBER)
        segment.shape.id_bits = posting_id_bits(segment.shape.first_id, segment.last_id);
        if (!is_sound(structure, &segment))
            return SQLITE_CORRUPT_VTAB;
        if (!ARRAY_RESERVE(&sqlite_allocator, structure->segments, structure->capacity,
                           structure->count + 1))
            return SQLITE_NOMEM;
        structure->segments[structure->count++] = segment;
    }
    return at == end && merges_are_sound(structure) ? SQLITE_OK : SQLITE_CORRUPT_VTAB;
}

size_t index_structure_write(const struct index_structure *structure, unsigned char **block,
                             size_t *capacity) {
    enum { head_most = 7 * 10, segment_most = 10 * 10 };
    if (!ARRAY_RESERVE(&sqlite_allocator, *block, *capacity,
                       head_most + structure->count * segment_most))
        return 0;
    const uint64_t head[] = {structure->format,
                             structure->version,
                             structure->next_id,
                             (uint64_t)structure->next_seq,
                             (uint64_t)structure->last_pair,
                             (uint64_t)structure->last_dead,
                             structure->count};
    unsigned char *at = *block;
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        at = varint_write(at, head[i]);
    for (size_t i = 0; i < structure->count; i++) {
        const struct segment *segment = &structure->segments[i];
#define WRITE_NUMBER(type, field) at = varint_write(at, (uint64_t)segment->field);
        SEGMENT_NUMBERS(WRITE_NUMBER)
    }
    return (size_t)(at - *block);
}
