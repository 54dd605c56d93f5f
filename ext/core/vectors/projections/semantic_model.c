/* semantic_model.c - see semantic_hash.h. */
#include "semantic_hash.h"

#include "../../base/mix.h"

static const unsigned char magic[4] = {'N', 'D', 'M', '1'};

/* Reads the header up to the widths. */
static enum semantic_model_fault read_sizes(const unsigned char *bytes, size_t length,
                                            struct semantic_model *model, uint64_t *place) {
    if (length < semantic_model_header || memcmp(bytes, magic, sizeof magic) != 0)
        return semantic_model_unknown;
    uint32_t kind = little_endian_load32(bytes + 4) & UINT16_MAX;
    model->layer_count = little_endian_load32(bytes + 4) >> 16;
    if (kind > 1 || model->layer_count < 1 || model->layer_count > semantic_layers_max)
        return semantic_model_unknown;
    model->sparse = kind == 1;
    uint32_t inputs = little_endian_load32(bytes + 8);
    *place = semantic_model_header + 4 * (size_t)model->layer_count;
    if (length < *place)
        return semantic_model_length;
    if (inputs < 1 || inputs > (model->sparse ? sparse_components_max : dense_components_max))
        return semantic_model_inputs;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        struct semantic_layer *layer = &model->layers[n];
        layer->inputs = inputs;
        layer->width = inputs = little_endian_load32(bytes + semantic_model_header + 4 * n);
        *place = n + 1;
        if (inputs < 1 || inputs > semantic_width_max)
            return semantic_model_width;
    }
    return semantic_model_ok;
}

/* Places what follows the header. The products below are less than 2^36. */
static enum semantic_model_fault place_layers(const unsigned char *bytes, size_t length,
                                              struct semantic_model *model, uint64_t *place) {
    uint64_t values = 0;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        const struct semantic_layer *layer = &model->layers[n];
        values += ((uint64_t)layer->inputs + 1) * layer->width;
    }
    if (values > semantic_values_max)
        return semantic_model_large;
    size_t at = semantic_model_header + 4 * (size_t)model->layer_count;
    size_t first = at + (model->sparse ? 4 * (size_t)model->layers[0].inputs : 0);
    *place = first + 4 * values;
    if (length != *place)
        return semantic_model_length;
    model->dimensions = model->sparse ? bytes + at : NULL;
    bytes += first;
    for (uint32_t n = 0; n < model->layer_count; n++) {
        struct semantic_layer *layer = &model->layers[n];
        layer->weights = bytes;
        layer->biases = bytes += 4 * ((size_t)layer->inputs * layer->width);
        bytes += 4 * (size_t)layer->width;
    }
    return semantic_model_ok;
}

static enum semantic_model_fault check_dimensions(const struct semantic_model *model,
                                                  uint64_t *place) {
    for (uint32_t i = 1; model->dimensions && i < model->layers[0].inputs; i++) {
        const unsigned char *dimension = model->dimensions + 4 * (size_t)i;
        *place = i;
        if (little_endian_load32(dimension) <= little_endian_load32(dimension - 4))
            return semantic_model_order;
    }
    return semantic_model_ok;
}

/* Reads all words: those of layers must be finite, and all of them make the fingerprint. */
static enum semantic_model_fault read_words(const unsigned char *bytes, size_t length,
                                            struct interruption *interruption,
                                            struct semantic_model *model, uint64_t *place) {
    const uint32_t exponent = UINT32_C(0x7F800000);
    size_t first = (size_t)(model->layers[0].weights - bytes);
    uint64_t hash = 0;
    for (size_t at = 0; at < length; at += 4) {
        uint32_t word = little_endian_load32(bytes + at);
        hash = mix64(hash + word);
        *place = at;
        if (at >= first && (word & exponent) == exponent)
            return semantic_model_not_finite;
        if (interruption_at(interruption, at / 4))
            return semantic_model_stopped;
    }
    model->fingerprint = (int64_t)hash;
    return semantic_model_ok;
}

enum semantic_model_fault semantic_model_read(const void *bytes, size_t length,
                                              struct interruption *interruption,
                                              struct semantic_model *model, uint64_t *place) {
    enum semantic_model_fault fault = read_sizes(bytes, length, model, place);
    if (fault == semantic_model_ok)
        fault = place_layers(bytes, length, model, place);
    if (fault == semantic_model_ok)
        fault = check_dimensions(model, place);
    if (fault == semantic_model_ok)
        fault = read_words(bytes, length, interruption, model, place);
    return fault;
}
