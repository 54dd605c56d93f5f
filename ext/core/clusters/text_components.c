/* text_components.c - see text_components.h. */
#include "text_components.h"

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

/* Merges from[begin] to from[middle - 1] and from there to from[end - 1]. */
static bool merge(const struct text_components *components, const uint32_t *from, uint32_t *to,
                  size_t begin, size_t middle, size_t end) {
    size_t a = begin, b = middle;
    for (size_t i = begin; i < end; i++) {
        bool is_left =
            b == end || (a < middle && component_text_compare(text_of(components, from[a]),
                                                              text_of(components, from[b])) < 0);
        to[i] = is_left ? from[a++] : from[b++];
        if (interruption_after(components->forest.interruption,
                               1 + text_of(components, to[i]).length / 8))
            return false;
    }
    return true;
}

/*
 * Puts the nodes into ascending order of their texts, from the bottom up, since there may be many.
 * Returns one of two arrays, which has the order; NULL if it was interrupted.
 */
static uint32_t *sort_nodes(const struct text_components *components, uint32_t *order,
                            uint32_t *other) {
    size_t count = components->forest.count;
    for (size_t node = 0; node < count; node++)
        order[node] = (uint32_t)node;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count;
            if (!merge(components, order, other, begin, middle, end))
                return NULL;
        }
        uint32_t *sorted = other;
        other = order;
        order = sorted;
    }
    return order;
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
    uint32_t *one = allocator->resize(NULL, (count + 1) * sizeof *one);
    uint32_t *two = allocator->resize(NULL, (count + 1) * sizeof *two);
    uint32_t *order = one && two ? sort_nodes(components, one, two) : NULL;
    uint32_t *first = order == one ? two : one;
    size_t entries = order ? write_entries(components, order, first, NULL) : 0;
    *size = component_magic_size + varint_size(count) + entries;
    unsigned char *blob = order ? allocator->resize(NULL, *size) : NULL;
    if (blob) {
        memcpy(blob, component_magic_of_texts, component_magic_size);
        write_entries(components, order, first, varint_write(blob + component_magic_size, count));
    }
    RELEASE(allocator, one, two);
    return blob;
}

void text_components_free(struct text_components *components, const struct allocator *allocator) {
    union_find_free(&components->forest, allocator);
    RELEASE(allocator, components->bytes, components->ends);
    *components = (struct text_components){0};
}
