/*
 * fuzz_models.c - any bytes as a model of semantic_hash(), and as the vector that it hashes.
 *
 *   (1) A model that is read has the sizes that its bytes say, and its layers fill the blob.
 *   (2) Every path of the CPU gives the same bits, and unused ones are zero.
 *   (3) There is a hash if, and only if, the vector has a value but 0 in an input.
 *
 * Two bytes say how long the model is; the rest is the vector.
 */
#include "fuzz_core.h"

enum { bytes_max = 64, weights_max = 1 << 14 };

static size_t check_layers(const struct semantic_model *model, const struct fuzz_text *blob) {
    const unsigned char *end = (const unsigned char *)blob->bytes + blob->length;
    size_t weights = 0;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        const struct semantic_layer *layer = &model->layers[n];
        bool last = n + 1 == model->layer_count;
        weights += (size_t)layer->inputs * layer->width;
        MUST(layer->biases == layer->weights + 4 * ((size_t)layer->inputs * layer->width));
        MUST(layer->biases + 4 * (size_t)layer->width == (last ? end : layer[1].weights));
        MUST(last || layer[1].inputs == layer->width);
    }
    return weights;
}

static bool has_input(const struct semantic_model *model, const struct vector *vector) {
    for (uint32_t i = 0; i < vector->count; i++)
        for (uint32_t k = 0; k < model->layers[0].inputs; k++)
            if (vector_value(vector, i) != 0 &&
                (model->sparse ? little_endian_load32(model->dimensions + 4 * k) : k) ==
                    vector_dimension(vector, i))
                return true;
    return false;
}

static void hash(const struct semantic_model *model, const struct vector *vector) {
    static const char *const names[] = {"scalar", "avx2", "avx512"};
    unsigned char first[bytes_max], bits[bytes_max];
    size_t size = (semantic_model_bits(model) + 7) / 8;
    for (size_t p = 0; p < sizeof names / sizeof *names; p++) {
        weighted_sum_kernel *kernel = weighted_sum_kernel_named(names[p]);
        struct semantic_workspace workspace = {0};
        if (!kernel)
            continue;
        enum semantic_hash_result result =
            semantic_hash(&workspace, &allocator, NULL, kernel, model, vector, bits);
        semantic_workspace_free(&workspace, &allocator);
        MUST(result == (has_input(model, vector) ? semantic_hash_made : semantic_hash_none));
        if (result == semantic_hash_none)
            return;
        if (p == 0)
            memcpy(first, bits, size);
        MUST(memcmp(first, bits, size) == 0);
        MUST(semantic_model_bits(model) % 8 == 0 ||
             (bits[size - 1] & (0xFF >> semantic_model_bits(model) % 8)) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    struct fuzz_text blob = fuzz_take(&input, (size_t)fuzz_integer(&input, 2));
    struct fuzz_text rest = fuzz_take(&input, input.left);
    struct semantic_model model;
    struct vector vector;
    uint64_t place;
    uint32_t component;
    if (semantic_model_read(blob.bytes, blob.length, NULL, &model, &place) == semantic_model_ok) {
        size_t weights = check_layers(&model, &blob);
        if (vector_read(rest.bytes, rest.length, &vector, &component) == vector_ok &&
            semantic_model_accepts(&model, &vector) && weights <= weights_max &&
            semantic_model_bits(&model) <= 8 * bytes_max)
            hash(&model, &vector);
    }
    free(blob.bytes);
    free(rest.bytes);
    return 0;
}
