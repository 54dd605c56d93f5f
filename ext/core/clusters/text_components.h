/*
 * text_components.h - the connected components of a graph whose nodes are named by texts.
 *
 * Each text gets a number, and union_find.h joins the numbers: a keyed hash of the text, or the
 * next number that is free if another text has that one. So texts are the same if their bytes are.
 *
 *   (1) Memory per node: its text, up to twice as much while the texts grow, 8 to 16 bytes, and
 *       those of union_find.h. At the end 8 bytes more, and the blob.
 *   (2) Linear in the bytes of the edges; then a merge sort, O(bytes of the nodes * log(nodes)).
 *
 * component_blob.h reads the blob.
 */
#pragma once

#include "component_blob.h"
#include "union_find.h"

/* Initialise with zeroes and set `forest.key` and `key`; release with text_components_free(). */
struct text_components {
    struct union_find forest; /* its members are the numbers */
    uint64_t key[2];          /* of the hash */
    unsigned char *bytes;     /* the texts of the nodes, one after the other */
    size_t byte_count, byte_capacity;
    size_t *ends; /* of the text of each node */
    size_t end_capacity;
};

/*
 * Joins the components of two texts; a new text becomes a component first. After an error all that
 * was joined before is still there, and perhaps a text of these two, as a component of its own.
 */
enum union_find_result text_components_join(struct text_components *components,
                                            const struct allocator *allocator,
                                            struct component_text a, struct component_text b);

/*
 * Writes the components to new memory, `*size` bytes that the caller releases through `allocator`.
 * Returns NULL if memory runs out or the work is interrupted.
 */
unsigned char *text_components_blob(struct text_components *components,
                                    const struct allocator *allocator, size_t *size);

void text_components_free(struct text_components *components, const struct allocator *allocator);
