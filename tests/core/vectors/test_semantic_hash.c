/*
 * test_semantic_hash.c - every CPU path gives a vector the bits that the definition gives it, from
 * models that are written here byte by byte; and damaged models are refused.
 */
#include "core.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <float.h>
#include <math.h>

static const char *const paths[] = {"scalar", "avx2", "avx512"};

/* ---- Models and vectors as bytes ------------------------------------------------------------- */

struct blob {
    unsigned char *bytes;
    size_t size, capacity;
};

static void put_word(struct blob *blob, uint32_t word) {
    if (blob->size + 4 > blob->capacity) {
        blob->capacity = 2 * blob->capacity + 64;
        blob->bytes = realloc(blob->bytes, blob->capacity);
        if (!blob->bytes)
            abort();
    }
    little_endian_store32(blob->bytes + blob->size, word);
    blob->size += 4;
}

/* In memory of just its size, so that sanitizers detect reads beyond it. */
static struct blob exact_blob(const void *bytes, size_t size) {
    struct blob blob = {malloc(size ? size : 1), size, size};
    REQUIRE(blob.bytes);
    if (size > 0)
        memcpy(blob.bytes, bytes, size);
    return blob;
}

static void put_value(struct blob *blob, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_word(blob, bits);
}

static void free_blob(struct blob *blob) {
    free(blob->bytes);
    *blob = (struct blob){NULL, 0, 0};
}

static float word_as_value(const struct blob *blob, size_t at) {
    uint32_t bits = little_endian_load32(blob->bytes + at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Of every magnitude if `wild`, so that the order of a sum makes a difference. */
static float random_value(bool wild) {
    float value = (float)((double)random_below(2001) - 1000) / 256;
    return wild ? ldexpf(value, (int)random_below(200) - 100) : value;
}

struct shape {
    bool sparse;
    uint32_t inputs, layers, widths[semantic_layers_max];
};

/* Input i of a model for sparse vectors is dimension 3 * i + 1. */
static struct blob model_of(const struct shape *shape, bool wild) {
    struct blob blob = {NULL, 0, 0};
    put_word(&blob, UINT32_C(0x314D444E));
    put_word(&blob, (shape->sparse ? 1u : 0u) | shape->layers << 16);
    put_word(&blob, shape->inputs);
    for (uint32_t n = 0; n < shape->layers; n++)
        put_word(&blob, shape->widths[n]);
    for (uint32_t i = 0; shape->sparse && i < shape->inputs; i++)
        put_word(&blob, 3 * i + 1);
    uint32_t inputs = shape->inputs;
    for (uint32_t n = 0; n < shape->layers; n++) {
        for (size_t k = 0; k < ((size_t)inputs + 1) * shape->widths[n]; k++)
            put_value(&blob, random_value(wild));
        inputs = shape->widths[n];
    }
    struct blob exact = exact_blob(blob.bytes, blob.size);
    free_blob(&blob);
    return exact;
}

/* A sparse vector of these dimensions and values, which are freed. */
static struct blob sparse_blob(struct blob *words) {
    size_t size = sparse_header + words->size;
    struct blob blob = {malloc(size), size, size};
    REQUIRE(blob.bytes);
    sparse_vector_begin(blob.bytes);
    if (words->size > 0)
        memcpy(blob.bytes + sparse_header, words->bytes, words->size);
    free_blob(words);
    return blob;
}

/* The values at random, of which some are 0. Only those that are not are in a sparse vector. */
static struct blob vector_of(const struct shape *shape, const float *values) {
    struct blob blob = {NULL, 0, 0};
    for (uint32_t i = 0; shape->sparse && i < shape->inputs; i++)
        if (values[i] != 0) {
            put_word(&blob, 3 * i); /* one that the model does not know */
            put_word(&blob, 3 * i + 1);
        }
    for (uint32_t i = 0; i < shape->inputs; i++) {
        if (shape->sparse && values[i] == 0)
            continue;
        if (shape->sparse)
            put_value(&blob, 1e30f);
        put_value(&blob, values[i]);
    }
    return shape->sparse ? sparse_blob(&blob) : blob;
}

/* ---- The definition -------------------------------------------------------------------------- */

static void expected_bits(const struct shape *shape, const struct blob *model, const float *values,
                          unsigned char *bits) {
    static float inputs[semantic_width_max], outputs[semantic_width_max];
    size_t at = 12 + 4 * (size_t)shape->layers + (shape->sparse ? 4 * (size_t)shape->inputs : 0);
    uint32_t count = shape->inputs;
    memcpy(inputs, values, count * sizeof *values);
    memset(bits, 0, (shape->widths[shape->layers - 1] + 7) / 8);
    for (uint32_t n = 0; n < shape->layers; n++) {
        uint32_t width = shape->widths[n];
        for (uint32_t j = 0; j < width; j++) {
            volatile double sum = word_as_value(model, at + 4 * ((size_t)count * width + j));
            for (uint32_t i = 0; i < count; i++)
                sum += (double)inputs[i] * word_as_value(model, at + 4 * ((size_t)i * width + j));
            outputs[j] = sum <= 0 ? 0 : sum > FLT_MAX ? FLT_MAX : (float)sum;
            if (n + 1 == shape->layers && sum >= 0)
                bits[j / 8] = (unsigned char)(bits[j / 8] | 1 << (7 - j % 8));
        }
        at += 4 * ((size_t)count + 1) * width;
        memcpy(inputs, outputs, width * sizeof *outputs);
        count = width;
    }
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

enum { inputs_max = 200, bytes_max = 64 };

/* Hashes it on each path, with bits in memory of their exact size. */
static enum semantic_hash_result hash(const struct semantic_model *model, const struct blob *vector,
                                      const char *path, unsigned char *bits) {
    struct semantic_workspace workspace = {0};
    struct vector view;
    uint32_t place;
    size_t size = (semantic_model_bits(model) + 7) / 8;
    unsigned char *exact = malloc(size);
    REQUIRE(exact && vector_read(vector->bytes, vector->size, &view, &place) == vector_ok &&
            semantic_model_accepts(model, &view));
    enum semantic_hash_result result =
        semantic_hash(&workspace, memory, NULL, layer_sums_kernel_named(path), model, &view, exact);
    if (result == semantic_hash_made)
        memcpy(bits, exact, size);
    free(exact);
    semantic_workspace_free(&workspace, memory);
    return result;
}

static void test_shape(const struct shape *shape, bool wild) {
    struct blob blob = model_of(shape, wild);
    struct semantic_model model;
    uint64_t place;
    CHECK(semantic_model_read(blob.bytes, blob.size, NULL, &model, &place) == semantic_model_ok,
          "a model of %u inputs and %u layers", shape->inputs, shape->layers);
    for (int turn = 0; turn < 4; turn++) {
        float values[inputs_max];
        for (uint32_t i = 0; i < shape->inputs; i++)
            values[i] = random_below(3) ? random_value(wild) : 0;
        values[random_below(shape->inputs)] = 1;
        unsigned char expected[bytes_max], found[bytes_max] = {0};
        struct blob vector = vector_of(shape, values);
        expected_bits(shape, &blob, values, expected);
        for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
            if (!layer_sums_kernel_named(paths[p]))
                continue;
            CHECK(hash(&model, &vector, paths[p], found) == semantic_hash_made, "%s", paths[p]);
            CHECK(memcmp(found, expected, (semantic_model_bits(&model) + 7) / 8) == 0,
                  "%s: the bits of %u inputs, %u layers, the last of %u", paths[p], shape->inputs,
                  shape->layers, semantic_model_bits(&model));
        }
        free_blob(&vector);
    }
    free_blob(&blob);
}

/* Widths on both sides of each path's lanes and blocks. */
static void test_paths(void) {
    static const uint32_t widths[] = {1, 3, 4, 5, 7, 8, 9, 31, 32, 33, 63, 64, 65, 71, 128, 197};
    enum { width_count = sizeof widths / sizeof *widths };
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++)
        if (!layer_sums_kernel_named(paths[p])) {
            test_skip("this CPU or compiler has no layers by %s", paths[p]);
        }
    CHECK(layer_sums_kernel_named(NULL) == layer_sums_kernel_named("scalar") ||
              layer_sums_kernel_named(NULL) == layer_sums_kernel_named("avx2") ||
              layer_sums_kernel_named(NULL) == layer_sums_kernel_named("avx512"),
          "the best path has a name");
    CHECK(!layer_sums_kernel_named("neon"), "an unknown path");
    for (size_t i = 0; i < width_count; i++)
        for (uint32_t layers = 1; layers <= 3; layers++)
            for (int kind = 0; kind < 4; kind++) {
                struct shape shape = {
                    kind % 2 == 1, 1 + (uint32_t)random_below(inputs_max), layers, {0}};
                for (uint32_t n = 0; n < layers; n++)
                    shape.widths[n] = widths[(i + 5 * n) % width_count];
                test_shape(&shape, kind >= 2);
            }
    test_shape(&(struct shape){true, 9, 8, {3, 1, 4, 1, 5, 9, 2, 6}}, false);
}

/* ---- Single cases ---------------------------------------------------------------------------- */

static struct blob blob_of(size_t count, const uint32_t *words) {
    struct blob blob = {NULL, 0, 0};
    for (size_t i = 0; i < count; i++)
        put_word(&blob, words[i]);
    return blob;
}

#define WORDS(...) blob_of(sizeof(uint32_t[]){__VA_ARGS__} / 4, (const uint32_t[]){__VA_ARGS__})

enum { magic = 0x314D444E, one = 0x3F800000, greatest = 0x7F7FFFFF };
static const uint32_t minus = UINT32_C(0x80000000);

static int first_byte(struct blob model_blob, struct blob vector) {
    struct semantic_model model;
    uint64_t place;
    unsigned char bits[bytes_max];
    int found = -2;
    if (semantic_model_read(model_blob.bytes, model_blob.size, NULL, &model, &place) ==
        semantic_model_ok)
        found = hash(&model, &vector, "scalar", bits) == semantic_hash_made ? bits[0] : -1;
    free_blob(&model_blob);
    free_blob(&vector);
    return found;
}

static struct blob one_dimension(uint32_t dimension) {
    struct blob words = {NULL, 0, 0};
    put_word(&words, dimension);
    put_value(&words, 1);
    return sparse_blob(&words);
}

static void test_single_cases(void) {
    /* Two bits whose weights are 1 and -1, with biases that give sums of 0 and just below 0. */
    CHECK(first_byte(WORDS(magic, 1 << 16, 1, 2, one, one, minus | one, minus | (one + 1)),
                     WORDS(one)) == 0x80,
          "a sum of 0 gives 1");
    CHECK(first_byte(WORDS(magic, 1 << 16, 1, 1, one, one), WORDS(0)) == -1, "no input but 0");
    CHECK(first_byte(WORDS(magic, 1 << 16, 1, 1, one, one), WORDS(minus)) == -1, "nor -0");
    CHECK(first_byte(WORDS(magic, 1 << 16 | 1, 1, 1, 7, one, one), one_dimension(7)) == 0x80,
          "a dimension that it knows");
    CHECK(first_byte(WORDS(magic, 1 << 16 | 1, 1, 1, 7, one, one), one_dimension(6)) == -1,
          "one below those that it knows");
    CHECK(first_byte(WORDS(magic, 1 << 16 | 1, 1, 1, 7, one, one), one_dimension(8)) == -1,
          "one above");
    /* The output of the first layer exceeds a float32 far, and counts as the greatest. */
    CHECK(first_byte(WORDS(magic, 2 << 16, 1, 1, 2, greatest, 0, greatest, minus | greatest, 0, 0),
                     WORDS(greatest)) == 0x80,
          "an output beyond float32");
    CHECK(first_byte(WORDS(magic, 2 << 16, 1, 1, 1, minus | one, 0, one, minus | 1), WORDS(one)) ==
              0,
          "an output below 0 counts as 0");
    CHECK(first_byte(WORDS(magic, 2 << 16, 1, 1, 1, 1, 0, one, minus | 1), WORDS(1)) == 0,
          "an output too small for a float32 counts as 0");
}

/* ---- Damage ---------------------------------------------------------------------------------- */

static enum semantic_model_fault read_blob(struct blob blob, uint64_t *place) {
    struct semantic_model model;
    enum semantic_model_fault fault =
        semantic_model_read(blob.bytes, blob.size, NULL, &model, place);
    free_blob(&blob);
    return fault;
}

static void test_damage(void) {
    struct shape shape = {true, 3, 2, {2, 1}};
    struct blob model = model_of(&shape, false);
    size_t weights = 12 + 4 * 2 + 4 * 3, size = model.size;
    const struct {
        const char *what;
        size_t at;
        uint32_t word;
        enum semantic_model_fault fault;
        uint64_t place;
    } changes[] = {
        {"another magic", 0, magic + 1, semantic_model_unknown, 0},
        {"an unknown kind", 4, 2 << 16 | 2, semantic_model_unknown, 0},
        {"no layer", 4, 1, semantic_model_unknown, 0},
        {"nine layers", 4, 9 << 16 | 1, semantic_model_unknown, 0},
        {"65535 layers", 4, 0xFFFF0001, semantic_model_unknown, 0},
        {"no input", 8, 0, semantic_model_inputs, 0},
        {"2^32 - 1 inputs", 8, UINT32_MAX, semantic_model_inputs, 0},
        {"an input too many", 8, sparse_components_max + 1, semantic_model_inputs, 0},
        {"a layer without outputs", 12, 0, semantic_model_width, 1},
        {"an output too many", 16, semantic_width_max + 1, semantic_model_width, 2},
        {"2^32 - 1 outputs", 16, UINT32_MAX, semantic_model_width, 2},
        {"as many inputs as there may be", 8, sparse_components_max, semantic_model_length, 0},
        {"as many outputs as there may be", 16, semantic_width_max, semantic_model_length, 0},
        {"another width", 16, 2, semantic_model_length, 0},
        {"dimensions that are equal", 24, 1, semantic_model_order, 1},
        {"dimensions that descend", 28, 0, semantic_model_order, 2},
        {"NaN", weights, 0x7FC00000, semantic_model_not_finite, weights},
        {"a signalling NaN as a bias", size - 4, 0xFF800001, semantic_model_not_finite, size - 4},
        {"an infinity", size - 8, 0xFF800000, semantic_model_not_finite, size - 8},
        {"the greatest weight", size - 8, greatest, semantic_model_ok, 0},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        uint64_t place = 0;
        struct blob copy = exact_blob(model.bytes, size);
        little_endian_store32(copy.bytes + changes[i].at, changes[i].word);
        CHECK(read_blob(copy, &place) == changes[i].fault, "%s", changes[i].what);
        CHECK(changes[i].place == 0 || place == changes[i].place, "%s: at %llu", changes[i].what,
              (unsigned long long)place);
    }
    for (size_t cut = 0; cut < size; cut++) {
        uint64_t place;
        struct blob copy = exact_blob(model.bytes, cut);
        CHECK(read_blob(copy, &place) ==
                  (cut < semantic_model_header ? semantic_model_unknown : semantic_model_length),
              "%zu bytes of %zu", cut, size);
    }
    uint64_t place;
    CHECK(read_blob(WORDS(magic, 2 << 16, 65536, 1024, 1), &place) == semantic_model_large,
          "more weights than there may be");
    free_blob(&model);
}

/* The fingerprint, frozen, and that each byte counts. */
static void test_fingerprint(void) {
    struct semantic_model model;
    uint64_t place;
    struct blob blob = WORDS(magic, 1 << 16 | 1, 2, 1, 5, 9, one, minus | one, 0);
    semantic_model_read(blob.bytes, blob.size, NULL, &model, &place);
    int64_t whole = model.fingerprint;
    CHECK(whole == INT64_C(6840164816011508702), "the fingerprint is %lld", (long long)whole);
    for (size_t at = 16; at < blob.size; at++) {
        blob.bytes[at] ^= 1;
        if (semantic_model_read(blob.bytes, blob.size, NULL, &model, &place) == semantic_model_ok)
            CHECK(model.fingerprint != whole, "byte %zu counts", at);
        blob.bytes[at] ^= 1;
    }
    free_blob(&blob);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Stops when it has been asked `left` times. */
static bool stop(void *context) {
    int *left = context;
    return --*left == 0;
}

static void test_interrupts(void) {
    struct shape shape = {false, 40000, 1, {60}};
    struct blob blob = model_of(&shape, false), vector = {NULL, 0, 0};
    struct semantic_model model;
    uint64_t place;
    int left = 1;
    struct interruption interruption = {.should_stop = stop, .context = &left};
    for (uint32_t i = 0; i < shape.inputs; i++)
        put_value(&vector, 1);
    CHECK(semantic_model_read(blob.bytes, blob.size, &interruption, &model, &place) ==
              semantic_model_stopped,
          "reading a model is interrupted");
    CHECK(semantic_model_read(blob.bytes, blob.size, NULL, &model, &place) == semantic_model_ok,
          "a model of 40,000 inputs");
    for (int at = 1; at <= 2; at++) {
        struct semantic_workspace workspace = {0};
        struct vector view;
        uint32_t component;
        unsigned char bits[bytes_max];
        left = at;
        interruption.steps = 0;
        interruption.stopped = false;
        vector_read(vector.bytes, vector.size, &view, &component);
        CHECK(semantic_hash(&workspace, memory, &interruption, layer_sums_kernel_named(NULL),
                            &model, &view, bits) == semantic_hash_stopped &&
                  interruption.stopped && left == 0,
              "a hash is interrupted at check %d", at);
        semantic_workspace_free(&workspace, memory);
    }
    free_blob(&vector);
    free_blob(&blob);
}

static void test_no_memory(void) {
    struct shape shape = {false, 4, 2, {90, 20}};
    struct blob blob = model_of(&shape, false), vector = vector_of(&shape, (float[]){1, 2, 3, 4});
    struct semantic_model model;
    uint64_t place;
    unsigned char bits[bytes_max];
    semantic_model_read(blob.bytes, blob.size, NULL, &model, &place);
    FOR_EACH_FAULT(n) {
        CHECK(hash(&model, &vector, "scalar", bits) ==
                      (faulty.failed ? semantic_hash_stopped : semantic_hash_made) &&
                  faulty.live == 0,
              "allocation %lu fails", n);
    }
    CHECK(faulty.faults == 6, "%lu faults", faulty.faults);
    free_blob(&vector);
    free_blob(&blob);
}

int main(void) {
    random_state = 16;
    test_paths();
    test_single_cases();
    test_damage();
    test_fingerprint();
    test_interrupts();
    test_no_memory();
    return test_end("core/semantic_hash");
}
