/*
 * test_shared_signatures.c - the rows are those of a comparison of all signatures with all others,
 * with any number of threads, in memory and in a storage, in one collection and in several that
 * are put together, and faults are reported.
 */
#include "faulty_memory.h"
#include "faulty_storage.h"
#include "minhash/shared_signatures.h"
#include "minhash/signature_blob.h"
#include "plain_memory.h"
#include "random_input.h"
#include "test.h"

#include <inttypes.h>
#include <pthread.h>

enum { text_max = 40, texts_max = 900, bands = 6 };

static struct {
    int64_t id;
    char text[text_max + 1];
} texts[texts_max + 1]; /* the last is for exchanging two */
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
        uint64_t signatures[bands];
        minhash_signatures(family, workspace.minima, signatures);
        for (uint32_t band = 0; band < bands; band++)
            all[count++] = (struct shared_signature){band + 1, (int64_t)signatures[band], first};
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

/* ---- Trying ---------------------------------------------------------------------------------- */

/* With texts, which collections of several owners need. */
static struct collection_settings settings_of(unsigned threads, size_t room) {
    return (struct collection_settings){.allocator =
                                            threads > 0 ? &plain_allocator : &faulty_allocator,
                                        .parameters = parameters,
                                        .threads = threads,
                                        .memory = room,
                                        .with_texts = true,
                                        .storage = &faulty_storage,
                                        .key = {3, 4}};
}

/* Threads start when so many texts are there. */
enum { texts_of_threads = 4096 };

static unsigned owners[texts_max], owner_count; /* the collection of each text */

static void share_out(unsigned count) {
    owner_count = count;
    for (size_t i = 0; i < text_count; i++)
        owners[i] = (unsigned)random_below(count);
}

static enum record_result add_empty_texts(struct signature_collection *collection, size_t count) {
    enum record_result result = record_ok;
    for (size_t i = 0; i < count && result == record_ok; i++)
        result = signature_collection_add(collection, 5, "", 0);
    return result;
}

/* Adds the texts of an owner. */
static enum record_result collect_part(const struct collection_settings *settings, unsigned owner,
                                       struct signature_collection **collection) {
    *collection = signature_collection_new(settings);
    enum record_result result = *collection ? record_ok : record_no_memory;
    if (result == record_ok && settings->threads > 0)
        result = add_empty_texts(*collection, texts_of_threads);
    for (size_t i = 0; i < text_count && result == record_ok; i++)
        if (owners[i] == owner)
            result = signature_collection_add(*collection, texts[i].id, texts[i].text,
                                              strlen(texts[i].text));
    return result;
}

static enum record_result collect_of(const struct collection_settings *settings, unsigned owner,
                                     struct signature_collection **collection) {
    enum record_result result = collect_part(settings, owner, collection);
    return result == record_ok ? signature_collection_finish(*collection) : result;
}

static struct shared_signature found[texts_max * (bands + 1) + 1];
static size_t found_count;

/* Appends the rows of a collection, and before them its copies, as those of band 0. */
static enum record_result read_rows(const struct signature_collection *collection,
                                    struct interruption *interruption) {
    struct shared_signatures *reader = shared_signatures_new(collection, interruption);
    enum record_result result = reader ? record_ok : record_no_memory;
    const struct copies *copies = &collection->copies;
    for (size_t i = 0; i < copies->count && found_count < sizeof found / sizeof *found; i++)
        found[found_count++] = (struct shared_signature){0, copies->firsts[i], copies->ids[i]};
    for (bool end = false; result == record_ok && !end;) {
        struct shared_signature row;
        result = shared_signatures_next(reader, &row, &end);
        if (result == record_ok && !end && found_count < sizeof found / sizeof *found)
            found[found_count++] = row;
    }
    shared_signatures_free(reader);
    return result;
}

static void check_rows(const char *what) {
    size_t wrong = 0;
    for (size_t i = 0; i < found_count && i < expected_count; i++)
        wrong += compare_rows(&found[i], &expected[i]) != 0;
    CHECK(wrong == 0 && found_count == expected_count, "%s: %zu rows, %zu wrong, %zu expected",
          what, found_count, wrong, expected_count);
    found_count = 0;
}

/* The same as collect(), of several parts that are joined. */
static enum record_result collect_parts(const struct collection_settings *settings) {
    struct signature_collection *whole = signature_collection_new(settings), *parts[5] = {NULL};
    enum record_result result = whole ? record_ok : record_no_memory;
    stored_bytes.size = stored_bytes.calls = found_count = 0;
    share_out(sizeof parts / sizeof *parts);
    for (unsigned i = 0; i < owner_count && result == record_ok; i++) {
        result = collect_part(settings, i, &parts[i]);
        if (result == record_ok)
            result = signature_collection_join(whole, parts[i]);
    }
    if (result == record_ok)
        result = signature_collection_finish(whole);
    if (result == record_ok)
        result = read_rows(whole, settings->interruption);
    if (result == record_ok)
        check_rows("of parts");
    signature_collection_free(whole);
    for (unsigned i = 0; i < owner_count; i++)
        signature_collection_free(parts[i]);
    return result;
}

/* Collects all texts and reads the rows twice. Returns the first failure. */
static enum record_result collect(const struct collection_settings *settings) {
    struct signature_collection *collection;
    stored_bytes.size = stored_bytes.calls = found_count = 0;
    share_out(1);
    enum record_result result = collect_of(settings, 0, &collection);
    for (int turn = 0; turn < 2 && result == record_ok; turn++) {
        result = read_rows(collection, settings->interruption);
        if (result == record_ok)
            check_rows("in order");
    }
    signature_collection_free(collection);
    return result;
}

static void test_rows(void) {
    static const size_t counts[] = {0, 1, 2, 3, 50, texts_max};
    for (size_t i = 0; i < 2 * sizeof counts / sizeof *counts; i++) {
        make_texts(counts[i / 2], i % 2);
        for (unsigned threads = 0; threads < 6; threads += 1 + threads) {
            for (size_t room = 1; room < 1 << 24; room *= 64) {
                struct collection_settings settings = settings_of(threads, room);
                settings.with_texts = false;
                CHECK(collect(&settings) == record_ok, "%zu texts, %u threads, %zu bytes",
                      counts[i / 2], threads, room);
            }
            struct collection_settings settings = settings_of(threads, 1 << 20);
            CHECK(collect(&settings) == record_ok, "%u threads, with texts", threads);
            CHECK(collect_parts(&settings) == record_ok, "%u threads, parts", threads);
            settings.storage = NULL;
            CHECK(collect(&settings) == record_ok, "%u threads without a storage", threads);
        }
    }
    test_figure(expected_count, "shared signatures compared with brute force");
}

/* ---- Several collections --------------------------------------------------------------------- */

enum { blobs_max = 8192, blob_size_min = 200, collections_max = 7 };

static struct {
    uint32_t part;
    size_t size;
    unsigned char *bytes;
} blobs[blobs_max];
static size_t blob_count;

static void free_blobs(void) {
    while (blob_count > 0)
        free(blobs[--blob_count].bytes);
}

/* Keeps the blobs of a collection, in any order. */
static enum record_result keep_blobs(const struct signature_collection *collection, uint32_t parts,
                                     size_t size_max) {
    struct signature_blob_writer *writer =
        signature_blob_writer_new(collection, parts, size_max, collection->settings.interruption);
    enum record_result result = writer ? record_ok : record_no_memory;
    uint32_t last = 0;
    for (bool end = false; result == record_ok && blob_count < blobs_max;) {
        struct signature_blob blob;
        result = signature_blob_writer_next(writer, &blob, &end);
        if (result != record_ok || end)
            break;
        CHECK(blob.part >= last && blob.part < parts && blob.size <= size_max &&
                  blob.size > signature_blob_header_size,
              "part %u of %zu bytes", blob.part, blob.size);
        last = blob.part;
        size_t at = random_below(++blob_count);
        blobs[blob_count - 1] = blobs[at];
        blobs[at].part = blob.part;
        blobs[at].size = blob.size;
        blobs[at].bytes = required(malloc(blob.size));
        memcpy(blobs[at].bytes, blob.bytes, blob.size);
    }
    CHECK(blob_count < blobs_max, "too many blobs");
    signature_blob_writer_free(writer);
    return result;
}

static enum record_result keep_blobs_of(const struct collection_settings *settings, unsigned owner,
                                        uint32_t parts, size_t size_max) {
    struct signature_collection *collection;
    enum record_result result = collect_of(settings, owner, &collection);
    if (result == record_ok)
        result = keep_blobs(collection, parts, size_max);
    signature_collection_free(collection);
    return result;
}

/* Makes a collection of the blobs of some parts. */
static enum record_result read_blobs(const struct collection_settings *settings, uint32_t part,
                                     uint32_t end, struct signature_collection **collection) {
    struct collection_settings merged = *settings;
    merged.storage = NULL;
    *collection = NULL;
    for (size_t i = 0; i < blob_count; i++) {
        struct signature_blob_header header;
        if (blobs[i].part < part || blobs[i].part >= end)
            continue;
        bool read = signature_blob_read_header(blobs[i].bytes, blobs[i].size, &header);
        CHECK(read && header.part == blobs[i].part &&
                  minhash_parameters_equal(&header.parameters, &parameters),
              "header of part %u", blobs[i].part);
        if (!*collection)
            *collection = signature_collection_of_records(&merged, header.key_digest);
        if (!*collection)
            return record_no_memory;
        enum signature_blob_result result = signature_blob_read(
            blobs[i].bytes, blobs[i].size, &header, *collection, merged.interruption);
        CHECK(result != signature_blob_malformed, "part %u is malformed", blobs[i].part);
        if (result == signature_blob_no_memory)
            return record_no_memory;
    }
    return *collection ? signature_collection_finish(*collection) : record_ok;
}

/* Appends the rows of some parts. */
static enum record_result read_parts(const struct collection_settings *settings, uint32_t part,
                                     uint32_t end) {
    struct signature_collection *collection;
    enum record_result result = read_blobs(settings, part, end, &collection);
    if (result == record_ok && collection)
        result = read_rows(collection, settings->interruption);
    signature_collection_free(collection);
    return result;
}

/* Divides the texts among collections, and these into parts; reads each part, and all at once. */
static enum record_result exchange(const struct collection_settings *settings, uint32_t parts,
                                   size_t size_max) {
    enum record_result result = record_ok;
    stored_bytes.size = stored_bytes.calls = found_count = 0;
    for (unsigned owner = 0; owner < owner_count && result == record_ok; owner++)
        result = keep_blobs_of(settings, owner, parts, size_max);
    for (uint32_t part = 0; part < parts && result == record_ok; part++)
        result = read_parts(settings, part, part + 1);
    for (int turn = 0; turn < 2 && result == record_ok; turn++) {
        qsort(found, found_count, sizeof *found, compare_rows);
        check_rows(turn == 0 ? "each part" : "parts at once");
        if (turn == 0)
            result = read_parts(settings, 0, parts);
    }
    free_blobs();
    return result;
}

static enum record_result exchange_few(const struct collection_settings *settings) {
    share_out(2);
    return exchange(settings, 3, 2000);
}

static void test_exchange(void) {
    static const struct {
        size_t texts;
        unsigned collections, threads;
        uint32_t parts;
        size_t room, size_max;
    } cases[] = {
        {0, 1, 0, 1, 1 << 20, 1 << 20},         {1, 3, 0, 2, 1 << 20, 1 << 20},
        {50, 1, 0, 1, 1 << 20, 1 << 20},        {50, 7, 3, 5, 1 << 20, blob_size_min},
        {texts_max, 2, 0, 10, 1, 300},          {texts_max, 5, 2, 3, 1 << 12, 5000},
        {texts_max, 7, 3, 448, 1 << 20, 1000},  {texts_max, 3, 1, 895, 1 << 14, 1 << 20},
        {texts_max, 2, 0, 897, 1 << 14, 4000},  {texts_max, 1, 2, 1792, 1 << 20, 1 << 20},
        {texts_max, 1, 0, 2688, 1, 1 << 20},    {200, 4, 0, signature_parts_max, 1 << 14, 1 << 20},
        {texts_max, 1, 0, 1, 1 << 20, 1 << 20},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        make_texts(cases[i / 2].texts, i % 2);
        share_out(cases[i / 2].collections);
        struct collection_settings settings = settings_of(cases[i / 2].threads, cases[i / 2].room);
        CHECK(exchange(&settings, cases[i / 2].parts, cases[i / 2].size_max) == record_ok,
              "case %zu", i);
    }
}

/* ---- Faults, in one collection and in several ------------------------------------------------ */

typedef enum record_result attempt(const struct collection_settings *settings);

static void test_no_memory(attempt *try, size_t least) {
    make_texts(50, false);
    struct collection_settings settings = settings_of(0, 1 << 14);
    FOR_EACH_FAULT(n) {
        enum record_result result = try(&settings);
        CHECK(faulty.live == 0, "%ld blocks are left after fault %lu", faulty.live, n);
        CHECK(result == (faulty.failed ? record_no_memory : record_ok), "fault %lu", n);
    }
    CHECK(faulty.faults > 2 * least, "%lu faults", faulty.faults);
}

static void test_storage_faults(attempt *try, unsigned threads) {
    make_texts(try == collect ? 200 : 400, false);
    struct collection_settings settings = settings_of(threads, 1 << (try == collect ? 14 : 10));
    settings.with_texts = try == exchange_few;
    CHECK(try(&settings) == record_ok && stored_bytes.calls > 10, "%lu calls with %u threads",
          stored_bytes.calls, threads);
    unsigned long calls = stored_bytes.calls;
    for (unsigned long at = 1; at <= calls; at += test_is_long() ? 1 : 1 + at / 20) {
        stored_bytes.fail_at = at;
        enum record_result result = try(&settings);
        CHECK(result ==
                  (stored_bytes.calls < at ? record_ok : record_not_stored), /* calls vary a bit */
              "call %lu with %u threads", at, threads);
    }
    stored_bytes.fail_at = 0;
}

static struct interruption asking;
static long questions_left; /* until the answer is yes */

/* Whoever counts steps asks after each. */
static bool stop(void *context) {
    (void)context;
    asking.steps = interruption_interval;
    return --questions_left < 0;
}

static enum record_result try_stopped_at(attempt *try, long question, unsigned threads) {
    struct collection_settings settings = settings_of(threads, 1 << 20);
    asking = (struct interruption){.should_stop = stop, .steps = interruption_interval};
    settings.interruption = &asking;
    questions_left = question;
    enum record_result result = try(&settings);
    CHECK(result == (asking.stopped ? record_no_memory : record_ok), "question %ld", question);
    return result;
}

static void test_interrupts(attempt *try) {
    make_texts(50, true);
    long questions = 0;
    while (try_stopped_at(try, questions, 0) != record_ok)
        questions += 1 + questions / 50;
    CHECK(questions > 100, "%ld questions", questions);
    make_texts(texts_max, true);
    try_stopped_at(try, 0, 2); /* whether the owner ever waits for long is a matter of luck */
}

/* ---- Blobs ----------------------------------------------------------------------------------- */

/* Whatever threads, memory and order of texts: the same bytes, also by way of other parts. */
static void test_same_blobs(void) {
    static unsigned char first[1 << 20];
    size_t first_size = 0;
    make_texts(texts_max, true);
    memcpy(texts[9].text, texts[8].text, sizeof texts[8].text); /* ids that come again: ... */
    texts[9].id = texts[8].id;                                  /* ... the same text, and ... */
    texts[11].id = texts[10].id;                                /* ... another */
    for (unsigned turn = 0; turn < 4; turn++) {
        struct collection_settings settings = settings_of(turn, turn % 2 ? 1 << 10 : 1 << 20);
        for (size_t i = 0; i < text_count; i++) {
            size_t other = random_below(i + 1);
            memcpy(&texts[texts_max], &texts[i], sizeof *texts);
            memcpy(&texts[i], &texts[other], sizeof *texts);
            memcpy(&texts[other], &texts[texts_max], sizeof *texts);
        }
        share_out(turn + 1);
        stored_bytes.size = 0;
        for (unsigned owner = 0; owner <= turn; owner++)
            CHECK(keep_blobs_of(&settings, owner, turn + 1, 10000) == record_ok, "memory");
        struct signature_collection *collection;
        CHECK(read_blobs(&settings, 0, turn + 1, &collection) == record_ok, "memory");
        free_blobs();
        CHECK(keep_blobs(collection, 1, sizeof first) == record_ok && blob_count == 1, "one blob");
        signature_collection_free(collection);
        if (turn == 0)
            memcpy(first, blobs->bytes, first_size = blobs->size);
        CHECK(blobs->size == first_size && memcmp(blobs->bytes, first, first_size) == 0,
              "turn %u: %zu bytes, first %zu", turn, blobs->size, first_size);
        free_blobs();
    }
}

/* Reads bytes that may be anything. */
static enum signature_blob_result read_any(const unsigned char *bytes, size_t size) {
    struct signature_blob_header header;
    if (!signature_blob_read_header(bytes, size, &header))
        return signature_blob_malformed;
    struct collection_settings settings = settings_of(0, 1);
    settings.storage = NULL;
    settings.parameters = header.parameters;
    struct signature_collection *collection =
        signature_collection_of_records(&settings, header.key_digest);
    enum signature_blob_result result = signature_blob_no_memory;
    if (collection)
        result = signature_blob_read(bytes, size, &header, collection, NULL);
    if (result == signature_blob_ok)
        CHECK(signature_collection_finish(collection) == record_ok, "memory");
    signature_collection_free(collection);
    return result;
}

/* Each beginning of a blob, and each bit of its bytes changed; in the short form every fifth. */
static void test_malformed_blobs(uint32_t parts) {
    const size_t step = test_is_long() ? 1 : 5;
    make_texts(12, false);
    share_out(1);
    struct collection_settings settings = settings_of(0, 1 << 20);
    CHECK(keep_blobs_of(&settings, 0, parts, 1 << 20) == record_ok, "memory");
    unsigned long accepted = 0, refused = 0;
    for (size_t i = 0; i < blob_count && i < 3; i++) {
        size_t size = blobs[i].size;
        unsigned char *bytes = malloc(size + 1);
        memcpy(bytes, blobs[i].bytes, size);
        CHECK(read_any(bytes, size) == signature_blob_ok, "as it was");
        bytes[size] = 0;
        CHECK(read_any(bytes, size + 1) == signature_blob_malformed, "a byte more");
        for (size_t cut = 0; cut < size; cut += step) {
            unsigned char *beginning = malloc(cut + 1); /* no byte more: sanitizers see */
            memcpy(beginning, bytes, cut);
            CHECK(read_any(beginning, cut) == signature_blob_malformed, "%zu bytes", cut);
            free(beginning);
        }
        for (size_t bit = 0; bit < 8 * size; bit += step) {
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            enum signature_blob_result result = read_any(bytes, size);
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            accepted += result == signature_blob_ok;
            refused += result == signature_blob_malformed;
        }
        free(bytes);
    }
    free_blobs();
    CHECK(accepted > 1000 / step && refused > 500 / step, "%lu accepted, %lu refused", accepted,
          refused);
}

/* Memory for very long texts is not kept for the next. */
static void test_long_text(void) {
    static char text[3 << 20];
    static const size_t lengths[] = {400000, sizeof text - 4};
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + random_below(20));
    for (unsigned i = 0; i < 4; i++) {
        unsigned threads = i / 2 * 2;
        size_t length = lengths[i % 2];
        struct collection_settings settings = settings_of(threads, 1 << 20);
        settings.with_texts = false;
        struct signature_collection *collection = signature_collection_new(&settings);
        size_t rows = 0;
        for (int64_t id = 0; id < 6; id++)
            CHECK(signature_collection_add(collection, id, text + id / 2, length) == record_ok,
                  "text %d", (int)id);
        CHECK(signature_collection_finish(collection) == record_ok, "%u threads", threads);
        CHECK(collection->copies.count == 3, "%u threads", threads);
        struct shared_signatures *reader = shared_signatures_new(collection, NULL);
        struct shared_signature row;
        for (bool end = false; !end; rows += !end)
            CHECK(shared_signatures_next(reader, &row, &end) == record_ok, "%zu rows", rows);
        CHECK(rows == 3 * bands, "%zu rows", rows);
        shared_signatures_free(reader);
        signature_collection_free(collection);
    }
}

int main(void) {
    random_state = 77;
    RUN_TESTS(test_rows, test_long_text, test_exchange);
    test_no_memory(collect, 20);
    test_no_memory(collect_parts, 60);
    test_no_memory(exchange_few, 60);
    test_storage_faults(collect, 0);
    test_storage_faults(collect, 3);
    test_storage_faults(collect_parts, 2);
    test_storage_faults(exchange_few, 0);
    test_interrupts(collect);
    test_interrupts(collect_parts);
    test_interrupts(exchange_few);
    test_same_blobs();
    test_malformed_blobs(1);
    test_malformed_blobs(4);
    test_malformed_blobs(1000);
    return faulty_end("core/test_shared_signatures");
}
