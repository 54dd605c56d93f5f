/*
 * test_paths.c - every inner loop gives the same bytes on each path of the CPU, for inputs of all
 * small sizes and some larger ones, in memory of just their size. tests/functions/oracle.py says
 * that the fastest path is right, so all of them are.
 */
#include "core.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

enum { out_size = 1 << 16, largest = 700 };

static unsigned char out[out_size];

/* A result of `size` bytes of its own, at a place where nothing may be written behind it. */
static size_t keep(const void *result, size_t size) {
    REQUIRE(size <= out_size);
    memcpy(out, result, size);
    return size;
}

static void *random_bytes(size_t size) {
    unsigned char *bytes = exact_memory(size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)random_word();
    return bytes;
}

/* float32 of every kind that is finite, low byte first. */
static unsigned char *random_floats(size_t count) {
    unsigned char *bytes = exact_memory(4 * count);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)random_word();
        uint32_t wide = (bits >> 23 & 255) == 255 ? bits & ~(UINT32_C(1) << 30) : bits;
        uint32_t near_one = (bits & 0x807FFFFF) | UINT32_C(0x3F800000);
        little_endian_store32(bytes + 4 * i, bits % 3 ? near_one : bits % 2 ? wide : 0);
    }
    return bytes;
}

static uint32_t *random_points(size_t count) {
    static const uint32_t edges[] = {0, 1, 0x7F, 0xFFFD, 0xFFFF, 0x10FFFF};
    uint32_t *points = exact_memory(count * sizeof *points);
    for (size_t i = 0; i < count; i++)
        points[i] = random_below(3) ? edges[random_below(6)] : (uint32_t)random_below(0x110000);
    return points;
}

/* ---- A trial of each: the bytes it has put into `out`, or no_path ---- */

enum { no_path = out_size + 1 };

static size_t fingerprints(const char *path, size_t size) {
    shingle_kernel *kernel = shingle_kernel_named(path);
    size_t length = 1 + random_below(random_below(9) ? 70 : 1024);
    uint32_t *points = random_points(size);
    size_t count = shingle_count(size, length);
    uint64_t *found = exact_memory(count * sizeof *found);
    if (kernel)
        kernel(points, size, length, found);
    return kernel ? keep(found, count * sizeof *found) : no_path;
}

static size_t set_hashes(const char *path, size_t size) {
    set_hash_kernel *kernel = set_hash_kernel_named(path);
    size_t shingles = size + 1, width = 1 + random_below(70);
    uint32_t *points = random_points(shingles + width + set_hash_slack);
    uint32_t *hashes = exact_memory((shingles + width + set_hash_slack) * sizeof *hashes);
    if (kernel)
        kernel(points, shingles, width, hashes);
    return kernel ? keep(hashes, shingles * sizeof *hashes) : no_path;
}

static size_t minima(const char *path, size_t size) {
    minima_kernel *kernel = minima_kernel_named(path);
    size_t hashes = minima_lanes * (1 + random_below(12));
    uint64_t *words = random_bytes(size * sizeof *words), *found = exact_memory(hashes * 8);
    uint32_t *multipliers = random_bytes(4 * hashes), *addends = random_bytes(4 * hashes);
    if (kernel)
        kernel(words, size, multipliers, addends, hashes, found);
    return kernel ? keep(found, hashes * sizeof *found) : no_path;
}

static size_t signatures(const char *path, size_t size) {
    bool is_paper = random_below(2);
    uint32_t bands = 1 + (uint32_t)random_below(1 + size), rows = 1 + (uint32_t)random_below(64);
    struct minhash_family *family = minhash_family_new(
        memory, &(struct minhash_parameters){is_paper ? minhash_paper : minhash_banded, 12, bands,
                                             rows, is_paper ? rows + 9 : bands * rows, 3});
    uint64_t *minima = random_bytes((bands * rows + 9) * sizeof *minima);
    uint64_t *found = exact_memory(bands * sizeof *found);
    bool has = minhash_family_use_path(family, path);
    minhash_signatures(family, minima, found);
    minhash_family_free(family);
    return has ? keep(found, bands * sizeof *found) : no_path;
}

static size_t hyperplanes(const char *path, size_t size) {
    hyperplanes_kernel *kernel = hyperplanes_kernel_named(path);
    size_t pairs = 1 + size % 99, count = pairs * hyperplanes_tile_pair;
    uint64_t *keys = random_bytes(2 * pairs * sizeof *keys);
    int16_t *tile = exact_memory(count * sizeof *tile);
    if (kernel)
        kernel(keys, pairs, (uint32_t)random_below(64) * hyperplanes_tile, tile);
    return kernel ? keep(tile, count * sizeof *tile) : no_path;
}

static size_t scaling(const char *path, size_t size) {
    const struct projection_path *kernel = projection_path_named(path);
    unsigned char *values = random_floats(size);
    int16_t *scaled = exact_memory(size * sizeof *scaled);
    uint32_t greatest = kernel ? kernel->greatest(values, size) : 0;
    if (greatest > 0)
        kernel->scale(values, size, greatest, scaled);
    return !kernel        ? no_path
           : greatest > 0 ? keep(scaled, size * sizeof *scaled)
                          : keep(&greatest, sizeof greatest);
}

/* Every other time values and components of greatest magnitude, so that overflow is seen. */
static size_t multiplying(const char *path, size_t size) {
    const struct projection_path *kernel = projection_path_named(path);
    bool extreme = random_below(2);
    size_t pairs = 1 + size % 70, count = 1 + random_below(19),
           room = pairs * hyperplanes_tile_pair;
    int16_t *tile = exact_memory(room * sizeof *tile);
    int16_t *scaled = exact_memory(2 * pairs * count * sizeof *scaled);
    struct projection_sums *sums = exact_memory(count * sizeof *sums);
    uint32_t signs[19];
    for (size_t i = 0; i < room; i++)
        tile[i] = (int16_t)(extreme ? i % 32 < 16 ? 1020 : -1020 : (int)random_below(2041) - 1020);
    for (size_t i = 0; i < 2 * pairs * count; i++)
        scaled[i] = (int16_t)(extreme ? i / 2 / pairs % 2 ? 32767 : -32767
                                      : (int)random_below(65535) - 32767);
    memset(sums, 0, count * sizeof *sums);
    if (!kernel)
        return no_path;
    kernel->multiply(tile, pairs, scaled, 2 * pairs, count, sums);
    kernel->multiply(tile, pairs, scaled, 2 * pairs, count, sums);
    for (size_t v = 0; v < count; v++)
        signs[v] = kernel->signs(sums + v);
    memcpy(out + out_size / 2, signs, count * sizeof *signs);
    return keep(sums, count * sizeof *sums);
}

static size_t signs(const char *path, size_t size) {
    static const int32_t highs[] = {0, -1, -16384, -16385, 1 << 29, -(1 << 29)};
    static const int32_t lows[] = {0, 65535, 65536, 1 << 30};
    const struct projection_path *kernel = projection_path_named(path);
    struct projection_sums sums;
    for (size_t lane = 0; lane < hyperplanes_tile; lane++) {
        sums.high[lane] = highs[(random_below(6) + size) % 6];
        sums.low[lane] = lows[random_below(4)];
    }
    uint32_t found = kernel ? kernel->signs(&sums) : 0, expected = 0;
    for (uint32_t lane = 0; lane < hyperplanes_tile; lane++)
        expected |= (uint32_t)(sums.high[lane] * INT64_C(65536) + sums.low[lane] >= 0) << lane;
    CHECK(!kernel || found == expected, "%s: signs of sums", path);
    return kernel ? keep(&found, sizeof found) : no_path;
}

static size_t hamming(const char *path, size_t size) {
    enum { count = 5 };
    hamming_kernel *kernel = hamming_kernel_named(path);
    size_t stride = size + size % 3;
    uint32_t distances[count + 1] = {[count] = 4711};
    unsigned char *one = random_bytes(size), *others = random_bytes((count - 1) * stride + size);
    if (kernel)
        kernel(one, others, size, stride, count, distances);
    return kernel ? keep(distances, sizeof distances) : no_path;
}

static size_t dot_product_of(const char *path, size_t size) {
    dot_products_kernel *kernel = dot_products_kernel_named(path);
    unsigned char *v = random_floats(size), *w = random_floats(size);
    if (!kernel)
        return no_path;
    struct dot_products products = kernel(v, w, size);
    return keep(&products, sizeof products);
}

static float *random_weights(size_t count) {
    float *weights = exact_memory(count * sizeof *weights);
    for (size_t i = 0; i < count; i++)
        weights[i] = (float)random_below(2000) / 64 - 9;
    return weights;
}

static size_t weighted_sum(const char *path, size_t size) {
    weighted_sum_kernel *kernel = weighted_sum_kernel_named(path);
    size_t count = random_below(9);
    const unsigned char **rows = exact_memory(count * sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = random_floats(size);
    float *weights = random_weights(count);
    double *sums = exact_memory(size * sizeof *sums);
    for (size_t i = 0; i < size; i++)
        sums[i] = (double)i / 8;
    if (kernel)
        kernel(rows, weights, count, size, sums);
    return kernel ? keep(sums, size * sizeof *sums) : no_path;
}

static const struct {
    const char *what;
    size_t (*trial)(const char *path, size_t size);
} loops[] = {
    {"fingerprints", fingerprints},
    {"hashes of sets", set_hashes},
    {"minima", minima},
    {"signatures", signatures},
    {"hyperplanes", hyperplanes},
    {"scaling", scaling},
    {"multiplying", multiplying},
    {"signs", signs},
    {"Hamming distance", hamming},
    {"dot product", dot_product_of},
    {"weighted sum", weighted_sum},
};

/* The trial of number `round`, with random input that is the same on each path. */
static size_t made_by(size_t loop, const char *path, size_t round) {
    random_state = 1000 * round + loop + 1;
    memset(out, 0, out_size);
    size_t made = loops[loop].trial(path, round < 2 * 150 ? round / 2 : random_below(largest));
    exact_release();
    return made;
}

static void test_loop(size_t loop, const char *path) {
    static unsigned char expected[out_size];
    unsigned long unlike = 0, rounds = test_is_long() ? 20000 : 600;
    if (made_by(loop, path, 0) == no_path) {
        test_skip("this CPU or compiler has no path %s for %s", path, loops[loop].what);
        return;
    }
    for (size_t round = 0; round < rounds; round++) {
        size_t size = made_by(loop, "scalar", round);
        memcpy(expected, out, out_size);
        unlike += made_by(loop, path, round) != size || memcmp(out, expected, out_size) != 0;
    }
    CHECK(unlike == 0, "%s by %s: %lu of %lu differ", loops[loop].what, path, unlike, rounds);
}

int main(void) {
    for (size_t loop = 0; loop < sizeof loops / sizeof *loops; loop++) {
        test_loop(loop, "avx2");
        test_loop(loop, "avx512");
    }
    CHECK(cpu_path_named("sse9") == cpu_path_none && cpu_path_named("") == cpu_path_none, "names");
    return faulty_end("core/test_paths");
}
