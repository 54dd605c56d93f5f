/* projection_signature.c - see projection_signature.h. */
#include "projection_signature.h"

#include "../../base/mix.h"

static const unsigned char magic[4] = {'N', 'D', 'P', '1'};

void projection_header_write(const struct projection_header *header, unsigned char *signature) {
    assert(header->bits > 0 && header->bits <= hyperplanes_bits_max);
    memcpy(signature, magic, sizeof magic);
    signature[4] = (unsigned char)header->kind;
    signature[5] = 0;
    signature[6] = (unsigned char)header->bits;
    signature[7] = (unsigned char)(header->bits >> 8);
    little_endian_store32(signature + 8, header->dimensions);
    little_endian_store32(signature + 12, header->order);
    little_endian_store64(signature + 16, (uint64_t)header->seed);
}

bool projection_signature_read(const unsigned char *signature, size_t size,
                               struct projection_header *header) {
    if (size < projection_header_size || memcmp(signature, magic, sizeof magic) != 0 ||
        signature[4] >= projection_kind_count || signature[5] != 0)
        return false;
    *header = (struct projection_header){
        .kind = (enum projection_kind)signature[4],
        .bits = signature[6] | (uint32_t)signature[7] << 8,
        .dimensions = little_endian_load32(signature + 8),
        .order = little_endian_load32(signature + 12),
        .seed = (int64_t)little_endian_load64(signature + 16),
    };
    if (header->bits < 1 || header->bits > hyperplanes_bits_max ||
        header->dimensions > dense_components_max ||
        (header->order != 0 && header->order % (projection_order_max + 1) == 0) ||
        size != projection_signature_size(header->bits))
        return false;
    unsigned used = header->bits % 8;
    return used == 0 || (signature[size - 1] & 0xFF >> used) == 0;
}

bool projection_headers_equal(const struct projection_header *a,
                              const struct projection_header *b) {
    return a->kind == b->kind && a->bits == b->bits && a->dimensions == b->dimensions &&
           a->order == b->order && a->seed == b->seed;
}

static inline uint32_t bit_at(const unsigned char *bits, size_t at) {
    return bits[at / 8] >> (7 - at % 8) & 1;
}

uint64_t projection_band(const unsigned char *bits, size_t from, uint32_t rows) {
    assert(rows <= projection_rows_max);
    uint64_t band = 0;
    for (uint32_t row = 0; row < rows; row++)
        band = band << 1 | bit_at(bits, from + row);
    return band;
}

static void draw(struct bit_permutation *permutation) {
    uint16_t *sources = permutation->sources;
    for (uint32_t i = 0; i < permutation->bits; i++)
        sources[i] = (uint16_t)i;
    if (permutation->order == 0)
        return;
    uint64_t state = permutation->order;
    for (uint32_t i = permutation->bits - 1; i > 0; i--) {
        uint64_t other = splitmix64_below(&state, i + UINT64_C(1));
        uint16_t moved = sources[i];
        sources[i] = sources[other];
        sources[other] = moved;
    }
}

bool bit_permutation_change(struct bit_permutation **permutation, const struct allocator *allocator,
                            uint32_t bits, uint32_t order) {
    assert(bits > 0 && bits <= hyperplanes_bits_max);
    if (*permutation && (*permutation)->bits == bits && (*permutation)->order == order)
        return true;
    size_t size = sizeof **permutation + bits * sizeof *(*permutation)->sources;
    allocator->release(*permutation);
    *permutation = allocator->resize(NULL, size);
    if (!*permutation)
        return false;
    (*permutation)->bits = bits;
    (*permutation)->order = order;
    draw(*permutation);
    return true;
}

void bit_permutation_apply(const struct bit_permutation *permutation, const unsigned char *from,
                           unsigned char *to) {
    assert(from != to);
    const uint16_t *sources = permutation->sources;
    size_t whole = permutation->bits / 8;
    for (size_t byte = 0; byte < whole; byte++, sources += 8) {
        uint32_t value = 0;
        for (int i = 0; i < 8; i++)
            value = value << 1 | bit_at(from, sources[i]);
        to[byte] = (unsigned char)value;
    }
    if (permutation->bits % 8 > 0) {
        uint32_t value = 0;
        for (size_t i = 0; i < permutation->bits % 8; i++)
            value |= bit_at(from, sources[i]) << (7 - i);
        to[whole] = (unsigned char)value;
    }
}
