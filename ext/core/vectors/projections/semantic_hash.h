/*
 * semantic_hash.h - the bits that a semantic model (semantic_model.h) gives a vector. The
 * arithmetic is frozen, the same on every path of the CPU and on every machine with IEEE 754
 * doubles: docs/formats/projection-format.md#arithmetic.
 *
 * Salakhutdinov and Hinton (Semantic hashing, 2009) learn a network that gives alike texts equal
 * bits; Chaidaroon and Fang (Variational deep semantic hashing for text documents, SIGIR 2017) are
 * the ones whose networks examples/train_semantic_hash.py trains.
 */
#pragma once

#include "../../base/allocator.h"
#include "../weighted_sum.h"
#include "semantic_model.h"

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
