/* text_components.c - see text_components.h. */
#include "text_components.h"

#include "../base/merge_sort.h"
#include "../base/siphash.h"
#include "../base/varint.h"

#include <string.h> /* memcpy, memset */

static struct component_text text_of(const struct text_components *components, uint32_t node) {
    size_t begin = node > 0 ? components->ends[node - 1] : 0;
    return (struct component_text){components->bytes + begin, components->ends[node] - begin};
}

static enum union_find_result number_text(struct text_components *components,
                                          const struct allocator *allocator,
                                          struct component_text text, int64_t *number) {
    struct union_find *forest = &components->forest;
    uint64_t next = siphash_128(components->key, text.bytes, text.length).words[0];
    /* Room for one more text comes first, so that no node is made that would lack its text. */
    if (!ARRAY_RESERVE(allocator, components->ends, components->end_capacity, forest->count + 1) ||
        !ARRAY_RESERVE(allocator, components->bytes, components->byte_capacity,
                       components->byte_count + text.length) ||
        interruption_after(forest->interruption, 1 + text.length))
        return union_find_no_memory;
    for (;; next++) {
        size_t known = forest->count;
        uint32_t node;
        *number = (int64_t)next;
        enum union_find_result result = union_find_node(forest, allocator, *number, &node);
        if (result != union_find_ok)
            return result;
        if (node == known) {
            memcpy(components->bytes + components->byte_count, text.bytes, text.length);
            components->byte_count += text.length;
            components->ends[node] = components->byte_count;
            return union_find_ok;
        }
        if (component_text_compare(text_of(components, node), text) == 0)
            return union_find_ok;
    }
}

enum union_find_result text_components_join(struct text_components *components,
                                            const struct allocator *allocator,
                                            struct component_text a, struct component_text b) {
    int64_t ends[2];
    enum union_find_result result = number_text(components, allocator, a, &ends[0]);
    if (result == union_find_ok)
        result = number_text(components, allocator, b, &ends[1]);
    return result == union_find_ok ? union_find_join(&components->forest, allocator, ends, 1)
                                   : result;
}

static bool precedes(const void *components, uint32_t a, uint32_t b) {
    return component_text_compare(text_of(components, a), text_of(components, b)) < 0;
}

/* Writes the entries of the nodes in order, or returns only their size if `at` is NULL. */
static size_t write_entries(struct text_components *components, const uint32_t *order,
                            uint32_t *first, unsigned char *at) {
    size_t count = components->forest.count, size = 0;
    memset(first, 0xFF, count * sizeof *first); /* the place of a root's smallest member */
    for (uint32_t place = 0; place < count; place++) {
        struct component_text text = text_of(components, order[place]);
        uint32_t root = union_find_root(&components->forest, order[place]);
        if (first[root] == UINT32_MAX)
            first[root] = place;
        uint32_t back = place - first[root];
        size += varint_size(text.length) + text.length + varint_size(back);
        if (!at)
            continue;
        at = varint_write(at, text.length);
        memcpy(at, text.bytes, text.length);
        at = varint_write(at + text.length, back);
    }
    return size;
}

unsigned char *text_components_blob(struct text_components *components,
                                    const struct allocator *allocator, size_t *size) {
    size_t count = components->forest.count;
    uint32_t *order = allocator->resize(NULL, (count + 1) * sizeof *order);
    uint32_t *first = allocator->resize(NULL, (count + 1) * sizeof *first);
    for (size_t node = 0; order && node < count; node++)
        order[node] = (uint32_t)node;
    size_t entries = 0, steps = 1 + components->byte_count / (count + 1) / 8; /* to compare two */
    bool sorted = order && first &&
                  merge_sort(order, first, count, precedes, components, steps,
                             components->forest.interruption);
    if (sorted)
        entries = write_entries(components, order, first, NULL);
    *size = component_magic_size + varint_size(count) + entries;
    unsigned char *blob = sorted ? allocator->resize(NULL, *size) : NULL;
    if (blob) {
        memcpy(blob, component_magic_of_texts, component_magic_size);
        write_entries(components, order, first, varint_write(blob + component_magic_size, count));
    }
    RELEASE(allocator, order, first);
    return blob;
}

void text_components_free(struct text_components *components, const struct allocator *allocator) {
    union_find_free(&components->forest, allocator);
    RELEASE(allocator, components->bytes, components->ends);
    *components = (struct text_components){0};
}
