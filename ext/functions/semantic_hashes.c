/*
 * semantic_hashes.c - hashes that a neural network has learnt to give to alike texts.
 *
 *   semantic_model(model)          a model in a blob, checked, as a pointer
 *   semantic_hash(vector, model)   the bits that it gives a vector, as a signature
 *
 *   (1) A blob of megabytes would be copied and checked for each vector; a pointer value
 *       (https://sqlite.org/bindptr.html) is not.
 *   (2) The result has the format of random_projection() with a kind of its own; its seed is the
 *       fingerprint of the model. So hashes by different models are not compared by mistake.
 *   (3) If the vector is NULL, or the model knows nothing of it, the result is NULL. So is the
 * model of NULL, but a hash by it is an error: a pointer that went through a table, such as that of
 *       a materialized CTE, is NULL, and so is a model that a misspelt name does not find.
 */
#include "vector_argument.h"

#include "connection.h"

#include <math.h>   /* isnan */
#include <string.h> /* memcpy */

static const char pointer_type[] = "semantic_model";

enum {
    model_size_max = semantic_model_header + 4 * semantic_layers_max + 4 * sparse_components_max +
                     4 * semantic_values_max
};

/* A copy of the blob, and the memory that its hashes need. */
struct held_model {
    struct semantic_model model; /* a view of `bytes` */
    struct semantic_workspace workspace;
    layer_sums_kernel *kernel;
    unsigned char bytes[];
};

static void free_model(void *pointer) {
    struct held_model *held = pointer;
    semantic_workspace_free(&held->workspace, &sqlite_allocator);
    sqlite3_free(held);
}

/* What `place` counts depends on the fault. */
static void refuse_model(struct arguments *arguments, const struct semantic_model *model,
                         enum semantic_model_fault fault, uint64_t place,
                         const unsigned char *bytes, size_t length) {
    long long number = (long long)place;
    float value;
    switch (fault) {
    case semantic_model_inputs:
        arguments_refuse(arguments, "argument model must have 1 to %d inputs, found %u",
                         model->sparse ? sparse_components_max : dense_components_max,
                         little_endian_load32(bytes + 8));
        break;
    case semantic_model_width:
        arguments_refuse(
            arguments, "argument model must have layers of 1 to %d outputs, found %u in layer %lld",
            semantic_width_max, model->layers[place - 1].width, number);
        break;
    case semantic_model_large:
        arguments_refuse(arguments, "argument model must have at most %d weights and biases",
                         semantic_values_max);
        break;
    case semantic_model_length:
        arguments_refuse(
            arguments, "argument model must have the %lld bytes that its sizes ask for, found %lld",
            number, (long long)length);
        break;
    case semantic_model_order:
        arguments_refuse(arguments,
                         "argument model must have ascending dimensions, found %u after %u",
                         little_endian_load32(model->dimensions + 4 * place),
                         little_endian_load32(model->dimensions + 4 * (place - 1)));
        break;
    case semantic_model_not_finite:
        memcpy(&value, &(uint32_t){little_endian_load32(bytes + place)}, sizeof value);
        arguments_refuse(arguments,
                         "argument model must have finite weights, found %s at byte %lld",
                         isnan(value) ? "NaN" : "an infinity", number);
        break;
    default:
        arguments_refuse(
            arguments, "argument model must be a semantic model, found another blob of length %lld",
            (long long)length);
    }
}

/*
 * Returns the blob, or records an error. One that is too long is refused before its bytes are read,
 * since SQLite expands a zeroblob() only then.
 */
static struct argument_bytes model_bytes(struct arguments *arguments, sqlite3_value *value) {
    struct argument_bytes blob = {"", 0};
    bool is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
    if (is_blob && sqlite3_value_bytes(value) > model_size_max)
        refuse_model(arguments, NULL, semantic_model_unknown, 0, NULL,
                     (size_t)sqlite3_value_bytes(value));
    else
        blob = argument_blob(arguments, "model", value);
    return blob;
}

void semantic_model_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "semantic_model"};
    struct argument_bytes blob = model_bytes(&arguments, values[0]);
    struct held_model *held = NULL;
    if (arguments.code == SQLITE_OK) {
        held = sqlite3_malloc64(sizeof *held + blob.length);
        if (!held)
            arguments.code = SQLITE_NOMEM;
    }
    if (held) {
        *held = (struct held_model){.kernel = layer_sums_kernel_best()};
        memcpy(held->bytes, blob.bytes, blob.length);
        uint64_t place = 0;
        enum semantic_model_fault fault = semantic_model_read(
            held->bytes, blob.length, &connection->interruption, &held->model, &place);
        if (fault == semantic_model_ok) {
            sqlite3_result_pointer(context, held, pointer_type, free_model);
            return;
        }
        if (fault == semantic_model_stopped)
            arguments.code = interruption_code(&connection->interruption);
        else
            refuse_model(&arguments, &held->model, fault, place, held->bytes, blob.length);
        free_model(held);
    }
    arguments_result(&arguments, context);
}

static void require_accepted(struct arguments *arguments, const struct semantic_model *model,
                             const struct vector *vector) {
    if (arguments->code != SQLITE_OK || semantic_model_accepts(model, vector))
        return;
    if (model->sparse || vector_is_sparse(vector))
        arguments_refuse(arguments,
                         "argument vector must be %s, as the model's are, found a %s one",
                         model->sparse ? "sparse" : "dense", model->sparse ? "dense" : "sparse");
    else
        arguments_refuse(arguments,
                         "argument vector must have %u dimensions, as the model's have, found %u",
                         model->layers[0].inputs, vector->count);
}

/* Sets the result to the hash, or to NULL if the vector has none. */
static void result_hash(sqlite3_context *context, struct arguments *arguments,
                        struct held_model *held, const struct vector *vector) {
    struct connection *connection = sqlite3_user_data(context);
    const struct semantic_model *model = &held->model;
    struct projection_header header = {.kind = projection_semantic,
                                       .bits = semantic_model_bits(model),
                                       .dimensions = model->sparse ? 0 : model->layers[0].inputs,
                                       .seed = model->fingerprint};
    size_t size = projection_signature_size(header.bits);
    unsigned char *signature = sqlite3_malloc64(size);
    if (!signature) {
        arguments->code = SQLITE_NOMEM;
        return;
    }
    projection_header_write(&header, signature);
    enum semantic_hash_result result =
        semantic_hash(&held->workspace, &sqlite_allocator, &connection->interruption, held->kernel,
                      model, vector, signature + projection_header_size);
    if (result == semantic_hash_made) {
        sqlite3_result_blob64(context, signature, size, sqlite3_free);
        return;
    }
    if (result == semantic_hash_stopped)
        arguments->code = interruption_code(&connection->interruption);
    sqlite3_free(signature);
}

void semantic_hash_function(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct arguments arguments = {.function = "semantic_hash"};
    struct held_model *held = sqlite3_value_pointer(values[1], pointer_type);
    struct vector vector = argument_vector(&arguments, "vector", values[0]);
    if (!held)
        arguments_refuse(&arguments, "argument model must be a result of semantic_model() in the "
                                     "same statement, of a model that there is");
    if (arguments.code == SQLITE_OK)
        require_accepted(&arguments, &held->model, &vector);
    if (arguments.code == SQLITE_OK)
        result_hash(context, &arguments, held, &vector);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}
