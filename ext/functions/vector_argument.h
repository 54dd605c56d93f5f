/*
 * vector_argument.h - a vector as the argument of a function: core/vectors/vector.h.
 *
 * All functions that take one read it here, so that they accept the same blobs and say the same of
 * others: "cosine_similarity(): argument v must have finite components, found NaN in dimension 3".
 */
#ifndef NEARDUP_VECTOR_ARGUMENT_H
#define NEARDUP_VECTOR_ARGUMENT_H

#include "arguments.h"

/*
 * Returns a view of the blob in `value`, valid until the value changes, or records an error if it
 * is no vector. After an error the view must not be read.
 */
struct vector argument_vector(struct arguments *arguments, const char *name, sqlite3_value *value);

/*
 * Records an error, which shows both, unless the two can be compared: if both are sparse, or both
 * dense with as many dimensions. `v` and `w` are the names of the arguments.
 */
void arguments_require_comparable(struct arguments *arguments, const char *v_name,
                                  const struct vector *v, const char *w_name,
                                  const struct vector *w);

#endif
