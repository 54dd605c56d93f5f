/*
 * dot_product.h - dot products of vectors and the cosine of two, the same double on every path: the
 * order of additions is frozen, docs/formats/vector-format.md#cosine.
 *
 *   (1) Both vectors are dense and have as many components, or both are sparse.
 *   (2) A dense vector and the sparse vector of the same components agree in every bit.
 *   (3) No sum of finite float32 overflows, and no product underflows.
 *
 * Dense vectors cost what reading them costs. Two sparse ones are merged; if one is much shorter,
 * each of its dimensions is searched for in the other by steps that double.
 */
#pragma once

#include "vector.h"

/* The dot products of two vectors and those of each with itself, their squared lengths. */
struct dot_products {
    double vw, vv, ww;
};

/* Of dense vectors: `count` components, 4 bytes each at any address. */
typedef struct dot_products dot_products_kernel(const unsigned char *v, const unsigned char *w,
                                                size_t count);

/* A path by its name in cpu.h, or the fastest for NULL; NULL if this CPU or build lacks it. */
dot_products_kernel *dot_products_kernel_named(const char *name);

/* All three of them, which is faster than one after the other. */
struct dot_products dot_products(const struct vector *v, const struct vector *w);

/*
 * Sets `*cosine`, from -1 to 1. Returns false if it is undefined, since a vector has only zeroes.
 * It is vw / sqrt(vv * ww), each operation rounded to double once, and 1 for equal vectors.
 */
bool dot_products_cosine(const struct dot_products *products, double *cosine);
