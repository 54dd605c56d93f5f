/*
 * vectors.c - vectors in blobs, dense and sparse.
 *
 *   cosine_similarity(v, w)   from -1 to 1: core/vectors/dot_product.h
 *
 *   (1) If an argument is NULL, the result is NULL; also if a vector has only zeroes.
 *   (2) Blobs are checked before they are used: vector_argument.h.
 */
#include "vector_argument.h"

void cosine_similarity_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "cosine_similarity"};
    struct vector v = argument_vector(&arguments, "v", values[0]);
    struct vector w = argument_vector(&arguments, "w", values[1]);
    arguments_require_comparable(&arguments, "v", &v, "w", &w);
    if (arguments.code != SQLITE_OK) {
        arguments_result(&arguments, context);
        return;
    }
    struct dot_products products = dot_products(&v, &w);
    double cosine;
    if (dot_products_cosine(&products, &cosine))
        sqlite3_result_double(context, cosine);
}
