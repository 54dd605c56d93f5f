/* memory_bound.c - see memory_bound.h. */
#include "memory_bound.h"

#include <assert.h>

static int64_t bound = memory_usual; /* in MiB */

void memory_bound_set(int64_t megabytes) {
    assert(megabytes >= 1);
    bound = megabytes > memory_usual ? megabytes : memory_usual;
}

size_t record_max(void) {
    int64_t share = record_usual * bound / memory_usual;
    return (size_t)(share < record_most ? share : record_most);
}

size_t work_max(void) {
    return (size_t)(work_usual * bound / memory_usual);
}

int64_t sqlite_memory_max(void) {
    return sqlite_usual * bound / memory_usual;
}

int memory_for_record(uint64_t length) {
    return length > record_most ? 0
                                : (int)((length * memory_usual + record_usual - 1) / record_usual);
}

const char *memory_advice(void) {
    return record_max() < record_most ? "a larger --memory reads it"
                                      : "no --memory is large enough";
}
