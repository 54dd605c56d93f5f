/*
 * semantic_model.h - a neural network that hashes vectors, as it is read from a blob. Frozen:
 * docs/formats/projection-format.md.
 *
 * Layout, little-endian, in words of four bytes:
 *   0   4  "NDM1"
 *   4   2  input: 0 dense vectors, 1 sparse vectors
 *   6   2  layers, 1 to 8
 *   8   4  inputs, 1 to dense_components_max or sparse_components_max
 *   12  .. the width of each layer, 1 to 32768; that of the last one is the bits of a hash
 *       .. of a model for sparse vectors: the dimension of each input (uint32), ascending
 *       .. for each layer its weights (float32), a row of `width` for each of its inputs, and then
 *          `width` biases (float32)
 *
 *   (1) Each layer's inputs are the outputs of the one before.
 *   (2) Weights and biases are finite. There are at most semantic_values_max of them.
 *   (3) The fingerprint of a model depends on each of its bytes.
 */
#pragma once

#include "../../base/interruption.h"
#include "../vector.h"

enum {
    semantic_model_header = 12,
    semantic_layers_max = 8,
    semantic_width_max = 32768,
    semantic_values_max = 1 << 26,
};

struct semantic_layer {
    const unsigned char *weights, *biases; /* float32 */
    uint32_t inputs, width;
};

/* A view of a blob, which it does not own. */
struct semantic_model {
    bool sparse;                     /* whether it hashes sparse vectors */
    const unsigned char *dimensions; /* uint32, of each input if sparse; otherwise NULL */
    uint32_t layer_count;
    struct semantic_layer layers[semantic_layers_max];
    int64_t fingerprint;
};

enum semantic_model_fault {
    semantic_model_ok,
    semantic_model_unknown,    /* does not begin as a model does */
    semantic_model_inputs,     /* the number of inputs is out of range */
    semantic_model_width,      /* the width of layer `place` is out of range */
    semantic_model_large,      /* more than semantic_values_max weights and biases */
    semantic_model_length,     /* not as many bytes as its sizes say: `place` bytes */
    semantic_model_order,      /* the dimension of input `place` is not above the one before */
    semantic_model_not_finite, /* the value at byte `place` is NaN or infinite */
    semantic_model_stopped     /* interrupted */
};

/*
 * Checks untrusted bytes, which must stay as they are, and sets `*place` at a fault; layers are
 * counted from 1, the rest from 0. Linear: 60 ms for the 21 MB of 10,000 x 500 x 500 x 32.
 */
enum semantic_model_fault semantic_model_read(const void *bytes, size_t length,
                                              struct interruption *interruption,
                                              struct semantic_model *model, uint64_t *place);

/* The bits of a hash. */
static inline uint32_t semantic_model_bits(const struct semantic_model *model) {
    return model->layers[model->layer_count - 1].width;
}
