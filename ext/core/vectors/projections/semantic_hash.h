/*
 * semantic_hash.h - the bits that a semantic model gives a vector: a neural network, as it is read
 * from a blob. Both are frozen, and the same on every path of the CPU and on every machine with
 * IEEE 754 doubles: docs/formats/projection-format.md#semantic-models.
 *
 * Salakhutdinov and Hinton (Semantic hashing, 2009) learn a network that gives alike texts equal
 * bits; Chaidaroon and Fang (Variational deep semantic hashing for text documents, SIGIR 2017) are
 * the ones whose networks examples/train_semantic_hash.py trains.
 */
#pragma once

#include "../../base/allocator.h"
#include "../../base/interruption.h"
#include "../vector.h"
#include "../weighted_sum.h"

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

/* ---- What it makes of a vector ---- */

/* Memory that is reused. Zero at first. */
struct semantic_workspace {
    uint32_t *rows; /* inputs of a layer that are not 0 */
    float *values;  /* and what they are */
    double *sums;
    size_t row_capacity, value_capacity, sum_capacity;
};

void semantic_workspace_free(struct semantic_workspace *workspace,
                             const struct allocator *allocator);

/* Whether the model is for vectors of this form, and, if dense, of as many components. */
bool semantic_model_accepts(const struct semantic_model *model, const struct vector *vector);

enum semantic_hash_result {
    semantic_hash_made,
    semantic_hash_none,   /* the vector has no value but 0 in any input */
    semantic_hash_stopped /* memory ran out, or interrupted */
};

/*
 * Writes the bits of a vector that the model accepts: bit 0 is the highest of the first byte,
 * unused ones are 0. O(the vector's known dimensions times the first width, plus the weights of
 * the other layers); dimensions are found by bisection.
 */
enum semantic_hash_result
semantic_hash(struct semantic_workspace *workspace, const struct allocator *allocator,
              struct interruption *interruption, weighted_sum_kernel *kernel,
              const struct semantic_model *model, const struct vector *vector, unsigned char *bits);
