/* vector_set.c - see vector_set.h. */
#include "vector_set.h"

#include "../../base/radix_sort.h"

#include <assert.h>

enum vector_set_result vector_set_add(struct vector_set *set, const struct allocator *allocator,
                                      int64_t id, const struct vector *vector) {
    assert(set->count < VECTOR_SET_MAX);
    uint32_t any = 0;
    for (uint32_t i = 0; i < vector->count; i++)
        any |= little_endian_load32(vector->values + 4 * (size_t)i);
    if ((any & INT32_MAX) == 0) /* all bits but the sign: -0 is zero, too */
        return vector_set_ok;
    bool sparse = vector_is_sparse(vector);
    if (set->count > 0 && set->sparse != sparse)
        return vector_set_unlike_form;
    if (set->count > 0 && !sparse && set->vectors[0].count != vector->count)
        return vector_set_unlike;
    size_t wanted = set->count + 1, values = 4 * (size_t)vector->count;
    unsigned char *components =
        byte_chain_reserve(&set->blocks, allocator, sparse ? 2 * values : values);
    if (!components || !ARRAY_RESERVE(allocator, set->ids, set->id_capacity, wanted) ||
        !ARRAY_RESERVE(allocator, set->vectors, set->vector_capacity, wanted))
        return vector_set_no_memory;
    if (sparse)
        memcpy(components, vector->dimensions, values);
    memcpy(components + (sparse ? values : 0), vector->values, values);
    set->sparse = sparse;
    set->descends |= set->count > 0 && set->ids[set->count - 1] >= id;
    set->ids[set->count] = id;
    set->vectors[set->count++] = (struct vector_components){components, vector->count};
    set->total += vector->count;
    return vector_set_ok;
}

enum vector_set_result vector_set_number(struct vector_set *set, const struct allocator *allocator,
                                         int64_t *repeated, struct interruption *interruption) {
    if (!set->descends)
        return vector_set_ok;
    if (!radix_sort_items(set->ids, set->vectors, sizeof *set->vectors, set->count, allocator,
                          interruption))
        return vector_set_no_memory;
    for (size_t i = 1; i < set->count; i++)
        if (set->ids[i] == set->ids[i - 1]) {
            *repeated = set->ids[i];
            return vector_set_repeated;
        }
    set->descends = false;
    return vector_set_ok;
}

void vector_set_free(struct vector_set *set, const struct allocator *allocator) {
    byte_chain_free(&set->blocks, allocator);
    RELEASE(allocator, set->ids, set->vectors);
    *set = (struct vector_set){0};
}
