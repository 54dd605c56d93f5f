/*
 * test_projection_signature.c - signatures in blobs: what is read of any bytes, how many bits
 * differ on each path, bands, permutations, and what the bits say of a cosine.
 */
#include "core.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <math.h>

static void fill(unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)random_word();
}

/* ---- Hamming distance ---- */

static uint32_t bits_that_differ(const unsigned char *a, const unsigned char *b, size_t size) {
    uint32_t count = 0;
    for (size_t i = 0; i < 8 * size; i++)
        count += (a[i / 8] >> i % 8 & 1) != (b[i / 8] >> i % 8 & 1);
    return count;
}

static void test_hamming(const char *name) {
    hamming_kernel *kernel = hamming_kernel_named(name);
    if (!kernel) {
        test_skip("this CPU or compiler lacks a path for Hamming distances");
        return;
    }
    for (size_t size = 0; size <= 70; size++) {
        enum { count = 5 };
        size_t stride = size + size % 3;
        uint32_t distances[count + 1] = {[count] = 4711};
        /* Memory of just their size, so that a read beyond it is seen. */
        unsigned char *one = exact_memory(size), *others = exact_memory(count * stride + size + 1);
        fill(one, size);
        fill(others, count * stride + size + 1);
        if (size > 0)
            memcpy(others + stride, one, size);
        kernel(one, others, size, stride, count, distances);
        for (size_t i = 0; i < count; i++)
            CHECK(distances[i] == bits_that_differ(one, others + i * stride, size),
                  "%s: %zu bytes, number %zu: %u", name, size, i, distances[i]);
        CHECK(distances[count] == 4711, "%s writes beyond the last", name);
        unsigned char *alone = exact_memory(size);
        for (size_t i = 0; i < size; i++)
            alone[i] = (unsigned char)~one[i];
        kernel(one, alone, size, 0, 1, distances);
        CHECK(distances[0] == 8 * size, "%s: all of %zu bytes differ", name, size);
        exact_release();
    }
}

/* ---- Blobs ---- */

static bool reads(const unsigned char *bytes, size_t size, struct projection_header *header) {
    bool read = projection_signature_read(exact_copy(bytes, size), size, header);
    exact_release();
    return read;
}

static void test_round_trip(void) {
    for (uint32_t bits = 1; bits <= hyperplanes_bits_max; bits += 1 + bits / 3) {
        static unsigned char bytes[projection_signature_size_max + 1];
        struct projection_header header = {.kind =
                                               bits % 2 ? projection_random : projection_semantic,
                                           .bits = bits,
                                           .dimensions = (uint32_t)random_below(65537),
                                           .order = projection_order(bits % 3, 65535),
                                           .seed = (int64_t)random_word()},
                                 read;
        size_t size = projection_signature_size(bits);
        memset(bytes, 0, sizeof bytes);
        projection_header_write(&header, bytes);
        CHECK(reads(bytes, size, &read) && projection_headers_equal(&header, &read), "%u bits",
              bits);
        CHECK(!reads(bytes, size - 1, &read) && !reads(bytes, size + 1, &read), "other sizes");
        if (bits % 8 > 0) {
            bytes[size - 1] = (unsigned char)(0x80 >> bits % 8);
            CHECK(!reads(bytes, size, &read), "%u bits: an unused bit is set", bits);
            bytes[size - 1] = (unsigned char)(0x80 >> (bits % 8 - 1));
            CHECK(reads(bytes, size, &read), "%u bits: the last bit is set", bits);
        }
    }
}

static void test_malformed(void) {
    static const struct {
        size_t at;
        unsigned char byte;
    } wrong[] = {{0, 'n'}, {3, '2'}, {4, 2}, {4, 255}, {5, 1}, {6, 0}, {7, 0x80}, {10, 2}, {14, 1}};
    struct projection_header header = {.bits = 16, .dimensions = 9, .seed = 1}, read;
    unsigned char bytes[26] = {0};
    projection_header_write(&header, bytes);
    CHECK(reads(bytes, sizeof bytes, &read), "it is right at first");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        unsigned char kept = bytes[wrong[i].at];
        bytes[wrong[i].at] = wrong[i].byte;
        CHECK(!reads(bytes, sizeof bytes, &read), "byte %zu is %d", wrong[i].at, wrong[i].byte);
        bytes[wrong[i].at] = kept;
    }
    for (size_t size = 0; size < sizeof bytes; size++)
        CHECK(!reads(bytes, size, &read), "%zu bytes", size);
}

static void test_headers(void) {
    struct projection_header a = {projection_random, 9, 8, 7, 6}, b[] = {a, a, a, a, a};
    CHECK(projection_headers_equal(&a, b), "equal");
    b[0].kind = projection_semantic;
    b[1].bits = b[2].dimensions = b[3].order = 1;
    b[4].seed = 1;
    for (size_t i = 0; i < 5; i++)
        CHECK(!projection_headers_equal(&a, b + i), "field %zu", i);
}

/* ---- Bands and permutations ---- */

static unsigned bit_of(const unsigned char *bytes, size_t bit) {
    return bytes[bit / 8] >> (7 - bit % 8) & 1;
}

static void test_bands(void) {
    static const unsigned char bytes[] = {0x81, 0x42, 0xFF, 0, 0, 0, 0, 0, 0x01};
    CHECK(projection_band(bytes, 0, 8) == 0x81 && projection_band(bytes, 4, 8) == 0x14, "bytes");
    CHECK(projection_band(bytes, 0, 1) == 1 && projection_band(bytes, 1, 1) == 0, "single bits");
    CHECK(projection_band(bytes, 8, 64) == 0x42FF000000000001, "a whole word");
}

/* As the page says it, with a list of places. */
static void test_permutation(uint32_t bits, uint32_t permutation, uint32_t seed) {
    struct bit_permutation *prepared = NULL;
    uint32_t order = projection_order(permutation, seed);
    CHECK(bit_permutation_change(&prepared, memory, bits, order), "memory");
    uint32_t *places = exact_memory(bits * sizeof *places);
    for (uint32_t i = 0; i < bits; i++)
        places[i] = i;
    uint64_t state = (uint64_t)seed * 65536 + permutation;
    for (uint32_t i = bits; permutation > 0 && i-- > 1;) {
        size_t other = (size_t)splitmix64_below(&state, i + UINT64_C(1));
        uint32_t kept = places[other];
        places[other] = places[i];
        places[i] = kept;
    }
    size_t size = projection_bytes(bits);
    unsigned char *from = memset(exact_memory(size), 0, size), *to = exact_memory(size);
    for (uint32_t i = 0; i < bits; i++)
        from[i / 8] |= (unsigned char)((random_word() >> 40 & 1) << (7 - i % 8));
    bit_permutation_apply(prepared, from, to);
    unsigned long wrong = 0, moved = 0;
    for (uint32_t i = 0; i < bits; i++) {
        wrong += bit_of(to, i) != bit_of(from, places[i]);
        moved += places[i] != i;
    }
    CHECK(wrong == 0, "%u bits, permutation %u, seed %u: %lu wrong", bits, permutation, seed,
          wrong);
    CHECK(permutation == 0 ? moved == 0 : moved > bits / 2 || bits < 9, "%lu moved", moved);
    CHECK(bits % 8 == 0 || (to[size - 1] & 0xFF >> bits % 8) == 0, "unused bits are zero");
    struct bit_permutation *same = prepared;
    CHECK(bit_permutation_change(&prepared, memory, bits, order) && prepared == same, "kept");
    memory->release(prepared);
    exact_release();
}

static void test_permutations(void) {
    for (uint32_t bits = 1; bits <= hyperplanes_bits_max; bits += 1 + bits / 2)
        for (uint32_t permutation = 0; permutation < 4; permutation++)
            test_permutation(bits, permutation, permutation == 3 ? 65535 : 1);
    test_permutation(100, 65535, 0);
    CHECK(projection_order(0, 9) == 0 && projection_order(7, 9) == 9 * 65536 + 7, "orders");
}

/* ---- What the bits say ---- */

/* The products written out; 1 - p and q are as exact as long double. */
static double slow_probability(double cosine, unsigned bands, unsigned rows) {
    long double band = 1, none = 1, side = acosl(-(long double)cosine) / acosl(-1);
    for (unsigned i = 0; i < rows; i++)
        band *= side;
    for (unsigned i = 0; i < bands; i++)
        none *= 1 - band;
    return (double)(1 - none);
}

static void test_probability(void) {
    for (double cosine = -1; cosine <= 1; cosine += 1.0 / 64)
        for (unsigned bands = 1; bands <= 64; bands *= 2)
            for (unsigned rows = 1; rows <= 64; rows *= 2) {
                double found = projection_match_probability(cosine, bands, rows);
                double expected = slow_probability(cosine, bands, rows);
                CHECK(fabs(found - expected) < 1e-14, "cosine %g, %u bands of %u: %.17g, not %.17g",
                      cosine, bands, rows, found, expected);
            }
    CHECK(projection_match_probability(1, 3, 64) == 1, "equal directions");
    CHECK(projection_match_probability(-1, 3, 1) == 0, "opposite ones");
    CHECK(fabs(projection_match_probability(0, 1, 10) - 0x1p-10) < 1e-18, "at right angles");
    /* Small ones to a relative error: the first term, which is bands * p^rows. */
    double least = projection_match_probability(-0.99999, 7, 20);
    double term = 7 * pow(acos(0.99999) / acos(-1), 20);
    CHECK(fabs(least / term - 1) < 1e-12, "%g, not %g", least, term);
    double beside = nextafter(1, 0);
    double rest = 1 - projection_match_probability(beside, 1, 1), angle = acos(beside) / acos(-1);
    CHECK(fabs(rest / angle - 1) < 1e-7, "beside 1: %g, not %g", rest, angle);
}

static void test_cosine(void) {
    CHECK(projection_cosine(0, 99) == 1 && projection_cosine(99, 99) == -1, "none and all differ");
    CHECK(projection_cosine(50, 100) == 0 && projection_cosine(1, 2) == 0, "half of them");
    for (double bits = 1; bits <= 200; bits += 13)
        for (double distance = 0; distance <= bits; distance++)
            CHECK(fabs(projection_cosine(distance, bits) - cos(acos(-1) * distance / bits)) < 1e-15,
                  "%g of %g", distance, bits);
}

int main(void) {
    random_state = 19200;
    test_hamming("scalar");
    test_hamming("avx2");
    CHECK(hamming_kernel_named("sse9") == NULL && hamming_kernel_named(NULL) != NULL, "names");
    test_round_trip();
    test_malformed();
    test_headers();
    test_bands();
    test_permutations();
    test_probability();
    test_cosine();
    return faulty_end("core/test_projection_signature");
}
