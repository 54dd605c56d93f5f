/* vector_argument.c - see vector_argument.h. */
#include "vector_argument.h"

#include <math.h> /* isnan */

static void refuse_length(struct arguments *arguments, const char *name, int length) {
    arguments_refuse(arguments,
                     "argument %s must be a vector: 1 to %d components of 4 bytes, or a sparse "
                     "vector of at most %d; found a blob of length %d",
                     name, dense_components_max, sparse_components_max, length);
}

static void refuse_component(struct arguments *arguments, const char *name,
                             const struct vector *vector, uint32_t place, enum vector_fault fault) {
    uint32_t dimension = vector_dimension(vector, place);
    if (fault == vector_order)
        arguments_refuse(arguments, "argument %s must have ascending dimensions, found %u after %u",
                         name, dimension, vector_dimension(vector, place - 1));
    else if (fault == vector_zero)
        arguments_refuse(arguments,
                         "argument %s must omit zeroes, as it is sparse, found one in dimension %u",
                         name, dimension);
    else
        arguments_refuse(arguments,
                         "argument %s must have finite components, found %s in dimension %u", name,
                         isnan(vector_value(vector, place)) ? "NaN" : "an infinity", dimension);
}

/*
 * A blob that is too long for any vector is refused before its bytes are read, since SQLite expands
 * a zeroblob() only then.
 */
struct vector argument_vector(struct arguments *arguments, const char *name, sqlite3_value *value) {
    struct vector vector = {NULL, NULL, 0};
    uint32_t place = 0;
    int length = sqlite3_value_type(value) == SQLITE_BLOB ? sqlite3_value_bytes(value) : 0;
    enum vector_fault fault = vector_length;
    if (length <= (int)sparse_vector_size(sparse_components_max)) {
        struct argument_bytes blob = argument_blob(arguments, name, value);
        if (arguments->code == SQLITE_OK)
            fault = vector_read(blob.bytes, blob.length, &vector, &place);
    }
    if (arguments->code != SQLITE_OK || fault == vector_ok)
        return vector;
    if (fault == vector_length)
        refuse_length(arguments, name, length);
    else
        refuse_component(arguments, name, &vector, place, fault);
    return vector;
}

void arguments_require_comparable(struct arguments *arguments, const char *v_name,
                                  const struct vector *v, const char *w_name,
                                  const struct vector *w) {
    if (arguments->code != SQLITE_OK)
        return;
    if (vector_is_sparse(v) != vector_is_sparse(w))
        arguments_refuse(arguments,
                         "arguments %s and %s must both be sparse, or both dense, found a %s and a "
                         "%s vector",
                         v_name, w_name, vector_is_sparse(v) ? "sparse" : "dense",
                         vector_is_sparse(w) ? "sparse" : "dense");
    else if (!vector_is_sparse(v) && v->count != w->count)
        arguments_refuse(arguments,
                         "arguments %s and %s must have as many dimensions, found %u and %u",
                         v_name, w_name, v->count, w->count);
}
