/* test_memory_bound.c - the shares of --memory, and which of it reads a record. */
#include "base/memory_bound.h"
#include "test.h"

#include <string.h>

static void test_default(void) {
    CHECK(record_max() == record_usual && work_max() == work_usual, "not the usual shares");
    CHECK(sqlite_memory_max() == sqlite_usual, "not the usual share of SQLite");
}

static void test_shares(void) {
    memory_bound_set(1);
    test_default();
    memory_bound_set(2 * memory_usual);
    CHECK(record_max() == 2 * (size_t)record_usual, "found %zu", record_max());
    CHECK(work_max() == 2 * (size_t)work_usual, "found %zu", work_max());
    CHECK(strcmp(memory_advice(), "a larger --memory reads it") == 0, "found %s", memory_advice());
    memory_bound_set(memory_most);
    CHECK(record_max() == record_most, "found %zu", record_max());
    CHECK(strcmp(memory_advice(), "no --memory is large enough") == 0, "found %s", memory_advice());
    CHECK(sqlite_memory_max() == sqlite_usual * (int64_t)memory_most / memory_usual, "found %lld",
          (long long)sqlite_memory_max());
}

/* Just enough: one less is not. */
static void test_for_record(void) {
    static const uint64_t lengths[] = {record_usual + 1, 40000000, 123456789, record_most - 1,
                                       record_most};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int memory = memory_for_record(lengths[i]);
        memory_bound_set(memory);
        CHECK(record_max() >= lengths[i], "%d is too little", memory);
        memory_bound_set(memory - 1);
        CHECK(record_max() < lengths[i], "%d is too much", memory);
    }
    CHECK(memory_for_record(record_most + UINT64_C(1)) == 0, "no bound is enough");
    memory_bound_set(memory_usual);
}

int main(void) {
    test_default();
    test_shares();
    test_for_record();
    return test_end("loader/test_memory_bound");
}
