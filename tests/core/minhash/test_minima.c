/* test_minima.c - every CPU path of the inner loop gives the same minima as the formula. */
#include "base/cpu.h"
#include "exact_memory.h"
#include "faulty_memory.h"
#include "minhash/minima.h"
#include "random_input.h"
#include "test.h"

enum { hashes_max = 128, words_max = 70 };

static uint64_t fingerprints[words_max];
static uint32_t multipliers[hashes_max], addends[hashes_max];

static uint64_t minimum(size_t word_count, size_t hash) {
    uint64_t lowest = UINT32_MAX;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t word = fingerprints[i] >> 32;
        uint64_t value = (multipliers[hash] * word + addends[hash]) % (1ull << 32);
        lowest = value < lowest ? value : lowest;
    }
    return lowest;
}

/* Minima land in memory of just their size, so that a write beyond it is seen. */
static unsigned long wrong_minima(minima_kernel *kernel, size_t word_count, size_t hashes) {
    uint64_t *minima = exact_memory(hashes * sizeof *minima);
    unsigned long wrong = 0;
    kernel(fingerprints, word_count, multipliers, addends, hashes, minima);
    for (size_t j = 0; j < hashes; j++)
        wrong += minima[j] != minimum(word_count, j);
    exact_release();
    return wrong;
}

static void test_kernel(const char *name) {
    minima_kernel *kernel = minima_kernel_named(name);
    if (!kernel) {
        test_skip("this CPU or compiler has no minima by %s", name);
        return;
    }
    for (size_t hashes = minima_lanes; hashes <= hashes_max; hashes += minima_lanes)
        for (size_t count = 0; count <= words_max; count++)
            CHECK(wrong_minima(kernel, count, hashes) == 0, "%s: %zu words, %zu functions", name,
                  count, hashes);
}

static void fill_at_random(void) {
    static const uint32_t edges[] = {0, 1, 0x7FFFFFFF, 0x80000000, UINT32_MAX};
    for (size_t i = 0; i < words_max; i++)
        fingerprints[i] =
            random_below(4) ? random_word() : (uint64_t)edges[random_below(5)] << 32 | 0xFFFF;
    for (size_t j = 0; j < hashes_max; j++) {
        multipliers[j] = (random_below(4) ? (uint32_t)random_word() : edges[random_below(5)]) | 1;
        addends[j] = random_below(4) ? (uint32_t)random_word() : edges[random_below(5)];
    }
}

int main(void) {
    fill_at_random();
    test_kernel("scalar");
    test_kernel("avx2");
    test_kernel("avx512");
    CHECK(minima_kernel_named("scalar") != NULL, "portable C is always there");
    CHECK(minima_kernel_named("") == NULL && minima_kernel_named("sse9") == NULL, "unknown names");
    CHECK(minima_kernel_named(NULL) == minima_kernel_named(cpu_path_name(cpu_path_best())),
          "the best is %s", cpu_path_name(cpu_path_best()));
    return test_end("core/test_minima");
}
