/*
 * semantic_model.h - a neural network that hashes vectors, as it is read from a blob. Frozen, with
 * the fingerprint that depends on each of its bytes: docs/formats/projection-format.md.
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
