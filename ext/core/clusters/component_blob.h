/*
 * component_blob.h - connected components as bytes that depend on the components only.
 *
 * Layout (docs/formats/component-format.md): "NDC1", the number of members, then one entry per
 * member in ascending order. Numbers are those of base/varint.h.
 *
 *   entry = member - previous member modulo 2^64 (first member: member + 2^63),
 *           distance in entries back to the smallest member of its component.
 *
 * The order, direction and repetition of edges leave no trace. A component is named after its
 * smallest member.
 *
 * Members may also be texts (text_components.h): "NDC2", the number of members, then in ascending
 * order of bytes
 *
 *   entry = length of the text in bytes, these bytes, distance back as above.
 */
#pragma once

#include "union_find.h"

/*
 * Sorts `forest` and writes its components to new memory, `*size` bytes that the caller releases
 * through `allocator`. NULL if memory runs out or it is interrupted. Linear in the members.
 */
unsigned char *component_blob_write(struct union_find *forest, const struct allocator *allocator,
                                    size_t *size);

/* Of texts, these are places in the blob, for component_blob_text(). */
struct component_member {
    int64_t member, component;
};

/* What a blob begins with. */
enum { component_magic_size = 4 };
extern const unsigned char component_magic_of_texts[component_magic_size];

/* Whether the members of a blob that was read are texts. */
bool component_blob_has_texts(const unsigned char *blob, size_t size);

/* A text in memory owned elsewhere. */
struct component_text {
    const unsigned char *bytes;
    size_t length;
};

/* The text at a place of a blob that was read. */
struct component_text component_blob_text(const unsigned char *blob, size_t size, int64_t place);

/* Negative, zero or positive, as SQLite's collation BINARY has it. */
int component_text_compare(struct component_text a, struct component_text b);

enum component_blob_result {
    component_blob_ok,
    component_blob_no_memory, /* or interrupted */
    component_blob_malformed
};

/*
 * Reads untrusted bytes into a new array of `*count` members in ascending order, which the caller
 * releases through `allocator`; NULL if there are none. O(size), with at most 16 bytes of memory
 * for every 2 of the blob. `interruption` may be NULL.
 */
enum component_blob_result component_blob_read(const unsigned char *blob, size_t size,
                                               const struct allocator *allocator,
                                               struct interruption *interruption,
                                               struct component_member **members, size_t *count);
