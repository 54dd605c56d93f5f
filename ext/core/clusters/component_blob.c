/* component_blob.c - see component_blob.h. */
#include "component_blob.h"

#include "../base/varint.h"

#include <string.h> /* memcpy, memcmp */

static const unsigned char magic[component_magic_size] = {'N', 'D', 'C', '1'};
const unsigned char component_magic_of_texts[component_magic_size] = {'N', 'D', 'C', '2'};

/* The two numbers of a node's entry: see component_blob.h. */
static uint64_t step_of(const struct union_find *forest, uint32_t node) {
    int64_t previous = node > 0 ? forest->members[node - 1] : INT64_MIN;
    return (uint64_t)forest->members[node] - (uint64_t)previous;
}

static uint64_t back_of(const struct union_find *forest, uint32_t node) {
    assert(forest->parents[node] <= node); /* sorted, the smallest member being the root */
    return node - forest->parents[node];
}

unsigned char *component_blob_write(struct union_find *forest, const struct allocator *allocator,
                                    size_t *size) {
    if (!union_find_sort(forest, allocator))
        return NULL;
    *size = sizeof magic + varint_size(forest->count);
    for (uint32_t node = 0; node < forest->count; node++) {
        *size += varint_size(step_of(forest, node)) + varint_size(back_of(forest, node));
        if (interruption_at(forest->interruption, node))
            return NULL;
    }
    unsigned char *blob = allocator->resize(NULL, *size);
    if (!blob)
        return NULL;
    memcpy(blob, magic, sizeof magic);
    unsigned char *at = varint_write(blob + sizeof magic, forest->count);
    for (uint32_t node = 0; node < forest->count; node++) {
        at = varint_write(at, step_of(forest, node));
        at = varint_write(at, back_of(forest, node));
    }
    assert(at == blob + *size);
    return blob;
}

bool component_blob_has_texts(const unsigned char *blob, size_t size) {
    return size >= component_magic_size &&
           memcmp(blob, component_magic_of_texts, component_magic_size) == 0;
}

struct component_text component_blob_text(const unsigned char *blob, size_t size, int64_t place) {
    uint64_t length;
    const unsigned char *bytes = varint_read(blob + place, blob + size, &length);
    return (struct component_text){bytes, (size_t)length};
}

int component_text_compare(struct component_text a, struct component_text b) {
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter > 0 ? memcmp(a.bytes, b.bytes, shorter) : 0;
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* Reads a member that is an integer. Returns NULL if it is malformed: not ascending. */
static const unsigned char *read_integer(const unsigned char *at, const unsigned char *end,
                                         struct component_member *members, size_t i) {
    uint64_t step;
    at = varint_read(at, end, &step);
    if (!at || (i > 0 && step == 0))
        return NULL;
    uint64_t previous = i > 0 ? (uint64_t)members[i - 1].member : (uint64_t)INT64_MIN;
    if (step > (uint64_t)INT64_MAX - previous)
        return NULL;
    members[i].member = (int64_t)(previous + step);
    return at;
}

/* The same of a text. */
static const unsigned char *read_text(const unsigned char *blob, size_t size,
                                      const unsigned char *at, struct component_member *members,
                                      size_t i) {
    const unsigned char *end = blob + size;
    uint64_t length;
    const unsigned char *bytes = varint_read(at, end, &length);
    if (!bytes || length > (uint64_t)(end - bytes))
        return NULL;
    struct component_text text = {bytes, (size_t)length};
    if (i > 0 &&
        component_text_compare(component_blob_text(blob, size, members[i - 1].member), text) >= 0)
        return NULL;
    members[i].member = at - blob;
    return bytes + length;
}

/* Reads how far back the smallest member is, which points to itself. NULL if it does not. */
static const unsigned char *read_back(const unsigned char *at, const unsigned char *end,
                                      struct component_member *members, size_t i) {
    uint64_t back;
    at = varint_read(at, end, &back);
    if (!at || back > i || (back > 0 && members[i - back].component != members[i - back].member))
        return NULL;
    members[i].component = members[i - back].member;
    return at;
}

enum component_blob_result component_blob_read(const unsigned char *blob, size_t size,
                                               const struct allocator *allocator,
                                               struct interruption *interruption,
                                               struct component_member **members, size_t *count) {
    assert(blob || size == 0);
    const unsigned char *end = blob + size, *at;
    uint64_t claimed;
    *members = NULL;
    *count = 0;
    bool has_texts = component_blob_has_texts(blob, size);
    if (!has_texts && (size < sizeof magic || memcmp(blob, magic, sizeof magic) != 0))
        return component_blob_malformed;
    at = varint_read(blob + sizeof magic, end, &claimed);
    if (!at || claimed > (uint64_t)(end - at) / 2) /* an entry has at least two bytes */
        return component_blob_malformed;
    if (claimed == 0)
        return at == end ? component_blob_ok : component_blob_malformed;
    struct component_member *array = allocator->resize(NULL, (size_t)claimed * sizeof *array);
    if (!array)
        return component_blob_no_memory;
    bool interrupted = false;
    for (size_t i = 0; i < claimed && at && !interrupted; i++) {
        at = has_texts ? read_text(blob, size, at, array, i) : read_integer(at, end, array, i);
        at = at ? read_back(at, end, array, i) : NULL;
        interrupted = interruption_at(interruption, i);
    }
    if (at != end || interrupted) {
        allocator->release(array);
        return interrupted ? component_blob_no_memory : component_blob_malformed;
    }
    *members = array;
    *count = (size_t)claimed;
    return component_blob_ok;
}
