/* test_id_set.c - the set contains what it was made of, and nothing else. */
#include "base/id_set.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

int main(void) {
    static int64_t ids[5000];
    random_state = 5;
    for (size_t count = 0; count <= 5000; count = count < 40 ? count + 1 : count * 3) {
        struct id_set set;
        for (size_t i = 0; i < count; i++)
            ids[i] = i % 7 == 3 ? ids[i - 1] : i % 2 ? (int64_t)random_word() : (int64_t)(2 * i);
        if (count > 30) {
            ids[5] = INT64_MIN;
            ids[6] = INT64_MAX;
        }
        CHECK(id_set_make(&set, memory, random_word(), ids, count), "%zu ids", count);
        size_t found = 0, wrong = 0;
        for (size_t i = 0; i < count; i++)
            found += id_set_contains(&set, ids[i]);
        for (size_t i = 0; i < 1000; i++)
            wrong += id_set_contains(&set, (int64_t)(2 * i + 1)) +
                     id_set_contains(&set, (int64_t)random_word());
        wrong += count <= 30 && id_set_contains(&set, INT64_MIN);
        CHECK(found == count && wrong == 0, "%zu of %zu, %zu wrong", found, count, wrong);
        id_set_free(&set);
    }
    struct id_set set;
    faulty_begin(1, false);
    CHECK(!id_set_make(&set, memory, 1, ids, 10), "without memory");
    id_set_free(&set);
    return faulty_end("core/test_id_set");
}
