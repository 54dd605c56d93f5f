/*
 * semantic_hashes.c - hashes that a neural network has learnt to give to alike texts; see
 * docs/functions/projections.md.
 *
 *   semantic_model()   a model in a blob, checked, as a pointer: a blob would be copied and checked
 *                      for each vector
 *   semantic_hash()    the bits that it gives a vector, as a signature
 *
 *   (1) The result has the format of random_projection() with a kind of its own; its seed is the
 *       fingerprint of the model. So hashes by different models are not compared by mistake.
 *   (2) If the model knows nothing of a vector, the result is NULL. So is the model of NULL, but a
 *       hash by it is an error, as it is of a model that a misspelt name does not find.
 */
#include "../collection.h"
#include "../functions.h"

#include <math.h>   /* isnan */
#include <string.h> /* memcpy */

enum {
    model_size_max = semantic_model_header + 4 * semantic_layers_max + 4 * sparse_components_max +
                     4 * semantic_values_max
};

/* A copy of the blob, and the memory that its hashes need. */
struct held_model {
    struct collection base;
    unsigned char *bytes;
    struct semantic_model model; /* a view of them */
    struct semantic_workspace workspace;
    weighted_sum_kernel *kernel;
};

static void model_release(void *collection) {
    struct held_model *held = collection;
    semantic_workspace_free(&held->workspace, &sqlite_allocator);
    sqlite3_free(held->bytes);
}

/* What `place` counts depends on the fault. */
static void refuse_model(struct call *call, const struct semantic_model *model,
                         enum semantic_model_fault fault, uint64_t place,
                         const unsigned char *bytes, size_t length) {
    long long number = (long long)place;
    float value;
    switch (fault) {
    case semantic_model_inputs:
        call_refuse(call, "argument model must have 1 to %d inputs, found %u",
                    model->sparse ? sparse_components_max : dense_components_max,
                    little_endian_load32(bytes + 8));
        break;
    case semantic_model_width:
        call_refuse(call,
                    "argument model must have layers of 1 to %d outputs, found %u in layer %lld",
                    semantic_width_max, model->layers[place - 1].width, number);
        break;
    case semantic_model_large:
        call_refuse(call, "argument model must have at most %d weights and biases",
                    semantic_values_max);
        break;
    case semantic_model_length:
        call_refuse(call,
                    "argument model must have the %lld bytes that its sizes require, found %lld",
                    number, (long long)length);
        break;
    case semantic_model_order:
        call_refuse(call, "argument model must have ascending dimensions, found %u after %u",
                    little_endian_load32(model->dimensions + 4 * place),
                    little_endian_load32(model->dimensions + 4 * (place - 1)));
        break;
    case semantic_model_not_finite:
        memcpy(&value, &(uint32_t){little_endian_load32(bytes + place)}, sizeof value);
        call_refuse(call, "argument model must have finite weights, found %s at byte %lld",
                    isnan(value) ? "NaN" : "an infinity", number);
        break;
    default:
        call_refuse(call,
                    "argument model must be a semantic model, found another blob of length %lld",
                    (long long)length);
    }
}

static void semantic_model_call(struct call *call) {
    struct argument_bytes blob = call->given[0].bytes;
    if (!blob.bytes) { /* too long: SQLite expands a zeroblob() only when it is read */
        refuse_model(call, NULL, semantic_model_unknown, 0, NULL, blob.length);
        return;
    }
    uint64_t place = 0;
    struct held_model *held = collection_new(call, call->function);
    if (!held)
        return;
    held->kernel = weighted_sum_kernel_named(NULL);
    held->bytes = call_allocate(call, blob.length + 1);
    if (!held->bytes) {
        collection_release(held);
        return;
    }
    memcpy(held->bytes, blob.bytes, blob.length);
    enum semantic_model_fault fault =
        semantic_model_read(held->bytes, blob.length, call->interruption, &held->model, &place);
    if (fault == semantic_model_ok) {
        collection_result(call->context, held);
        return;
    }
    if (fault == semantic_model_stopped)
        call_interrupted(call);
    else
        refuse_model(call, &held->model, fault, place, held->bytes, blob.length);
    collection_release(held);
}

SCALAR(semantic_model, "POINTER", .size = sizeof(struct held_model), .makes = "semantic_model",
       .release = model_release,
       .arguments = ARGUMENTS(
           {.name = "model", .type = argument_is_blob, .range = {.most = model_size_max}}));

static void require_accepted(struct call *call, const struct semantic_model *model,
                             const struct vector *vector) {
    if (semantic_model_accepts(model, vector))
        return;
    if (model->sparse || vector_is_sparse(vector))
        call_refuse(call, "argument vector must be %s, as the model's are, found a %s one",
                    model->sparse ? "sparse" : "dense", model->sparse ? "dense" : "sparse");
    else
        call_refuse(call, "argument vector must have %u dimensions, as the model's have, found %u",
                    model->layers[0].inputs, vector->count);
}

static void semantic_hash_call(struct call *call) {
    const struct vector *vector = &call->given[0].vector;
    struct held_model *held = call->given[1].pointer;
    const struct semantic_model *model = &held->model;
    require_accepted(call, model, vector);
    if (call->code != SQLITE_OK)
        return;
    struct projection_header header = {.kind = projection_semantic,
                                       .bits = semantic_model_bits(model),
                                       .dimensions = model->sparse ? 0 : model->layers[0].inputs,
                                       .seed = model->fingerprint};
    size_t size = projection_signature_size(header.bits);
    unsigned char *signature = call_allocate(call, size);
    if (!signature)
        return;
    projection_header_write(&header, signature);
    enum semantic_hash_result result =
        semantic_hash(&held->workspace, &sqlite_allocator, call->interruption, held->kernel, model,
                      vector, signature + projection_header_size);
    if (result == semantic_hash_made) {
        sqlite3_result_blob64(call->context, signature, size, sqlite3_free);
        return;
    }
    if (result == semantic_hash_stopped)
        call_interrupted(call);
    sqlite3_free(signature);
}

SCALAR(semantic_hash, "BLOB",
       .arguments =
           ARGUMENTS(REQUIRED("vector", vector),
                     POINTER("model", .maker = "semantic_model",
                             .wanted = "a result of semantic_model() in the same statement, of a "
                                       "model that there is")));
