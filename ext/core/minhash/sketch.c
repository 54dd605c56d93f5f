/* sketch.c - see sketch.h. */
#include "sketch.h"

#include "../text/shingle.h"

#include <string.h> /* memcpy, memcmp */

static const unsigned char magic[4] = {'N', 'D', 'S', '1'};

static void write_little_endian(unsigned char *bytes, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t read_little_endian(const unsigned char *bytes, size_t width) {
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static size_t minimum_width(enum minhash_scheme scheme) {
    return minhash_scheme_is_banded(scheme) ? 4 : 8;
}

size_t sketch_size(const struct minhash_parameters *parameters) {
    return sketch_header_size + parameters->hashes * minimum_width(parameters->scheme);
}

void sketch_write(const struct minhash_parameters *parameters, const uint64_t *minima,
                  unsigned char *sketch) {
    size_t width = minimum_width(parameters->scheme);
    memcpy(sketch, magic, sizeof magic);
    write_little_endian(sketch + 4, (uint64_t)parameters->scheme, 4);
    write_little_endian(sketch + 8, parameters->shingle, 4);
    write_little_endian(sketch + 12, parameters->hashes, 4);
    write_little_endian(sketch + 16, (uint64_t)parameters->seed, 8);
    for (size_t i = 0; i < parameters->hashes; i++)
        write_little_endian(sketch + sketch_header_size + i * width, minima[i], width);
}

enum sketch_result sketch_read(const unsigned char *sketch, size_t size,
                               struct minhash_parameters *parameters) {
    if (size < sketch_header_size || memcmp(sketch, magic, sizeof magic) != 0)
        return sketch_malformed;
    uint64_t scheme = read_little_endian(sketch + 4, 4);
    uint64_t shingle = read_little_endian(sketch + 8, 4);
    uint64_t hashes = read_little_endian(sketch + 12, 4);
    if (scheme >= minhash_scheme_count || shingle < 1 || shingle > shingle_length_max ||
        hashes < 1 || hashes > minhash_hashes_max)
        return sketch_malformed;
    *parameters = (struct minhash_parameters){.scheme = (enum minhash_scheme)scheme,
                                              .shingle = (uint32_t)shingle,
                                              .hashes = (uint32_t)hashes,
                                              .seed = (int64_t)read_little_endian(sketch + 16, 8)};
    return size == sketch_size(parameters) ? sketch_ok : sketch_malformed;
}

enum sketch_result sketch_similarity(const unsigned char *a, size_t a_size, const unsigned char *b,
                                     size_t b_size, double *similarity) {
    struct minhash_parameters a_parameters, b_parameters;
    if (sketch_read(a, a_size, &a_parameters) != sketch_ok ||
        sketch_read(b, b_size, &b_parameters) != sketch_ok)
        return sketch_malformed;
    if (!minhash_parameters_equal(&a_parameters, &b_parameters))
        return sketch_unlike;
    size_t width = minimum_width(a_parameters.scheme), equal = 0;
    for (size_t at = sketch_header_size; at < a_size; at += width)
        equal += memcmp(a + at, b + at, width) == 0;
    *similarity = (double)equal / a_parameters.hashes;
    return sketch_ok;
}
