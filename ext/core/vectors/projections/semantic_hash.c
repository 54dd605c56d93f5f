/* semantic_hash.c - see semantic_hash.h. */
#include "semantic_hash.h"

#include "../../base/binary_search.h"

/* The greatest float32. */
static const float greatest = 0x1.FFFFFEp127F;

void semantic_workspace_free(struct semantic_workspace *workspace,
                             const struct allocator *allocator) {
    RELEASE(allocator, workspace->rows, workspace->values, workspace->sums);
    *workspace = (struct semantic_workspace){0};
}

bool semantic_model_accepts(const struct semantic_model *model, const struct vector *vector) {
    return model->sparse == vector_is_sparse(vector) &&
           (model->sparse || model->layers[0].inputs == vector->count);
}

static bool reserve(struct semantic_workspace *workspace, const struct allocator *allocator,
                    const struct semantic_model *model, const struct vector *vector) {
    size_t inputs = vector->count, width = 0;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        if (n > 0 && inputs < model->layers[n].inputs)
            inputs = model->layers[n].inputs;
        if (width < model->layers[n].width)
            width = model->layers[n].width;
    }
    return ARRAY_RESERVE(allocator, workspace->rows, workspace->row_capacity, inputs) &&
           ARRAY_RESERVE(allocator, workspace->values, workspace->value_capacity, inputs) &&
           ARRAY_RESERVE(allocator, workspace->sums, workspace->sum_capacity, width);
}

/* Sets rows and values to the vector's inputs, and returns how many there are. */
static size_t read_inputs(const struct semantic_workspace *workspace,
                          const struct semantic_model *model, const struct vector *vector) {
    size_t count = 0;
    size_t input = 0;
    for (uint32_t i = 0; i < vector->count; i++) {
        uint32_t dimension = vector_dimension(vector, i);
        if (model->sparse) {
            size_t high = model->layers[0].inputs;
            BINARY_SEARCH(input, high,
                          little_endian_load32(model->dimensions + 4 * middle) < dimension)
            if (input == model->layers[0].inputs)
                break;
            if (little_endian_load32(model->dimensions + 4 * input) != dimension)
                continue;
        } else {
            input = i;
        }
        workspace->rows[count] = (uint32_t)input;
        workspace->values[count] = vector_value(vector, i);
        count += workspace->values[count] != 0;
    }
    return count;
}

/* Adds up a layer, some rows at a time. Returns false if interrupted. */
static bool add_rows(const struct semantic_workspace *workspace, struct interruption *interruption,
                     weighted_sum_kernel *kernel, const struct semantic_layer *layer,
                     size_t count) {
    enum { at_once = 16 };
    for (uint32_t j = 0; j < layer->width; j++)
        workspace->sums[j] = (double)little_endian_load_float(layer->biases + 4 * (size_t)j);
    for (size_t i = 0; i < count; i += at_once) {
        size_t some = count - i < at_once ? count - i : at_once;
        const unsigned char *rows[at_once];
        for (size_t k = 0; k < some; k++)
            rows[k] = layer->weights + 4 * ((size_t)layer->width * workspace->rows[i + k]);
        kernel(rows, workspace->values + i, some, layer->width, workspace->sums);
        if (interruption_after(interruption, some * layer->width))
            return false;
    }
    return true;
}

/* Makes the outputs of a layer the inputs of the next, and returns how many are not 0. */
static size_t rectify(const struct semantic_workspace *workspace, uint32_t width) {
    size_t count = 0;
    for (uint32_t j = 0; j < width; j++) { /* without branches, which nothing could predict */
        double sum = workspace->sums[j];
        sum = sum > 0 ? sum : 0;
        sum = sum < (double)greatest ? sum : (double)greatest;
        workspace->rows[count] = j;
        workspace->values[count] = (float)sum;
        count += workspace->values[count] > 0;
    }
    return count;
}

enum semantic_hash_result semantic_hash(struct semantic_workspace *workspace,
                                        const struct allocator *allocator,
                                        struct interruption *interruption,
                                        weighted_sum_kernel *kernel,
                                        const struct semantic_model *model,
                                        const struct vector *vector, unsigned char *bits) {
    assert(semantic_model_accepts(model, vector));
    if (!reserve(workspace, allocator, model, vector))
        return semantic_hash_stopped;
    size_t count = read_inputs(workspace, model, vector);
    if (count == 0)
        return semantic_hash_none;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        if (n > 0)
            count = rectify(workspace, model->layers[n - 1].width);
        if (!add_rows(workspace, interruption, kernel, &model->layers[n], count))
            return semantic_hash_stopped;
    }
    const double *sums = workspace->sums;
    uint32_t width = semantic_model_bits(model);
    memset(bits, 0, (width + 7) / 8);
    for (uint32_t j = 0; j < width; j++)
        if (sums[j] >= 0)
            bits[j / 8] = (unsigned char)(bits[j / 8] | 0x80 >> j % 8);
    return semantic_hash_made;
}
