/* test_bits.c - runs of bits against a string of '0' and '1', bit by bit. */
#include "core/random_input.h"
#include "input/bits.h"
#include "test.h"

#include <string.h>

enum { longest = 20000 };

/* The bits that a run should hold, as characters. */
static char expected[4 * longest];
static size_t expected_count;

static char bytes[longest / 8 + 16];

static void randomise_bytes(void) {
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)random_below(256);
}

static char bit_of(const char *from, size_t bit) {
    return (char)('0' + ((unsigned char)from[bit / 8] >> (7 - bit % 8) & 1));
}

static void expect_bits(const char *from, size_t first, size_t count) {
    for (size_t i = 0; i < count; i++)
        expected[expected_count++] = bit_of(from, first + i);
}

static void expect_value(uint32_t value, unsigned count) {
    for (unsigned i = count; i-- > 0;)
        expected[expected_count++] = (char)('0' + (value >> i & 1));
}

/* Compares every bit, and checks that the run has no more bytes than it needs. */
static bool as_expected(const struct bit_run *run) {
    if (run->count != expected_count || run->bytes.length != (run->count + 7) / 8)
        return false;
    for (size_t i = 0; i < expected_count; i++)
        if (bit_of(run->bytes.bytes, i) != expected[i])
            return false;
    return true;
}

static uint32_t expected_value(size_t first, unsigned count) {
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 1 | (expected[first + i] == '1');
    return value;
}

/* All positions in a byte with all short lengths, and random long ones. */
static void test_setting(void) {
    struct bit_run run = {0};
    bool good = true;
    for (size_t first = 0; first < 24; first++)
        for (size_t count = 0; count < 40; count++) {
            randomise_bytes();
            expected_count = 0;
            expect_bits(bytes, first, count);
            good = good && bit_run_set(&run, bytes, first, count) && as_expected(&run);
        }
    CHECK(good, "short runs");
    for (int i = 0; i < 100; i++) {
        size_t first = random_below(64), count = random_below(longest - 64);
        expected_count = 0;
        expect_bits(bytes, first, count);
        good = good && bit_run_set(&run, bytes, first, count) && as_expected(&run);
    }
    CHECK(good, "long runs");
    bit_run_free(&run);
}

static void test_reading(void) {
    struct bit_run run = {0};
    randomise_bytes();
    for (size_t skipped = 0; skipped < 8; skipped++) {
        bool good = bit_run_set(&run, bytes, skipped, 200);
        expected_count = 0;
        expect_bits(bytes, skipped, 200);
        for (unsigned count = 0; count <= 32; count++)
            for (size_t first = 0; first + count <= 200; first++)
                good = good && bit_run_read(&run, first, count) == expected_value(first, count);
        CHECK(good, "from bit %zu", skipped);
    }
    bit_run_free(&run);
}

/* Values of all lengths after runs that end at any bit. Bits above `count` are ignored. */
static void test_appending_values(void) {
    for (size_t skipped = 0; skipped < 8; skipped++)
        for (size_t count = 0; count < 17; count++) {
            struct bit_run run = {0};
            randomise_bytes();
            bool good = bit_run_set(&run, bytes, skipped, count);
            expected_count = 0;
            expect_bits(bytes, skipped, count);
            for (unsigned bits = 0; bits <= 32; bits++) {
                uint32_t value = (uint32_t)random_word();
                good = good && bit_run_append_value(&run, value, bits);
                expect_value(value, bits);
            }
            CHECK(good && as_expected(&run), "after %zu bits from bit %zu", count, skipped);
            bit_run_free(&run);
        }
}

/* Two runs joined, in all 64 alignments and with lengths from 0. */
static void test_appending_runs(void) {
    static const size_t counts[] = {0, 1, 7, 8, 9, 15, 16, 63, 64, 65, 1000};
    enum { count_of = sizeof counts / sizeof *counts };
    struct bit_run run = {0}, other = {0};
    for (size_t i = 0; i < (size_t)64 * count_of * count_of; i++) {
        size_t first = i % 8, second = i / 8 % 8;
        size_t before = counts[i / 64 % count_of], after = counts[i / 64 / count_of];
        randomise_bytes();
        expected_count = 0;
        expect_bits(bytes, first, before);
        expect_bits(bytes + 200, second, after);
        bool good = bit_run_set(&run, bytes, first, before) &&
                    bit_run_set(&other, bytes + 200, second, after) &&
                    bit_run_append(&run, &other) && as_expected(&run);
        expected_count = after;
        memmove(expected, expected + before, after);
        CHECK(good && as_expected(&other), "%zu bits from bit %zu, then %zu from bit %zu", before,
              first, after, second);
    }
    bit_run_free(&run);
    bit_run_free(&other);
}

/* Many appends to a run that is reused. */
static void test_random_appends(void) {
    struct bit_run run = {0}, other = {0};
    for (int round = 0; round < 50; round++) {
        bool good = true;
        bit_run_clear(&run);
        expected_count = 0;
        while (good && expected_count < longest) {
            size_t first = random_below(8), count = random_below(random_below(2) ? 20 : 3000);
            uint32_t value = (uint32_t)random_word();
            unsigned bits = (unsigned)random_below(33);
            randomise_bytes();
            good = bit_run_set(&other, bytes, first, count) && bit_run_append(&run, &other) &&
                   bit_run_append_value(&run, value, bits);
            expect_bits(bytes, first, count);
            expect_value(value, bits);
        }
        CHECK(good && as_expected(&run), "round %d", round);
    }
    bit_run_free(&run);
    bit_run_free(&other);
}

int main(void) {
    random_state = 11;
    test_setting();
    test_reading();
    test_appending_values();
    test_appending_runs();
    test_random_appends();
    return test_end("loader/test_bits");
}
