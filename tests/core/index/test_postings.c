/*
 * test_postings.c - postings on pages, sorted, merged, in memory and in filters, against arrays
 * that are searched from end to end.
 */
#include "core.h"
#include "exact_memory.h"
#include "plain_memory.h"
#include "random_input.h"
#include "test.h"

enum { most = 3000 };

/* Keys are few or many, and ids small, equal or any. */
static size_t random_postings(struct posting *postings, unsigned round) {
    size_t count = random_word() % (round % 7 == 0 ? most : 200) + 1;
    uint64_t keys = round % 5 == 0 ? 3 : round % 5 == 1 ? 1 << 12 : POSTING_KEY_MAX;
    for (size_t i = 0; i < count; i++)
        postings[i] = (struct posting){random_word() % (keys + 1)
                                               << (round % 3 == 0 && keys < 1 << 20 ? 20 : 0) &
                                           POSTING_KEY_MAX,
                                       round % 4 == 0   ? 7
                                       : round % 4 == 1 ? (int64_t)random_word()
                                                        : (int64_t)(random_word() % 100000) - 500};
    return count;
}

static bool is_sorted(const struct posting *postings, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (posting_precedes(&postings[i], &postings[i - 1]))
            return false;
    return true;
}

/* The same postings, in any order: sums that tell most differences. */
static uint64_t digest(const struct posting *postings, size_t count) {
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum += mix64(mix64(postings[i].key + 1) ^ (uint64_t)postings[i].id);
    return sum;
}

static struct posting_shape shape_of(const struct posting *postings, size_t count, uint32_t pages) {
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        first = postings[i].id < first ? postings[i].id : first;
        last = postings[i].id > last ? postings[i].id : last;
    }
    return (struct posting_shape){pages, first, posting_id_bits(first, last)};
}

/* One page of a segment: read whole, by key, and from damaged bytes, each in memory of its size. */
static void check_page(const struct posting_shape *shape, uint32_t page,
                       const struct posting *postings, size_t count) {
    size_t size = posting_page_size(shape, page, count);
    unsigned char *bytes = exact_memory(size + posting_page_slack), *own = exact_memory(size);
    struct posting read[most];
    struct posting_page opened;
    uint64_t end = posting_page_begin(page + 1, shape->pages);
    posting_page_write(shape, page, postings, count, bytes);
    memcpy(own, bytes, size);
    CHECK(posting_page_open(&opened, shape, page, own, size) && opened.count == count &&
              posting_page_read(&opened, end, read) &&
              memcmp(read, postings, count * sizeof *read) == 0,
          "a page of %zu", count);
    for (size_t i = 0; i < count; i += 1 + count / 50) {
        uint64_t key = postings[i].key + (i % 3 == 2 && postings[i].key + 1 < end);
        size_t begin, after, first = 0, last;
        posting_page_find(&opened, key, &begin, &after);
        while (first < count && postings[first].key < key)
            first++;
        for (last = first; last < count && postings[last].key == key;)
            last++;
        CHECK(first == last ? begin == after : begin == first && after == last,
              "key %llu: %zu to %zu, not %zu to %zu", (unsigned long long)key, begin, after, first,
              last);
        CHECK(posting_page_id(&opened, i) == postings[i].id, "id %zu", i);
    }
    for (int damage = 0; damage < 8; damage++) {
        memcpy(own, bytes, size);
        own[random_word() % size] ^= (unsigned char)(1u << random_word() % 8);
        size_t begin, after, shorter = damage % 4 == 3 ? random_word() % size : size;
        if (!posting_page_open(&opened, shape, page, own, shorter))
            continue;
        if (posting_page_read(&opened, end, read)) /* else it is refused, and does not crash */
            CHECK(is_sorted(read, opened.count), "a damaged page of %zu", opened.count);
        posting_page_find(&opened, postings[0].key, &begin, &after);
        CHECK(begin <= after && after <= opened.count, "%zu to %zu", begin, after);
    }
    exact_release();
}

static void test_pages(unsigned rounds) {
    static struct posting postings[most], scratch[most];
    for (unsigned round = 0; round < rounds; round++) {
        size_t count = random_postings(postings, round);
        uint64_t before = digest(postings, count), least = POSTING_KEY_MAX, greatest = 0;
        for (size_t i = 0; i < count; i++) {
            least = postings[i].key < least ? postings[i].key : least;
            greatest = postings[i].key > greatest ? postings[i].key : greatest;
        }
        postings_sort(postings, scratch, count, round % 2 ? least : 0,
                      round % 2 ? greatest + 1 : POSTING_KEY_MAX + 1);
        CHECK(is_sorted(postings, count) && digest(postings, count) == before, "sorted: %zu",
              count);
        uint32_t pages =
            round % 2 ? (uint32_t)(count / 30 + 1) : (uint32_t)(random_word() % 1000 + 1);
        struct posting_shape shape = shape_of(postings, count, pages);
        for (size_t i = 0, end; i < count; i = end) {
            uint32_t page = posting_page_of(postings[i].key, pages);
            for (end = i; end < count && posting_page_of(postings[end].key, pages) == page;)
                end++;
            CHECK(posting_page_begin(page, pages) <= postings[i].key &&
                      postings[end - 1].key < posting_page_begin(page + 1, pages),
                  "page %u of %u", page, pages);
            check_page(&shape, page, postings + i, end - i);
        }
    }
}

static void test_map_and_filter(void) {
    static struct posting postings[most];
    struct posting_map map = {.count = 0};
    struct posting_filter filter;
    size_t count = random_postings(postings, 7), passes = 0, absent = 100000;
    CHECK(posting_filter_make(&filter, &plain_allocator, count), "memory");
    for (size_t i = 0; i < count; i++) {
        CHECK(posting_map_add(&map, &plain_allocator, postings[i].id, &postings[i].key, 1),
              "memory");
        posting_filter_add(&filter, postings[i].key);
    }
    for (size_t i = 0; i < count; i++) {
        size_t expected = 0, found = 0;
        for (size_t j = 0; j < count; j++)
            expected += postings[j].key == postings[i].key;
        for (uint32_t at = 0; (at = posting_map_find(&map, postings[i].key, at)) != 0;)
            found += map.postings[at - 1].key == postings[i].key;
        CHECK(found == expected, "%zu postings, not %zu", found, expected);
        CHECK(posting_filter_passes(&filter, postings[i].key), "an added key");
    }
    for (size_t i = 0; i < absent; i++)
        passes += posting_filter_passes(&filter, random_word() & POSTING_KEY_MAX);
    CHECK(passes < absent / 100, "%zu of %zu absent keys pass", passes, absent);
    posting_map_clear(&map);
    CHECK(posting_map_find(&map, postings[0].key, 0) == 0, "an empty map");
    posting_map_free(&map, &plain_allocator);
    posting_filter_free(&filter, &plain_allocator);
}

int main(void) {
    unsigned rounds = test_is_long() ? 20000 : 400;
    test_pages(rounds);
    test_map_and_filter();
    return test_end("core/test_postings");
}
