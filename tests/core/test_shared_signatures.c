/*
 * test_shared_signatures.c - the rows are those of a comparison of all signatures with all others,
 * with any number of threads, in memory and in a storage, and faults are reported.
 */
#include "../test.h"
#include "faulty_memory.h"
#include "minhash/shared_signatures.h"
#include "plain_memory.h"
#include "random_input.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

enum { text_max = 40, texts_max = 900, bands = 6 };

static struct {
    int64_t id;
    char text[text_max + 1];
} texts[texts_max];
static size_t text_count;

static const struct minhash_parameters parameters = {
    .scheme = minhash_banded, .shingle = 3, .bands = bands, .rows = 2, .hashes = 12, .seed = 1};

/* ---- What is expected ------------------------------------------------------------------------ */

static struct shared_signature expected[texts_max * (bands + 1)];
static size_t expected_count;

static int compare_rows(const void *x, const void *y) {
    const struct shared_signature *a = x, *b = y;
    if (a->band != b->band)
        return a->band < b->band ? -1 : 1;
    if (a->signature != b->signature)
        return a->signature < b->signature ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* The smallest id of a text that equals text `i`. */
static int64_t first_of(size_t i) {
    int64_t first = texts[i].id;
    for (size_t k = 0; k < text_count; k++)
        if (texts[k].id < first && strcmp(texts[k].text, texts[i].text) == 0)
            first = texts[k].id;
    return first;
}

static void expect(void) {
    struct minhash_family *family = minhash_family_new(&faulty_allocator, &parameters);
    struct minhash_workspace workspace = {0};
    static struct shared_signature all[texts_max * bands];
    size_t count = 0;
    expected_count = 0;
    for (size_t i = 0; i < text_count; i++) {
        if (*texts[i].text == '\0')
            continue;
        int64_t first = first_of(i);
        if (first != texts[i].id) {
            expected[expected_count++] = (struct shared_signature){0, first, texts[i].id};
            continue;
        }
        minhash_minima(family, &workspace, texts[i].text, strlen(texts[i].text));
        for (uint32_t band = 0; band < bands; band++)
            all[count++] = (struct shared_signature){
                band + 1, minhash_signature(family, workspace.minima, band), first};
    }
    qsort(all, count, sizeof *all, compare_rows);
    for (size_t i = 0; i < count; i++) {
        bool as_before =
            i > 0 && all[i].band == all[i - 1].band && all[i].signature == all[i - 1].signature;
        bool as_after = i + 1 < count && all[i].band == all[i + 1].band &&
                        all[i].signature == all[i + 1].signature;
        if (as_before || as_after)
            expected[expected_count++] = all[i];
    }
    qsort(expected, expected_count, sizeof *expected, compare_rows);
    minhash_workspace_free(&workspace, &faulty_allocator);
    minhash_family_free(family);
}

/* Texts of few letters, so that many are equal or share shingles, in a random order of ids. */
static void make_texts(size_t count, bool dense_ids) {
    text_count = count;
    for (size_t i = 0; i < count; i++) {
        size_t length = random_below(10) == 0 ? random_below(5) : 8 + random_below(text_max - 8);
        texts[i].id = dense_ids ? (int64_t)i : (int64_t)random_word();
        if (i > 0 && random_below(3) == 0) {
            memcpy(texts[i].text, texts[random_below(i)].text, sizeof texts[i].text);
            if (random_below(2) == 0)
                texts[i].text[random_below(4)] = 'x';
            continue;
        }
        for (size_t k = 0; k < length; k++)
            texts[i].text[k] = (char)('a' + random_below(4));
        texts[i].text[length] = '\0';
    }
    if (count > 2) {
        texts[1].id = INT64_MIN;
        texts[2].id = INT64_MAX;
    }
    expect();
}

/* ---- A storage in memory, which fails on request --------------------------------------------- */

static struct {
    pthread_mutex_t mutex;
    unsigned char bytes[1 << 22];
    uint64_t size;
    unsigned long calls, fail_at; /* of write() and read(), from 1 */
} stored = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static uint64_t reserve(void *context, uint64_t size) {
    (void)context;
    pthread_mutex_lock(&stored.mutex);
    uint64_t begin = stored.size;
    stored.size += size;
    pthread_mutex_unlock(&stored.mutex);
    return begin;
}

static bool transfer(void *to, const void *from, uint64_t end, size_t size) {
    pthread_mutex_lock(&stored.mutex);
    bool works = ++stored.calls != stored.fail_at && end <= sizeof stored.bytes;
    if (works && size > 0)
        memcpy(to, from, size);
    pthread_mutex_unlock(&stored.mutex);
    return works;
}

static bool write_bytes(void *context, uint64_t offset, const void *bytes, size_t size) {
    (void)context;
    return transfer(stored.bytes + offset, bytes, offset + size, size);
}

static bool read_bytes(void *context, uint64_t offset, void *bytes, size_t size) {
    (void)context;
    return transfer(bytes, stored.bytes + offset, offset + size, size);
}

static const struct storage storage = {
    .reserve = reserve, .write = write_bytes, .read = read_bytes};

/* ---- Trying ---------------------------------------------------------------------------------- */

static struct collection_settings settings_of(unsigned threads, size_t memory) {
    return (struct collection_settings){.allocator =
                                            threads > 0 ? &plain_allocator : &faulty_allocator,
                                        .parameters = parameters,
                                        .threads = threads,
                                        .memory = memory,
                                        .storage = &storage,
                                        .key = {3, 4}};
}

/* Reads all rows, and checks them unless something fails. */
static enum record_result read_all(const struct signature_collection *collection,
                                   struct interruption *interruption) {
    struct shared_signatures *reader = shared_signatures_new(collection, interruption);
    enum record_result result = reader ? record_ok : record_no_memory;
    size_t count = 0, wrong = 0;
    for (bool end = false; result == record_ok && !end;) {
        struct shared_signature row;
        result = shared_signatures_next(reader, &row, &end);
        if (result == record_ok && !end) {
            wrong += count >= expected_count || compare_rows(&row, &expected[count]) != 0;
            count++;
        }
    }
    shared_signatures_free(reader);
    if (result == record_ok)
        CHECK(wrong == 0 && count == expected_count, "%zu rows, %zu wrong, %zu expected", count,
              wrong, expected_count);
    return result;
}

/* Threads start when so many texts are there, and then each has some to hash. */
enum { texts_of_a_batch = 4096, empty_texts = 100 };

static enum record_result add_empty_texts(struct signature_collection *collection, size_t count) {
    enum record_result result = record_ok;
    for (size_t i = 0; i < count && result == record_ok; i++)
        result = signature_collection_add(collection, 5, "", 0);
    return result;
}

/* Collects and reads. Returns the first failure. */
static enum record_result collect(const struct collection_settings *settings) {
    stored.size = stored.calls = 0;
    struct signature_collection *collection = signature_collection_new(settings);
    enum record_result result = collection ? record_ok : record_no_memory;
    if (result == record_ok && settings->threads > 0)
        result = add_empty_texts(collection, texts_of_a_batch);
    for (size_t i = 0; i < text_count && result == record_ok; i++) {
        result =
            signature_collection_add(collection, texts[i].id, texts[i].text, strlen(texts[i].text));
        if (result == record_ok && settings->threads > 0)
            result = add_empty_texts(collection, empty_texts);
    }
    if (result == record_ok)
        result = signature_collection_finish(collection);
    if (result == record_ok)
        result = read_all(collection, settings->interruption);
    if (result == record_ok) /* a second time */
        result = read_all(collection, settings->interruption);
    signature_collection_free(collection);
    return result;
}

static void test_rows(void) {
    static const size_t counts[] = {0, 1, 2, 3, 50, texts_max};
    for (size_t i = 0; i < 2 * sizeof counts / sizeof *counts; i++) {
        make_texts(counts[i / 2], i % 2);
        for (unsigned threads = 0; threads < 6; threads += 1 + threads) {
            for (size_t memory = 1; memory < 1 << 24; memory *= 64) {
                struct collection_settings settings = settings_of(threads, memory);
                CHECK(collect(&settings) == record_ok, "%zu texts, %u threads, %zu bytes",
                      counts[i / 2], threads, memory);
            }
            struct collection_settings settings = settings_of(threads, 1 << 20);
            settings.storage = NULL;
            CHECK(collect(&settings) == record_ok, "%u threads without a storage", threads);
        }
    }
    test_figure(expected_count, "shared signatures compared with brute force");
}

static void test_no_memory(bool for_good) {
    make_texts(60, false);
    struct collection_settings settings = settings_of(0, 1 << 14);
    unsigned long at = 1;
    for (;; at++) {
        faulty_begin(at, for_good);
        enum record_result result = collect(&settings);
        CHECK(faulty.live == 0, "%ld blocks are left after fault %lu", faulty.live, at);
        if (!faulty.failed)
            break;
        CHECK(result == record_no_memory, "fault %lu", at);
    }
    CHECK(at > 20, "%lu faults", at);
    faulty_begin(0, false);
}

static void test_storage_faults(unsigned threads) {
    make_texts(200, false);
    struct collection_settings settings = settings_of(threads, 1 << 14);
    CHECK(collect(&settings) == record_ok && stored.calls > 10, "%lu calls", stored.calls);
    unsigned long calls = stored.calls;
    for (unsigned long at = 1; at <= calls; at++) {
        stored.fail_at = at;
        enum record_result result = collect(&settings);
        CHECK(result == (stored.calls < at ? record_ok : record_not_stored), /* calls vary a bit */
              "call %lu with %u threads", at, threads);
    }
    stored.fail_at = 0;
}

static struct interruption asking;
static long questions_left; /* until the answer is yes */

/* Whoever counts steps asks after each. */
static bool stop(void *context) {
    (void)context;
    asking.steps = interruption_interval;
    return --questions_left < 0;
}

static enum record_result collect_stopped_at(long question, unsigned threads) {
    struct collection_settings settings = settings_of(threads, 1 << 20);
    asking = (struct interruption){.should_stop = stop, .steps = interruption_interval};
    settings.interruption = &asking;
    questions_left = question;
    enum record_result result = collect(&settings);
    CHECK(result == (asking.stopped ? record_no_memory : record_ok), "question %ld", question);
    return result;
}

static void test_interrupts(void) {
    make_texts(60, true);
    long questions = 0;
    while (collect_stopped_at(questions, 0) != record_ok)
        questions += 1 + questions / 50;
    CHECK(questions > 100, "%ld questions", questions);
    make_texts(texts_max, true);
    collect_stopped_at(0, 2); /* whether the owner ever waits for long is a matter of luck */
}

/* Memory for very long texts is not kept for the next. */
static void test_long_text(void) {
    static char text[3 << 20];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + random_below(20));
    for (unsigned threads = 0; threads <= 2; threads += 2) {
        struct collection_settings settings = settings_of(threads, 1 << 20);
        struct signature_collection *collection = signature_collection_new(&settings);
        size_t rows = 0;
        for (int64_t i = 0; i < 6; i++)
            CHECK(signature_collection_add(collection, i, text + i / 2, sizeof text - 4) ==
                      record_ok,
                  "text %d", (int)i);
        CHECK(signature_collection_finish(collection) == record_ok, "%u threads", threads);
        CHECK(signature_collection_copies(collection)->count == 3, "%u threads", threads);
        struct shared_signatures *reader = shared_signatures_new(collection, NULL);
        struct shared_signature row;
        for (bool end = false; !end; rows += !end)
            CHECK(shared_signatures_next(reader, &row, &end) == record_ok, "%zu rows", rows);
        CHECK(rows == 3 + 3 * bands, "%zu rows", rows);
        shared_signatures_free(reader);
        signature_collection_free(collection);
    }
}

int main(void) {
    random_state = 77;
    test_rows();
    test_no_memory(false);
    test_no_memory(true);
    test_storage_faults(0);
    test_storage_faults(3);
    test_interrupts();
    test_long_text();
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
    return test_end("core/test_shared_signatures");
}
