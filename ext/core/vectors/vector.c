/* vector.c - see vector.h */
#include "vector.h"

static const unsigned char sparse_magic[sparse_header] = {'N', 'D', 'V', '1', 0};

void sparse_vector_begin(unsigned char *bytes) {
    memcpy(bytes, sparse_magic, sizeof sparse_magic);
}

/* All bits of the exponent are set. */
static bool is_finite(uint32_t bits) {
    return (bits & UINT32_C(0x7F800000)) != UINT32_C(0x7F800000);
}

/* How many of the values are certainly finite, from the first on. Four are looked at together. */
static size_t count_finite(const unsigned char *values, size_t count) {
    static const uint64_t exponents = UINT64_C(0x7F8000007F800000);
    static const uint64_t lowest = UINT64_C(0x0080000000800000); /* of an exponent */
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        uint64_t two = little_endian_load64(values + 4 * i) & exponents;
        uint64_t next = little_endian_load64(values + 4 * i + 8) & exponents;
        if (((two + lowest) | (next + lowest)) & (lowest << 8))
            break;
    }
    return i;
}

/* Values must be neither zero nor beyond what is finite, and dimensions ascend. */
static enum vector_fault check_sparse(const struct vector *vector, uint32_t *place) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < vector->count; i++) {
        uint32_t bits = little_endian_load32(vector->values + 4 * (size_t)i);
        uint32_t dimension = vector_dimension(vector, i);
        *place = i;
        if (!is_finite(bits))
            return vector_not_finite;
        if ((bits & INT32_MAX) == 0)
            return vector_zero;
        if (i > 0 && dimension <= before)
            return vector_order;
        before = dimension;
    }
    return vector_ok;
}

enum vector_fault vector_read(const void *bytes, size_t length, struct vector *vector,
                              uint32_t *place) {
    const unsigned char *first = bytes;
    bool sparse = length >= sparse_header && (length - sparse_header) % 8 == 0 &&
                  memcmp(first, sparse_magic, sizeof sparse_magic) == 0;
    size_t count = sparse ? (length - sparse_header) / 8 : length / 4;
    if (!sparse && (length == 0 || length % 4 != 0))
        return vector_length;
    if (count > (sparse ? sparse_components_max : dense_components_max))
        return vector_length;
    vector->count = (uint32_t)count;
    vector->dimensions = sparse ? first + sparse_header : NULL;
    vector->values = sparse ? first + sparse_header + 4 * count : first;
    if (sparse)
        return check_sparse(vector, place);
    for (size_t i = count_finite(vector->values, count); i < count; i++)
        if (!is_finite(little_endian_load32(vector->values + 4 * i)))
            return *place = (uint32_t)i, vector_not_finite;
    return vector_ok;
}
