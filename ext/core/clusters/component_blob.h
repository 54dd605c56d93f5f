/*
 * component_blob.h - connected components as bytes that depend on the components alone.
 *
 * Layout (docs/component-format.md): "NDC1", the number of members, then one entry for each member
 * in ascending order. Numbers are LEB128 varints: 7 bits a byte, low bits first, high bit set where
 * more follow.
 *   entry = member - previous member (modulo 2^64; the first member: minus -2^63),
 *           how many members back, in this order, the smallest member of its component stands.
 * The order of edges, their doubles and their direction leave no trace. The component of a member
 * is named after its smallest member.
 */
#ifndef NEARDUP_COMPONENT_BLOB_H
#define NEARDUP_COMPONENT_BLOB_H

#include "union_find.h"

/*
 * Writes the components of `forest` to new memory, `*size` bytes that the caller releases through
 * `allocator`; sorts the forest for that. NULL when memory runs out, or the interruption of
 * `forest` says so. Linear in the members.
 */
unsigned char *component_blob_write(struct union_find *forest, const struct allocator *allocator,
                                    size_t *size);

struct component_member {
    int64_t member, component;
};

enum component_result {
    component_ok,
    component_no_memory, /* or interrupted */
    component_malformed
};

/*
 * Reads untrusted bytes into a new array of `*count` members in ascending order, which the caller
 * releases through `allocator`; NULL where there are none. O(size), and memory of at most
 * 16 bytes for every 2 of the blob. `interruption` may be NULL.
 */
enum component_result component_blob_read(const unsigned char *blob, size_t size,
                                          const struct allocator *allocator,
                                          struct interruption *interruption,
                                          struct component_member **members, size_t *count);

#endif
