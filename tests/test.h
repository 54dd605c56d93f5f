/*
 * test.h - counts the checks of a test program in C, and prints its last line.
 *
 * A program states CHECK()s, calls test_skip() for what it cannot try here, and ends with
 * `return test_end("name");`, which prints the last line "name: N passed, N failed, N skipped" and
 * returns the exit status. tests/run adds up these lines. What nearly every test needs of the C
 * library is included here.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned long test_passed, test_failed, test_skipped;

/* Counts the condition. If it does not hold, prints the place and a message, as printf() does. */
#define CHECK(condition, ...)                                              \
    do {                                                                   \
        if (condition) {                                                   \
            test_passed++;                                                 \
        } else {                                                           \
            test_failed++;                                                 \
            printf("%s:%d: failed: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                           \
            putchar('\n');                                                 \
        }                                                                  \
    } while (0)

/* Ends the program if something is missing that the test itself needs. */
#define REQUIRE(condition) ((condition) ? (void)0 : abort())

/* Memory that the test itself needs. */
static inline void *required(void *memory) {
    REQUIRE(memory);
    return memory;
}

/* Counts something that cannot be tried here, and prints why, as printf() does. */
#define test_skip(...) \
    (test_skipped++, printf("skipped: "), printf(__VA_ARGS__), (void)putchar('\n'))

/* Says how much was tried. tests/run adds up the figures with the same `what`. */
static inline void test_figure(unsigned long long number, const char *what) {
    printf("figure: %llu %s\n", number, what);
}

/* Whether to try every case instead of a sample that takes seconds. */
static inline bool test_is_long(void) {
    const char *asked = getenv("NEARDUP_LONG");
    return asked && *asked == '1';
}

/* What samples and random input begin with, NEARDUP_SEED or 1. The first call prints it. */
static inline size_t test_seed(void) {
    static bool is_told;
    const char *given = getenv("NEARDUP_SEED");
    size_t seed = given ? (size_t)strtoull(given, NULL, 10) : 1;
    if (!is_told)
        printf("seed: %zu\n", seed);
    is_told = true;
    return seed;
}

/*
 * Whether case number `turn` is tried in way `which` of `ways`: in the short form one way, which
 * changes from case to case and from seed to seed.
 */
static inline bool test_has_turn(size_t turn, size_t ways, size_t which) {
    return test_is_long() || (turn + test_seed()) % ways == which;
}

/* `unit` again and again, to `length` bytes before a NUL; released by free(). */
static inline char *test_repeated(const char *unit, size_t length) {
    char *text = required(malloc(length + 1));
    for (size_t i = 0, size = strlen(unit); i < length; i++)
        text[i] = unit[i % size];
    text[length] = '\0';
    return text;
}

/* Seconds of a processor since clock() gave `begin`. */
static inline double test_seconds(clock_t begin) {
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Calls each test in turn, as run_tests() of counting.py does. */
#define RUN_TESTS(...)                                                                           \
    do {                                                                                         \
        void (*const tests_in_turn[])(void) = {__VA_ARGS__};                                     \
        for (size_t test_i = 0; test_i < sizeof tests_in_turn / sizeof *tests_in_turn; test_i++) \
            tests_in_turn[test_i]();                                                             \
    } while (0)

static inline int test_end(const char *name) {
    printf("%s: %lu passed, %lu failed, %lu skipped\n", name, test_passed, test_failed,
           test_skipped);
    return test_failed ? 1 : 0;
}
