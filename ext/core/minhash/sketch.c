/* sketch.c - see sketch.h. */
#include "sketch.h"

#include "../base/little_endian.h"
#include "../text/shingle.h"

#include <string.h> /* memcpy, memcmp */

static const unsigned char magic[4] = {'N', 'D', 'S', '1'};

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
    little_endian_store32(sketch + 4, (uint32_t)parameters->scheme);
    little_endian_store32(sketch + 8, parameters->shingle);
    little_endian_store32(sketch + 12, parameters->hashes);
    little_endian_store64(sketch + 16, (uint64_t)parameters->seed);
    sketch += sketch_header_size;
    for (size_t i = 0; i < parameters->hashes; i++, sketch += width)
        if (width == 4)
            little_endian_store32(sketch, (uint32_t)minima[i]);
        else
            little_endian_store64(sketch, minima[i]);
}

enum sketch_result sketch_read(const unsigned char *sketch, size_t size,
                               struct minhash_parameters *parameters) {
    if (size < sketch_header_size || memcmp(sketch, magic, sizeof magic) != 0)
        return sketch_malformed;
    uint32_t scheme = little_endian_load32(sketch + 4);
    uint32_t shingle = little_endian_load32(sketch + 8);
    uint32_t hashes = little_endian_load32(sketch + 12);
    if (scheme >= minhash_scheme_count || shingle < 1 || shingle > shingle_length_max ||
        hashes < 1 || hashes > minhash_hashes_max)
        return sketch_malformed;
    *parameters = (struct minhash_parameters){.scheme = (enum minhash_scheme)scheme,
                                              .shingle = shingle,
                                              .hashes = hashes,
                                              .seed = (int64_t)little_endian_load64(sketch + 16)};
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
