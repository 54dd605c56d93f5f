/* test_radix_sort.c - keys of many distributions are sorted, along with their values. */
#include "base/radix_sort.h"
#include "random_input.h"
#include "test.h"

#include <stdlib.h>

enum { most = 20000 };

static int64_t any(size_t i) {
    (void)i;
    return (int64_t)random_word();
}

static int64_t dense(size_t i) {
    (void)i;
    return (int64_t)random_below(most) - most / 2;
}

static int64_t ascending(size_t i) {
    return (int64_t)i * 3;
}

static int64_t descending(size_t i) {
    return -(int64_t)i;
}

static int64_t same(size_t i) {
    (void)i;
    return -7;
}

/* Keys that differ only in their highest and lowest bytes. */
static int64_t far_apart(size_t i) {
    return (int64_t)(random_word() & 0xFF000000000000FF) + (i % 2 ? 0 : INT64_C(1) << 32);
}

static int64_t extreme(size_t i) {
    static const int64_t keys[] = {INT64_MIN, INT64_MAX, 0, -1, 1, INT64_MIN + 1, INT64_MAX - 1};
    return keys[i % (sizeof keys / sizeof *keys)];
}

static const struct {
    const char *what;
    int64_t (*key)(size_t i);
} kinds[] = {
    {"any", any},   {"dense", dense},         {"ascending", ascending}, {"descending", descending},
    {"same", same}, {"far apart", far_apart}, {"extreme", extreme},
};

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* A value is the original position of its key. */
static void test(size_t kind, size_t count) {
    static int64_t keys[most], before[most], sorted[most];
    static uint32_t values[most];
    static bool seen[most];
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        keys[i] = before[i] = sorted[i] = kinds[kind].key(i);
        values[i] = (uint32_t)i;
        seen[i] = false;
    }
    qsort(sorted, count, sizeof *sorted, compare);
    CHECK(radix_sort(keys, values, count, NULL), "nobody interrupts");
    for (size_t i = 0; i < count; i++) {
        wrong += keys[i] != sorted[i] || before[values[i]] != keys[i] || seen[values[i]];
        seen[values[i]] = true;
    }
    CHECK(wrong == 0, "%s, %zu keys: %zu wrong", kinds[kind].what, count, wrong);
}

int main(void) {
    static const size_t counts[] = {0, 1, 2, 3, 31, 32, 33, 34, 255, 256, 257, 1000, most};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            test(kind, counts[i]);
    return test_end("core/test_radix_sort");
}
