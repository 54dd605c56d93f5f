/*
 * test_projection.c - hyperplanes, scaling, sums and bits, on every path, against a second
 * implementation that says in plain arithmetic what docs/formats/projection-format.md specifies.
 */
#include "core.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <float.h>
#include <math.h>

static const char *const path_names[] = {"scalar", "avx2", "avx512"};
enum { path_count = sizeof path_names / sizeof *path_names };

/* ---- The second implementation ---- */

static uint64_t number_of_stream(uint64_t state, uint64_t number) {
    for (uint64_t i = 0; i < number; i++)
        splitmix64_next(&state);
    return splitmix64_next(&state);
}

/* Counts to `dimension` and to `bit`, so it is for small ones. */
static int component(int64_t seed, uint32_t bit, uint32_t dimension) {
    uint64_t stream = number_of_stream((uint64_t)seed, 0);
    uint64_t word = number_of_stream(number_of_stream(stream, dimension), bit);
    int sum = -1020;
    for (; word; word >>= 8)
        sum += (int)(word & 0xFF);
    return sum;
}

/* The scaled integers. rint() rounds half to even. */
static bool scale(const float *values, size_t count, int64_t *scaled) {
    double greatest = 0;
    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, fabs((double)values[i]));
    int exponent = 0;
    frexp(greatest, &exponent);
    for (size_t i = 0; i < count; i++) {
        double rounded = rint(ldexp((double)values[i], 15 - exponent));
        scaled[i] = (int64_t)fmax(-32767, fmin(32767, rounded));
    }
    return greatest > 0;
}

/* ---- Vectors ---- */

enum { values_max = 700, kinds = 10 };

static float value_of_kind(unsigned kind, size_t i) {
    float uniform = (float)((double)random_word() / 0x1p63 - 1);
    switch (kind) {
    case 0: /* as of words */
        return uniform + (float)((double)random_word() / 0x1p63 - 1);
    case 1: /* one huge component */
        return i == 3 ? FLT_MAX : uniform;
    case 2: /* denormal values only */
        return ldexpf((float)(random_below(201)) - 100, -149);
    case 3:
        return random_below(2) ? FLT_MAX : -FLT_MAX;
    case 4: /* equal components of opposite signs */
        return i % 2 ? 0.1f : -0.1f;
    case 5: /* all equal */
        return 1;
    case 6: /* halves, which are rounded to even, and one just below a power of two */
        return i == 0 ? nextafterf(2, 0) : ((float)random_below(65) - 32 + 0.5f) / 16384;
    case 7: /* of all exponents */
        return ldexpf(uniform, (int)random_below(276) - 148);
    case 8: /* many zeroes, of both signs */
        return random_below(4) ? (random_below(2) ? -0.0f : 0.0f) : uniform;
    default: /* normal and denormal values, as near as can be */
        return ldexpf(uniform, -126 + (int)random_below(5) - 2);
    }
}

static float values[values_max];
static unsigned char dense[4 * values_max], sparse[5 + 8 * values_max];

static struct vector view(const void *bytes, size_t size) {
    struct vector vector;
    uint32_t place;
    CHECK(vector_read(bytes, size, &vector, &place) == vector_ok, "%zu bytes", size);
    return vector;
}

static struct vector dense_of(size_t count) {
    for (size_t i = 0; i < count; i++)
        store_float(dense + 4 * i, values[i]);
    return view(dense, 4 * count);
}

/* The values that are not zero. */
static struct vector sparse_of(size_t count) {
    size_t used = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        used += values[i] != 0;
    sparse_vector_begin(sparse);
    for (size_t i = 0; i < count; i++) {
        if (values[i] == 0)
            continue;
        little_endian_store32(sparse + 5 + 4 * at, (uint32_t)i);
        store_float(sparse + 5 + 4 * (used + at), values[i]);
        at++;
    }
    return view(sparse, sparse_vector_size(used));
}

/* ---- Paths ---- */

static void test_drawing(const char *name) {
    hyperplanes_kernel *kernel = hyperplanes_kernel_named(name);
    if (!kernel) {
        test_skip("this CPU or compiler lacks a path for hyperplanes");
        return;
    }
    for (size_t pairs = 1; pairs <= 9; pairs++) {
        int64_t seed = (int64_t)random_word();
        uint32_t first_bit = (uint32_t)random_below(4) * hyperplanes_tile;
        uint64_t keys[18], stream = hyperplanes_stream(seed);
        for (uint32_t i = 0; i < 2 * pairs; i++)
            keys[i] = hyperplanes_key(stream, i);
        int16_t *tile = malloc(pairs * hyperplanes_tile_pair * sizeof *tile);
        kernel(keys, pairs, first_bit, tile);
        for (uint32_t d = 0; d < 2 * pairs; d++) {
            for (uint32_t bit = 0; bit < hyperplanes_tile; bit++) {
                int drawn = tile[d / 2 * hyperplanes_tile_pair + 2 * (bit ^ 7) + d % 2];
                CHECK(drawn == component(seed, first_bit + bit, d), "%s: bit %u, dimension %u: %d",
                      name, first_bit + bit, d, drawn);
                CHECK(drawn == hyperplanes_component(seed, first_bit + bit, d), "the definition");
            }
        }
        free(tile);
    }
}

static void test_scaling(const struct projection_path *path, const char *name) {
    for (size_t count = 1; count <= 70; count++) {
        for (unsigned kind = 0; kind < kinds; kind++) {
            for (size_t i = 0; i < count; i++)
                values[i] = value_of_kind(kind, i);
            int64_t expected[70];
            struct vector vector = dense_of(count);
            uint32_t greatest = path->greatest(vector.values, count);
            if (!scale(values, count, expected)) {
                CHECK(greatest == 0, "%s: all zero", name);
                continue;
            }
            int16_t *scaled = malloc(count * sizeof *scaled);
            unsigned long wrong = 0;
            path->scale(vector.values, count, greatest, scaled);
            for (size_t i = 0; i < count; i++)
                wrong += scaled[i] != expected[i];
            CHECK(wrong == 0, "%s: %lu of %zu scaled values of kind %u", name, wrong, count, kind);
            free(scaled);
        }
    }
}

/* Values and components of greatest magnitude, so that sums that overflow are seen. */
static void test_multiplication(const struct projection_path *path, const char *name) {
    enum { pairs_max = 70, count_max = 19 };
    static int16_t tile[pairs_max * hyperplanes_tile_pair], scaled[count_max][2 * pairs_max];
    for (size_t round = 0; round < 40; round++) {
        bool extreme = round % 2;
        size_t pairs = 1 + random_below(pairs_max), count = 1 + random_below(count_max);
        struct projection_sums *sums = calloc(count, sizeof *sums);
        for (size_t i = 0; i < pairs * hyperplanes_tile_pair; i++)
            tile[i] =
                (int16_t)(extreme ? (i % 32 < 16 ? 1020 : -1020) : (int)random_below(2041) - 1020);
        for (size_t v = 0; v < count; v++)
            for (size_t i = 0; i < 2 * pairs; i++)
                scaled[v][i] = (int16_t)(extreme ? (v % 2 ? 32767 : -32767)
                                                 : (int)random_below(65535) - 32767);
        path->multiply(tile, pairs, scaled[0], 2 * pairs_max, count, sums);
        path->multiply(tile, pairs, scaled[0], 2 * pairs_max, count, sums);
        for (size_t v = 0; v < count; v++) {
            uint32_t signs = 0;
            for (size_t lane = 0; lane < hyperplanes_tile; lane++) {
                int64_t sum = 0;
                for (size_t i = 0; i < 2 * pairs; i++)
                    sum += 2 * scaled[v][i] *
                           (int64_t)tile[i / 2 * hyperplanes_tile_pair + 2 * lane + i % 2];
                int64_t made = sums[v].high[lane] * INT64_C(65536) + sums[v].low[lane];
                CHECK(made == sum, "%s: lane %zu: %lld, not %lld", name, lane, (long long)made,
                      (long long)sum);
                signs |= (uint32_t)(sum >= 0) << lane;
            }
            CHECK(path->signs(sums + v) == signs, "%s: signs", name);
        }
        free(sums);
    }
}

static void test_signs(const struct projection_path *path, const char *name) {
    static const struct {
        int32_t high, low;
        bool sign;
    } cases[] = {{0, 0, true},
                 {-1, 0, false},
                 {-1, 65535, false},
                 {-1, 65536, true},
                 {0, 1 << 30, true},
                 {-16384, 1 << 30, true},
                 {-16385, 1 << 30, false},
                 {1 << 29, 0, true},
                 {-(1 << 29), 1 << 30, false}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (size_t lane = 0; lane < hyperplanes_tile; lane++) {
            struct projection_sums sums = {{0}, {0}};
            sums.high[lane] = cases[c].high;
            sums.low[lane] = cases[c].low;
            CHECK(path->signs(&sums) == (0xFFFFu & ~((unsigned)!cases[c].sign << lane)),
                  "%s: case %zu, lane %zu", name, c, lane);
        }
    }
}

static void test_paths(void) {
    for (size_t p = 0; p < path_count; p++) {
        test_drawing(path_names[p]);
        const struct projection_path *path = projection_path_named(path_names[p]);
        if (!path) {
            test_skip("this CPU or compiler lacks a path for projections");
            continue;
        }
        test_scaling(path, path_names[p]);
        test_multiplication(path, path_names[p]);
        test_signs(path, path_names[p]);
    }
    CHECK(projection_path_named("") == NULL && hyperplanes_kernel_named("sse9") == NULL, "unknown");
    CHECK(projection_path_named(NULL) == projection_path_named(cpu_path_name(cpu_path_best())),
          "the best");
}

/* ---- Whole projections ---- */

static struct projection_workspace workspace;

static bool same_bits(const unsigned char *bytes, size_t count, uint32_t bits, int64_t seed) {
    static int64_t scaled[values_max];
    static int components[values_max];
    scale(values, count, scaled);
    unsigned char expected[64] = {0};
    for (uint32_t bit = 0; bit < bits; bit++) {
        int64_t sum = 0;
        for (uint32_t d = 0; d < count; d++) {
            components[d] = hyperplanes_component(seed, bit, d); /* test_drawing() tests these */
            sum += scaled[d] * components[d];
        }
        if (sum >= 0)
            expected[bit / 8] |= (unsigned char)(0x80 >> bit % 8);
    }
    return memcmp(bytes, expected, projection_bytes(bits)) == 0;
}

static void test_one(size_t count, unsigned kind, uint32_t bits, int64_t seed) {
    for (size_t i = 0; i < count; i++)
        values[i] = value_of_kind(kind, i);
    values[count / 2] = kind == 2 ? 3e-45f : values[count / 2] + 0.5f; /* none is all zero */
    unsigned char *bytes = malloc(projection_bytes(bits));
    bool directed = false;
    struct vector vector = dense_of(count);
    struct hyperplanes *planes = hyperplanes_new(memory, vector.count, bits, seed, NULL);
    CHECK(projection_of_dense(planes, &vector, 1, &workspace, memory, bytes, projection_bytes(bits),
                              &directed) &&
              directed && same_bits(bytes, count, bits, seed),
          "%zu values of kind %u, %u bits", count, kind, bits);
    memset(bytes, 0xAA, projection_bytes(bits));
    CHECK(projection_of(&vector, bits, seed, &workspace, memory, bytes) == projection_ok &&
              same_bits(bytes, count, bits, seed),
          "drawn: %zu values of kind %u, %u bits", count, kind, bits);
    memset(bytes, 0x55, projection_bytes(bits));
    vector = sparse_of(count);
    CHECK(projection_of(&vector, bits, seed, &workspace, memory, bytes) == projection_ok &&
              same_bits(bytes, count, bits, seed),
          "sparse: %zu values of kind %u, %u bits", count, kind, bits);
    hyperplanes_free(planes, memory);
    free(bytes);
}

static void test_projections(void) {
    for (unsigned round = 0; round < 300; round++) {
        size_t count = round < 140 ? 1 + round : 1 + random_below(values_max);
        test_one(count, round % kinds, 1 + (uint32_t)random_below(200), (int64_t)random_word());
    }
    test_one(400, 0, 100, 1);
    test_one(64, 3, 256, INT64_MIN);
    test_one(1, 5, 512, -1);
}

/* Many vectors at a time, some of zeroes, have the bits that each has alone. */
static void test_batches(void) {
    enum { count = 53, dimensions = 37, bits = 75, stride = 16 };
    static unsigned char bytes[count][4 * dimensions], many[count][stride], one[stride];
    struct vector vectors[count];
    bool directed[count], alone;
    struct hyperplanes *planes = hyperplanes_new(memory, dimensions, bits, 9, NULL);
    for (size_t v = 0; v < count; v++) {
        for (size_t i = 0; i < dimensions; i++)
            store_float(bytes[v] + 4 * i, v % 7 == 2 ? 0 : value_of_kind((unsigned)v % kinds, i));
        vectors[v] = view(bytes[v], sizeof bytes[v]);
    }
    memset(many, 0xEE, sizeof many);
    CHECK(
        projection_of_dense(planes, vectors, count, &workspace, memory, many[0], stride, directed),
        "memory");
    for (size_t v = 0; v < count; v++) {
        CHECK(projection_of_dense(planes, vectors + v, 1, &workspace, memory, one, stride, &alone),
              "memory");
        CHECK(directed[v] == alone && (alone || v % 7 == 2 || v % kinds == 8), "vector %zu", v);
        CHECK(memcmp(many[v], one, projection_bytes(bits)) == 0, "bits of vector %zu", v);
        CHECK(many[v][projection_bytes(bits)] == 0xEE, "only its bytes are written");
        CHECK(many[v][0] || many[v][1] || !directed[v], "some bits are set");
    }
    hyperplanes_free(planes, memory);
}

static void test_no_direction(void) {
    unsigned char bytes[2];
    memset(values, 0, sizeof values);
    values[1] = -0.0f;
    struct vector vector = dense_of(7);
    CHECK(projection_of(&vector, 16, 1, &workspace, memory, bytes) == projection_no_direction,
          "zeroes");
    vector = sparse_of(7);
    CHECK(vector.count == 0 &&
              projection_of(&vector, 16, 1, &workspace, memory, bytes) == projection_no_direction,
          "an empty sparse vector");
}

/* The greatest vectors: sums of a million products of one sign do not overflow. */
static void test_greatest(void) {
    size_t size = sparse_vector_size(sparse_components_max);
    unsigned char *blob = malloc(size), bytes[2];
    uint64_t stream = hyperplanes_stream(5);
    sparse_vector_begin(blob);
    for (uint32_t bit = 0; bit < 2; bit++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < sparse_components_max; i++) {
            uint64_t word =
                hyperplanes_key(stream, 3 * i) + (bit + UINT64_C(1)) * 0x9E3779B97F4A7C15;
            int drawn = -1020;
            for (word = mix64(word); word; word >>= 8)
                drawn += (int)(word & 0xFF);
            little_endian_store32(blob + 5 + 4 * (size_t)i, 3 * i);
            bool against = bit == 1 && i % 16 > 0;
            float value = drawn < 0 ? -FLT_MAX : FLT_MAX;
            store_float(blob + 5 + 4 * ((size_t)sparse_components_max + i),
                        against ? -value : value);
            sum += abs(drawn) * INT64_C(32767) * (against ? -1 : 1);
        }
        struct vector vector = view(blob, size);
        CHECK(projection_of(&vector, 16, 5, &workspace, memory, bytes) == projection_ok, "memory");
        CHECK(((bytes[0] & 0x80 >> bit) != 0) == (sum >= 0), "bit %u of a sum of %lld", bit,
              (long long)sum);
    }
    free(blob);
}

static void test_size(void) {
    CHECK(hyperplanes_fit(400, 100) && hyperplanes_fit(65536, 32), "these fit");
    CHECK(!hyperplanes_fit(65536, 64) && !hyperplanes_fit(65536, 32768), "these do not");
    CHECK(!hyperplanes_fit(1024, 4096) && hyperplanes_fit(1023, 4080), "just about");
}

int main(void) {
    random_state = 20161;
    test_paths();
    test_projections();
    test_batches();
    test_no_direction();
    test_greatest();
    test_size();
    projection_workspace_free(&workspace, memory);
    return faulty_end("core/test_projection");
}
