/*
 * test_vectors.c - what is a vector and what is none; dot products on every path, bit by bit, as
 * docs/formats/vector-format.md defines them, and what must hold of cosines.
 */
#include "exact_memory.h"
#include "random_input.h"
#include "test.h"
#include "vectors/dot_product.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { components_max = 65536, lanes = 16 };

/* Components, as float32 low byte first, at an odd address. The memory ends where they do. */
struct bytes {
    unsigned char *at;
    size_t size;
};

static struct bytes bytes_of(size_t size) {
    return (struct bytes){(unsigned char *)exact_memory(size + 1) + 1, size};
}

static struct bytes dense_of(const float *values, size_t count) {
    struct bytes bytes = bytes_of(4 * count);
    for (size_t i = 0; i < count; i++)
        store_float(bytes.at + 4 * i, values[i]);
    return bytes;
}

static struct bytes sparse_of(const uint32_t *dimensions, const float *values, size_t count) {
    struct bytes bytes = bytes_of(sparse_vector_size(count));
    sparse_vector_begin(bytes.at);
    for (size_t i = 0; i < count; i++) {
        little_endian_store32(bytes.at + sparse_header + 4 * i, dimensions[i]);
        store_float(bytes.at + sparse_header + 4 * (count + i), values[i]);
    }
    return bytes;
}

static struct vector read_good(struct bytes bytes) {
    struct vector vector = {0};
    uint32_t place = 0;
    enum vector_fault fault = vector_read(bytes.at, bytes.size, &vector, &place);
    CHECK(fault == vector_ok, "%zu bytes are no vector: fault %d at %u", bytes.size, fault, place);
    return vector;
}

/* ---- What is a vector ------------------------------------------------------------------------ */

static const struct {
    const char *bytes;
    size_t length;
    enum vector_fault fault;
    uint32_t place;
} reads[] = {
    {"", 0, vector_length, 0},
    {"\0\0\0", 3, vector_length, 0},
    {"\0\0\0\0", 4, vector_ok, 0},
    {"\0\0\0\0\0", 5, vector_length, 0},
    {"\0\0\x80\x7F", 4, vector_not_finite, 0},
    {"\0\0\0\0\0\0\x80\xFF", 8, vector_not_finite, 1},
    {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x80\x7F", 20, vector_not_finite, 4},
    {"\0\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\0\0\0\0\x01\0\x80\x7F", 20, vector_not_finite, 2},
    {"\xFF\xFF\x7F\x7F\xFF\xFF\x7F\xFF\x01\0\0\0\x01\0\0\x80", 16, vector_ok, 0},
    {"NDV1\0", 5, vector_ok, 0},
    {"NDV1", 4, vector_ok, 0}, /* dense: one component */
    {"NDV1\1", 5, vector_length, 0},
    {"NDV2\0", 5, vector_length, 0},
    {"NDV1\0\7\0\0\0", 9, vector_length, 0},
    {"NDV1\0\7\0\0\0\0\0\x80\x3F", 13, vector_ok, 0},
    {"NDV1\0\xFF\xFF\xFF\xFF\0\0\x80\xBF", 13, vector_ok, 0},
    {"NDV1\0\7\0\0\0\0\0\0\0", 13, vector_zero, 0},
    {"NDV1\0\7\0\0\0\0\0\0\x80", 13, vector_zero, 0},
    {"NDV1\0\7\0\0\0\0\0\x80\x7F", 13, vector_not_finite, 0},
    {"NDV1\0\7\0\0\0\7\0\0\0\0\0\x80\x3F\0\0\x80\x3F", 21, vector_order, 1},
    {"NDV1\0\7\0\0\0\6\0\0\0\0\0\x80\x3F\0\0\x80\x3F", 21, vector_order, 1},
    {"NDV1\0\7\0\0\0\x8\0\0\0\0\0\x80\x3F\0\0\x80\x3F", 21, vector_ok, 0},
    {"NDV1\0\7\0\0\0\x8\0\0\0\0\0\x80\x3F\0\0\xC0\x7F", 21, vector_not_finite, 1},
};

static void test_reading(void) {
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        struct bytes bytes = bytes_of(reads[i].length);
        memcpy(bytes.at, reads[i].bytes, reads[i].length);
        struct vector vector;
        uint32_t place = 0;
        enum vector_fault fault = vector_read(bytes.at, bytes.size, &vector, &place);
        CHECK(fault == reads[i].fault, "line %zu: %d", i, fault);
        CHECK((fault != vector_not_finite && fault != vector_order && fault != vector_zero) ||
                  place == reads[i].place,
              "line %zu: at %u", i, place);
    }
    exact_release();
}

static void test_counts(void) {
    static const struct {
        size_t length;
        bool sparse;
        enum vector_fault fault;
    } lengths[] = {{4 * (size_t)dense_components_max, false, vector_ok},
                   {4 * (size_t)dense_components_max + 4, false, vector_length},
                   {sparse_header + 8 * (size_t)sparse_components_max, true, vector_ok},
                   {sparse_header + 8 * (size_t)sparse_components_max + 8, true, vector_length}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct bytes bytes = bytes_of(lengths[i].length);
        memset(bytes.at, 1, bytes.size);
        size_t count = (bytes.size - sparse_header) / 8;
        if (lengths[i].sparse)
            sparse_vector_begin(bytes.at);
        for (size_t k = 0; lengths[i].sparse && k < count; k++)
            little_endian_store32(bytes.at + sparse_header + 4 * k, (uint32_t)k * 4095);
        struct vector vector;
        uint32_t place;
        CHECK(vector_read(bytes.at, bytes.size, &vector, &place) == lengths[i].fault, "%zu bytes",
              bytes.size);
    }
    exact_release();
}

/* NaN at each place of vectors of each length up to a few groups. */
static void test_each_place(void) {
    static const float zeroes[40];
    for (size_t count = 1; count <= 40; count++)
        for (size_t at = 0; at < count; at++) {
            struct bytes bytes = dense_of(zeroes, count);
            store_float(bytes.at + 4 * at, at % 2 ? NAN : -INFINITY);
            struct vector vector;
            uint32_t place = 99;
            CHECK(vector_read(bytes.at, bytes.size, &vector, &place) == vector_not_finite &&
                      place == at,
                  "%zu of %zu: %u", at, count, place);
        }
    exact_release();
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* The definition: which dimension goes to which sum, and how sums are joined. */
static double defined_sum(const uint32_t *dimensions, const float *v, const float *w,
                          size_t count) {
    double sums[lanes] = {0};
    for (size_t i = 0; i < count; i++) {
        double product = (double)v[i] * (double)w[i];
        sums[(dimensions ? dimensions[i] : i) % lanes] += product;
    }
    for (int step = 8; step >= 1; step /= 2)
        for (int i = 0; i < step; i++)
            sums[i] = sums[i] + sums[i + step];
    return sums[0];
}

static bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static float random_float(unsigned kind) {
    static const float edges[] = {0.0f,          -0.0f,     1.0f,       -1.0f,
                                  FLT_MAX,       -FLT_MAX,  FLT_MIN,    FLT_TRUE_MIN,
                                  -FLT_TRUE_MIN, 0x1p-126f, 16777217.0f};
    float near_one = (float)(int64_t)random_word() * 0x1p-63f;
    switch (kind % 4) {
    case 0:
        return near_one;
    case 1:
        return ldexpf(near_one, (int)random_below(270) - 145);
    case 2:
        return edges[random_below(sizeof edges / sizeof *edges)];
    default: /* sums that cancel */
        return random_below(2) ? 0x1p60f : random_below(2) ? -0x1p60f : near_one;
    }
}

static float *random_floats(size_t count, unsigned kind) {
    float *values = exact_memory((count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = random_float(kind);
    return values;
}

static unsigned long long tried;

static void check_dense(const char *name, const struct dot_product_kernel *kernel, size_t count,
                        unsigned kind) {
    float *v = random_floats(count, kind), *w = random_floats(count, kind / 4);
    struct bytes x = dense_of(v, count), y = dense_of(w, count);
    double vw = defined_sum(NULL, v, w, count), vv = defined_sum(NULL, v, v, count),
           ww = defined_sum(NULL, w, w, count);
    double product = kernel->product(x.at, y.at, count);
    struct dot_products three = kernel->products(x.at, y.at, count);
    CHECK(same_bits(product, vw), "%s, %zu, kind %u: %a, not %a", name, count, kind, product, vw);
    CHECK(same_bits(three.vw, vw) && same_bits(three.vv, vv) && same_bits(three.ww, ww),
          "%s, %zu, kind %u: %a %a %a, not %a %a %a", name, count, kind, three.vw, three.vv,
          three.ww, vw, vv, ww);
    tried += 4;
    exact_release();
}

static void test_kernel(const char *name) {
    const struct dot_product_kernel *kernel = dot_product_kernel_named(name);
    if (!kernel) {
        test_skip("this CPU or compiler has no dot products by %s", name);
        return;
    }
    for (unsigned kind = 0; kind < 16; kind++) {
        for (size_t count = 0; count <= 70; count++)
            check_dense(name, kernel, count, kind);
        check_dense(name, kernel, 400, kind);
        check_dense(name, kernel, components_max - kind, kind);
    }
}

/* Dimensions that ascend by up to `gap`. */
static uint32_t *random_dimensions(size_t count, size_t gap) {
    uint32_t *dimensions = exact_memory((count + 1) * sizeof *dimensions);
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        next += 1 + (uint32_t)random_below(gap);
        dimensions[i] = next;
    }
    return dimensions;
}

/* What the definition sees: the values of w in the dimensions of v, or 0. */
static float *aligned(const uint32_t *of_v, size_t v_count, const uint32_t *of_w, const float *w,
                      size_t w_count) {
    float *values = exact_memory((v_count + 1) * sizeof *values);
    for (size_t i = 0, j = 0; i < v_count; i++) {
        while (j < w_count && of_w[j] < of_v[i])
            j++;
        values[i] = j < w_count && of_w[j] == of_v[i] ? w[j] : 0;
    }
    return values;
}

static void without_zeroes(float *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        values[i] = values[i] == 0 ? 1 : values[i];
}

static void check_sparse(size_t v_count, size_t w_count, size_t gap, unsigned kind) {
    uint32_t *of_v = random_dimensions(v_count, gap), *of_w = random_dimensions(w_count, 3);
    float *v = random_floats(v_count, kind), *w = random_floats(w_count, kind);
    without_zeroes(v, v_count);
    without_zeroes(w, w_count);
    float *found = aligned(of_v, v_count, of_w, w, w_count);
    struct bytes x = sparse_of(of_v, v, v_count), y = sparse_of(of_w, w, w_count);
    struct vector a = read_good(x), b = read_good(y);
    struct dot_products there = dot_products(&a, &b), back = dot_products(&b, &a);
    double vw = defined_sum(of_v, v, found, v_count);
    CHECK(same_bits(there.vw, vw) && same_bits(back.vw, vw) && same_bits(dot_product(&a, &b), vw),
          "%zu and %zu, kind %u: %a and %a, not %a", v_count, w_count, kind, there.vw, back.vw, vw);
    CHECK(same_bits(there.vv, defined_sum(of_v, v, v, v_count)) && same_bits(there.vv, back.ww) &&
              same_bits(there.ww, defined_sum(of_w, w, w, w_count)),
          "lengths of %zu and %zu", v_count, w_count);
    tried += 3;
    exact_release();
}

/* Merged, and searched for in a vector that is much longer. */
static void test_sparse(void) {
    static const size_t counts[] = {0, 1, 2, 3, 15, 16, 17, 40, 64, 300, 1000, 5000};
    enum { count_count = sizeof counts / sizeof *counts };
    for (unsigned kind = 0; kind < 4; kind++)
        for (size_t i = 0; i < count_count; i++)
            for (size_t j = 0; j < count_count; j++)
                check_sparse(counts[i], counts[j], counts[j] / (counts[i] + 1) + 2, kind);
    check_sparse(20, sparse_components_max, 100000, 0);
    check_sparse(sparse_components_max, sparse_components_max, 3, 0);
}

/* The sparse vector of the same components has the same sums. */
static void test_both_forms(void) {
    for (size_t count = 1; count < 100; count++) {
        float v[100], values[100];
        uint32_t dimensions[100];
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            v[i] = random_below(3) ? random_float((unsigned)i) : 0;
            if (v[i] == 0)
                continue;
            dimensions[kept] = (uint32_t)i;
            values[kept++] = v[i];
        }
        struct bytes dense = dense_of(v, count), sparse = sparse_of(dimensions, values, kept);
        struct vector a = read_good(dense), b = read_good(sparse);
        CHECK(same_bits(dot_product(&a, &a), dot_product(&b, &b)), "%zu components", count);
    }
    exact_release();
}

/* ---- Cosines --------------------------------------------------------------------------------- */

static double cosine_of(const float *v, const float *w, size_t count) {
    struct bytes x = dense_of(v, count), y = dense_of(w, count);
    struct vector a = read_good(x), b = read_good(y);
    struct dot_products products = dot_products(&a, &b);
    double cosine = NAN;
    if (!dot_products_cosine(&products, &cosine))
        cosine = NAN;
    return cosine;
}

/* Equal vectors, however small or large, have exactly 1, and opposite ones -1. */
static void test_equal(void) {
    for (unsigned i = 0; i < 2000; i++) {
        size_t count = 1 + random_below(50);
        float *v = random_floats(count, i), opposite[50];
        bool zero = true;
        for (size_t k = 0; k < count; k++) {
            opposite[k] = -v[k];
            zero = zero && v[k] == 0;
        }
        double same = cosine_of(v, v, count), other = cosine_of(v, opposite, count);
        CHECK(zero ? isnan(same) && isnan(other) : same == 1 && other == -1, "%u: %a, %a", i, same,
              other);
    }
    exact_release();
}

static void test_extremes(void) {
    static const float most[] = {FLT_MAX, FLT_MAX}, least[] = {FLT_TRUE_MIN, FLT_TRUE_MIN},
                       axis[] = {FLT_TRUE_MIN, 0}, across[] = {0, -FLT_MAX}, zero[] = {-0.0f, 0};
    CHECK(cosine_of(most, least, 2) == 1, "%a", cosine_of(most, least, 2));
    CHECK(cosine_of(axis, across, 2) == 0, "%a", cosine_of(axis, across, 2));
    CHECK(fabs(cosine_of(axis, most, 2) - sqrt(0.5)) < 1e-15, "%a", cosine_of(axis, most, 2));
    CHECK(isnan(cosine_of(zero, most, 2)) && isnan(cosine_of(most, zero, 2)), "of zeroes");
    float *many = random_floats(components_max, 2);
    for (size_t i = 0; i < components_max; i++)
        many[i] = i % 2 ? FLT_MAX : -FLT_MAX;
    CHECK(cosine_of(many, many, components_max) == 1, "of as many as there can be");
    exact_release();
}

static void test_range(void) {
    for (unsigned i = 0; i < 5000; i++) {
        size_t count = 1 + random_below(20);
        float *v = random_floats(count, i), *w = random_floats(count, i);
        memcpy(w, v, random_below(count + 1) * sizeof *w);
        double there = cosine_of(v, w, count), back = cosine_of(w, v, count);
        CHECK(isnan(there) ? isnan(back) : fabs(there) <= 1 && there == back, "%u: %a, %a", i,
              there, back);
    }
    exact_release();
}

static void test_names(void) {
    CHECK(dot_product_kernel_named("scalar"), "no portable path");
    CHECK(!dot_product_kernel_named("sse9") && !dot_product_kernel_named(""), "unknown paths");
    const struct dot_product_kernel *best = dot_product_kernel_named(NULL);
    CHECK(dot_product_kernel_named(best->name) == best, "%s", best->name);
}

int main(void) {
    test_reading();
    test_counts();
    test_each_place();
    test_kernel("scalar");
    test_kernel("avx2");
    test_sparse();
    test_both_forms();
    test_equal();
    test_extremes();
    test_range();
    test_names();
    test_figure(tried, "dot products, the same bits as by definition");
    return test_end("core/test_vectors");
}
