/* test_collision_filter.c - every key added twice is found, and few other keys. */
#include "../test.h"
#include "faulty_memory.h"
#include "minhash/collision_filter.h"
#include "random_input.h"

#include <string.h>

enum { keys_max = 400000, batch = 25 };

static int64_t keys[keys_max];

/* Adds keys[0 .. count) in batches. */
static void add_all(struct collision_filter *filter, size_t count) {
    unsigned long refused = 0;
    for (size_t i = 0; i < count; i += batch)
        refused += !collision_filter_add(filter, &faulty_allocator, keys + i,
                                         count - i < batch ? count - i : batch);
    CHECK(refused == 0, "%lu batches were refused", refused);
}

static unsigned long found(const struct collision_filter *filter, size_t begin, size_t end) {
    unsigned long count = 0;
    for (size_t i = begin; i < end; i++)
        count += collision_filter_contains(filter, keys[i]);
    return count;
}

/* The last tenth of the keys repeats the first. */
static void repeat_a_tenth(size_t count) {
    memcpy(keys + count - count / 10, keys, count / 10 * sizeof *keys);
}

static void test_keys(const char *what, size_t count, uint64_t announced, double wrong_most) {
    struct collision_filter filter = {0};
    repeat_a_tenth(count);
    CHECK(collision_filter_begin(&filter, &faulty_allocator, announced, UINT64_MAX), "memory");
    add_all(&filter, count);
    for (int sealed = 0; sealed < 2; sealed++) {
        size_t repeated = count / 10, once = count - 2 * repeated;
        CHECK(found(&filter, 0, repeated) == repeated, "%s: keys that came twice are missed", what);
        double wrong = (double)found(&filter, repeated, count - repeated) / (double)once;
        CHECK(wrong <= wrong_most, "%s: %.2f %% of the others are found", what, 100 * wrong);
        collision_filter_seal(&filter, &faulty_allocator);
    }
    collision_filter_free(&filter, &faulty_allocator);
}

static void random_keys(void) {
    for (size_t i = 0; i < keys_max; i++)
        keys[i] = (int64_t)random_word();
}

static void consecutive_keys(void) {
    for (size_t i = 0; i < keys_max; i++)
        keys[i] = (int64_t)i - 1000;
}

static void high_keys(void) {
    for (size_t i = 0; i < keys_max; i++)
        keys[i] = (int64_t)((uint64_t)i << 44);
}

static void test_kinds(void) {
    random_keys();
    test_keys("random keys", keys_max, keys_max, 0.01);
    consecutive_keys();
    test_keys("consecutive keys", keys_max, keys_max, 0.01);
    high_keys();
    test_keys("keys of high bits", keys_max, keys_max, 0.01);
}

/* With more layers there are more errors, but no key is missed. */
static void test_more_than_announced(void) {
    random_keys();
    test_keys("half announced", keys_max, keys_max / 2, 0.04);
    test_keys("a tenth announced", keys_max, keys_max / 10, 0.12);
    test_keys("none announced", keys_max, 0, 0.5);
    test_keys("fewer than announced", 1000, keys_max, 0.0001);
}

/* If all keys repeat, the second filter must grow. */
static void test_all_repeated(void) {
    struct collision_filter filter = {0};
    random_keys();
    CHECK(collision_filter_begin(&filter, &faulty_allocator, keys_max, UINT64_MAX), "memory");
    add_all(&filter, keys_max / 2);
    add_all(&filter, keys_max / 2);
    unsigned long missed = keys_max / 2 - found(&filter, 0, keys_max / 2);
    unsigned long wrong = found(&filter, keys_max / 2, keys_max);
    CHECK(missed == 0 && wrong < keys_max / 2 / 50, "%lu missed, %lu wrong", missed, wrong);
    CHECK(collision_filter_size(&filter) < keys_max * 20 / 8, "%llu bytes",
          (unsigned long long)collision_filter_size(&filter));
    collision_filter_free(&filter, &faulty_allocator);
}

/* Allocating nine tenths in advance and the rest later takes no more memory than all at once. */
static void test_announced_at_once(void) {
    struct collision_filter all = {0}, filter = {0};
    random_keys();
    CHECK(collision_filter_begin(&all, &faulty_allocator, keys_max, UINT64_MAX), "memory");
    CHECK(collision_filter_begin(&filter, &faulty_allocator, keys_max, keys_max / 10 * 9),
          "memory");
    uint64_t size = collision_filter_size(&all), first = collision_filter_size(&filter);
    CHECK(first < size / 100 * 91, "%llu bytes at once", (unsigned long long)first);
    add_all(&filter, keys_max);
    uint64_t last = collision_filter_size(&filter);
    CHECK(last < size / 100 * 101, "%llu bytes, not %llu", (unsigned long long)last,
          (unsigned long long)size);
    unsigned long wrong = found(&filter, 0, keys_max);
    CHECK(wrong < keys_max / 50, "%lu wrong", wrong);
    collision_filter_free(&all, &faulty_allocator);
    collision_filter_free(&filter, &faulty_allocator);
}

static void test_size(void) {
    struct collision_filter filter = {0};
    CHECK(collision_filter_begin(&filter, &faulty_allocator, 1 << 20, UINT64_MAX), "memory");
    uint64_t size = collision_filter_size(&filter);
    CHECK(size > 1 << 20 && size < (1 << 20) * 33 / 32, "a byte for each key is %llu",
          (unsigned long long)size);
    collision_filter_seal(&filter, &faulty_allocator);
    CHECK(collision_filter_size(&filter) < size / 7, "little stays");
    collision_filter_free(&filter, &faulty_allocator);
}

static void test_small(void) {
    struct collision_filter filter = {0};
    CHECK(!collision_filter_contains(&filter, 0), "one that was never begun is empty");
    CHECK(collision_filter_begin(&filter, &faulty_allocator, 0, UINT64_MAX), "memory");
    CHECK(!collision_filter_contains(&filter, 0) && !collision_filter_contains(&filter, -1),
          "nothing");
    keys[0] = keys[1] = 7;
    CHECK(collision_filter_add(&filter, &faulty_allocator, keys, 0), "adds nothing");
    CHECK(collision_filter_add(&filter, &faulty_allocator, keys, 1), "adds one");
    CHECK(!collision_filter_contains(&filter, 7), "it came once");
    CHECK(collision_filter_add(&filter, &faulty_allocator, keys, 1), "adds it again");
    CHECK(collision_filter_contains(&filter, 7), "it came twice");
    keys[0] = keys[1] = INT64_MIN;
    CHECK(collision_filter_add(&filter, &faulty_allocator, keys, 2), "two at once");
    CHECK(collision_filter_contains(&filter, INT64_MIN), "came twice");
    collision_filter_free(&filter, &faulty_allocator);
    CHECK(filter.seen.layer_count == 0 && filter.repeated.layer_count == 0, "is empty again");
}

/* The bits set do not depend on the CPU: these keys are found in error everywhere. */
static void test_frozen(void) {
    struct collision_filter filter = {0};
    uint64_t sum = 0;
    consecutive_keys();
    CHECK(collision_filter_begin(&filter, &faulty_allocator, 20000, UINT64_MAX), "memory");
    add_all(&filter, 20000);
    for (size_t i = 0; i < 20000; i++)
        sum += collision_filter_contains(&filter, keys[i]) ? i * i : 0;
    CHECK(sum == UINT64_C(39316512025), "%llu", (unsigned long long)sum);
    collision_filter_free(&filter, &faulty_allocator);
}

/* The largest size requested from an allocator that always fails. */
static size_t most_wanted;

static void *want(void *memory, size_t size) {
    (void)memory;
    most_wanted = size > most_wanted ? size : most_wanted;
    return NULL;
}

/* SQLite could allocate it, however many keys are announced. */
static void test_many_announced(void) {
    static const struct allocator wanting = {want, NULL};
    const size_t sqlite_most = 2147483391;
    for (uint64_t many = UINT64_C(1) << 30; many <= UINT64_C(1) << 50; many *= 2) {
        struct collision_filter filter = {0};
        CHECK(!collision_filter_begin(&filter, &wanting, many, UINT64_MAX), "there is no memory");
        CHECK(most_wanted <= sqlite_most, "%zu bytes for %llu keys", most_wanted,
              (unsigned long long)many);
    }
    CHECK(most_wanted > sqlite_most - 128, "close to the largest possible: %zu", most_wanted);
}

int main(void) {
    test_small();
    test_kinds();
    test_more_than_announced();
    test_all_repeated();
    test_announced_at_once();
    test_size();
    test_many_announced();
    test_frozen();
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_collision_filter");
}
