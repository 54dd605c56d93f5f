/* vector.c - see vector.h */
#include "vector.h"

static const unsigned char sparse_magic[sparse_header] = {'N', 'D', 'V', '1', 0};

void sparse_vector_begin(unsigned char *bytes) {
    memcpy(bytes, sparse_magic, sizeof sparse_magic);
}

static bool is_sparse(const unsigned char *bytes, size_t length) {
    return length >= sparse_header && (length - sparse_header) % 8 == 0 &&
           memcmp(bytes, sparse_magic, sizeof sparse_magic) == 0;
}

/* All bits of the exponent are set. */
static bool is_finite(uint32_t bits) {
    return (bits & UINT32_C(0x7F800000)) != UINT32_C(0x7F800000);
}

enum vector_fault vector_read(const void *bytes, size_t length, struct vector *vector,
                              uint32_t *place) {
    const unsigned char *first = bytes;
    bool sparse = is_sparse(first, length);
    size_t count = sparse ? (length - sparse_header) / 8 : length / 4;
    if (!sparse && (length == 0 || length % 4 != 0))
        return vector_length;
    if (count > (sparse ? sparse_components_max : dense_components_max))
        return vector_length;
    vector->count = (uint32_t)count;
    vector->dimensions = sparse ? first + sparse_header : NULL;
    vector->values = sparse ? first + sparse_header + 4 * count : first;
    for (uint32_t i = 0; i < vector->count; i++) {
        uint32_t bits = little_endian_load32(vector->values + 4 * (size_t)i);
        *place = i;
        if (!is_finite(bits))
            return vector_not_finite;
        if (sparse && (bits & INT32_MAX) == 0)
            return vector_zero;
        if (sparse && i > 0 && vector_dimension(vector, i) <= vector_dimension(vector, i - 1))
            return vector_order;
    }
    return vector_ok;
}
