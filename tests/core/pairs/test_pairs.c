/*
 * test_pairs.c - buckets, candidates and similar pairs against the plain way: all pairs of texts
 * that share a bucket, compared one by one.
 */
#include "core.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "faulty_storage.h"
#include "plain_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"

#include <math.h>

/* ---- Rows ------------------------------------------------------------------------------------ */

enum { rows_max = 3000, texts_max = 200 };

struct row {
    int64_t band, signature, id;
};

static struct row rows[rows_max];
static size_t row_count;

/* Ascending ids: neighbours, and others that are far apart; of the difference between the first and
 * the last, the low 32 bits are 0. */
static int64_t id_of(size_t text) {
    if (text == 0 || text == texts_max - 1)
        return text == 0 ? INT64_MIN / 2 : INT64_MAX / 2 + 1;
    return (int64_t)text * (text < texts_max / 2 ? 1 : INT64_C(3000000000)) - 50;
}

static void make_rows(size_t count, size_t texts, size_t bands, size_t signatures) {
    row_count = count;
    for (size_t i = 0; i < count; i++) {
        size_t signature = random_below(signatures) * random_below(signatures) / signatures;
        rows[i] = (struct row){(int64_t)random_below(bands) - 1, (int64_t)signature - 5,
                               id_of(random_below(texts))};
    }
}

static int compare_rows(const void *x, const void *y) {
    const struct row *a = x, *b = y;
    if (a->band != b->band)
        return a->band < b->band ? -1 : 1;
    if (a->signature != b->signature)
        return a->signature < b->signature ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Returns false if memory runs out. */
static bool make_set(struct bucket_set *set, const struct allocator *allocator) {
    struct bucket_rows collected = {0};
    bool made = true;
    for (size_t i = 0; i < row_count && made; i++)
        made = bucket_rows_add(&collected, allocator, rows[i].band, rows[i].signature, rows[i].id);
    if (made)
        return bucket_set_make(set, allocator, &collected, NULL);
    bucket_rows_free(&collected, allocator);
    return false;
}

/* Whether another text is in the bucket of this row. */
static bool shares_bucket(const struct row *row) {
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].band == row->band && rows[i].signature == row->signature &&
            rows[i].id != row->id)
            return true;
    return false;
}

/* ---- Buckets --------------------------------------------------------------------------------- */

/* The set has exactly the rows that share a bucket with another text, each once, in order. */
static void check_set(const struct bucket_set *set) {
    struct row sorted[rows_max];
    size_t expected = 0, found = 0;
    for (size_t i = 0; i < row_count; i++)
        if (shares_bucket(rows + i))
            sorted[expected++] = rows[i];
    qsort(sorted, expected, sizeof *sorted, compare_rows);
    bool right = true;
    for (size_t i = 0; i < expected && right; i++) {
        if (i > 0 && compare_rows(sorted + i, sorted + i - 1) == 0)
            continue;
        uint32_t text = bucket_set_text(set, sorted[i].id);
        right = text != UINT32_MAX && set->members[found] == text && set->ids[text] == sorted[i].id;
        found++;
    }
    CHECK(right, "row %zu of %zu", found, expected);
    CHECK(set->buckets == 0 || set->starts[set->buckets] == found, "%zu rows", found);
    for (uint32_t text = 0; text < set->texts; text++) {
        right &= text == 0 || set->ids[text - 1] < set->ids[text];
        right &= set->text_starts[text] < set->text_starts[text + 1];
        for (uint32_t i = set->text_starts[text]; i < set->text_starts[text + 1]; i++) {
            uint32_t bucket = set->text_buckets[i];
            bool there = false;
            for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++)
                there |= set->members[row] == text;
            right &= there && bucket_size(set, bucket) >= 2;
        }
    }
    CHECK(right, "the buckets of each text");
    CHECK(bucket_set_text(set, id_of(1) - 1) == UINT32_MAX, "an id that is not there");
    for (uint32_t band = 1; band < set->band_count; band++)
        CHECK(bucket_set_after_band(set, set->bands[band] - 1) == set->band_starts[band], "band %u",
              band);
}

static void test_buckets(void) {
    for (int round = 0; round < 40; round++) {
        size_t texts = 1 + random_below(texts_max);
        make_rows(random_below(rows_max), texts, 1 + random_below(5), 1 + random_below(200));
        if (round % 2)
            qsort(rows, row_count, sizeof *rows, compare_rows);
        struct bucket_set set = {0};
        CHECK(make_set(&set, &faulty_allocator), "memory");
        check_set(&set);
        bucket_set_free(&set, &faulty_allocator);
    }
    row_count = 0;
    struct bucket_set set = {0};
    CHECK(make_set(&set, &faulty_allocator) && set.texts == 0 && set.buckets == 0, "no rows");
    bucket_set_free(&set, &faulty_allocator);
    rows[0] = (struct row){INT64_MAX, INT64_MIN, INT64_MAX};
    rows[1] = (struct row){INT64_MIN, INT64_MAX, INT64_MIN};
    rows[2] = (struct row){INT64_MAX, INT64_MIN, INT64_MIN};
    rows[3] = (struct row){INT64_MIN, INT64_MAX, INT64_MAX};
    row_count = 4;
    CHECK(make_set(&set, &faulty_allocator) && set.texts == 2 && set.buckets == 2, "extremes");
    check_set(&set);
    CHECK(bucket_set_after_band(&set, INT64_MAX) == 2, "no band is greater");
    bucket_set_free(&set, &faulty_allocator);
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
}

/* ---- Candidates ------------------------------------------------------------------------------ */

/* matrix[a][b] for a < b: whether the rule compares them; and what it counts. */
static bool matrix[texts_max][texts_max];
static uint64_t expected_left_out;
static uint32_t expected_large, expected_texts;

static uint32_t rank_of(const struct candidate_rule *rule, uint32_t text) {
    return rule->ranks ? rule->ranks[text] : text;
}

/* The place of a text in its bucket, in the order of ranks. */
static uint32_t place_in(const struct bucket_set *set, const struct candidate_rule *rule,
                         uint32_t bucket, uint32_t text) {
    uint32_t place = 0;
    for (uint32_t row = set->starts[bucket]; row < set->starts[bucket + 1]; row++)
        place += rank_of(rule, set->members[row]) < rank_of(rule, text);
    return place;
}

static bool is_compared(const struct bucket_set *set, const struct candidate_rule *rule,
                        uint32_t bucket, uint32_t a, uint32_t b) {
    if (bucket_size(set, bucket) <= rule->whole_most)
        return true;
    if (bucket >= bucket_set_after_band(set, rule->bands))
        return false;
    uint32_t x = place_in(set, rule, bucket, a), y = place_in(set, rule, bucket, b);
    uint32_t first = x < y ? x : y, apart = x < y ? y - x : x - y;
    return first < rule->representatives || apart <= rule->neighbours;
}

static void fill_matrix(const struct bucket_set *set, const struct candidate_rule *rule) {
    bool large_text[texts_max] = {false};
    memset(matrix, 0, sizeof matrix);
    expected_left_out = expected_large = expected_texts = 0;
    for (uint32_t bucket = 0; bucket < set->buckets; bucket++) {
        bool thinned = bucket_size(set, bucket) > rule->whole_most &&
                       bucket < bucket_set_after_band(set, rule->bands);
        expected_large += thinned;
        for (uint32_t i = set->starts[bucket]; i < set->starts[bucket + 1]; i++) {
            large_text[set->members[i]] |= thinned;
            for (uint32_t k = i + 1; k < set->starts[bucket + 1]; k++) {
                bool compared = is_compared(set, rule, bucket, set->members[i], set->members[k]);
                matrix[set->members[i]][set->members[k]] |= compared;
                expected_left_out += thinned && !compared;
            }
        }
    }
    for (size_t i = 0; i < texts_max; i++)
        expected_texts += large_text[i];
}

static void check_candidates(const struct bucket_set *set, const struct candidate_rule *rule) {
    struct candidates candidates;
    struct candidate_finder finder = {0};
    fill_matrix(set, rule);
    CHECK(candidates_begin(&candidates, &faulty_allocator, set, rule, NULL) &&
              candidate_finder_begin(&finder, &faulty_allocator, &candidates),
          "memory");
    bool right = true;
    for (uint32_t a = 0; a < set->texts; a++) {
        CHECK(candidate_finder_find(&finder, &faulty_allocator, &candidates, a, NULL), "memory");
        size_t at = 0;
        for (uint32_t b = 0; b < set->texts; b++)
            if (b > a && matrix[a][b])
                right &= at < finder.count && finder.found[at++] == b;
        right &= at == finder.count;
    }
    CHECK(right, "wholly up to %u, %u neighbours, %u representatives", rule->whole_most,
          rule->neighbours, rule->representatives);
    CHECK(
        candidates.left_out == expected_left_out && candidates.large_buckets == expected_large &&
            candidates.texts_in_large_buckets == expected_texts,
        "%llu pairs left out, expected %llu; %u large buckets, expected %u; %u texts, expected %u",
        (unsigned long long)candidates.left_out, (unsigned long long)expected_left_out,
        candidates.large_buckets, expected_large, candidates.texts_in_large_buckets,
        expected_texts);
    candidate_finder_free(&finder, &faulty_allocator);
    candidates_free(&candidates, &faulty_allocator);
}

static void shuffle_ranks(uint32_t *ranks, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = (uint32_t)random_below(i + 1);
        ranks[i] = ranks[other];
        ranks[other] = i;
    }
}

static void test_candidates(void) {
    for (int round = 0; round < 60; round++) {
        make_rows(random_below(rows_max), 1 + random_below(texts_max), 1 + random_below(5),
                  1 + random_below(200));
        struct bucket_set set = {0};
        uint32_t ranks[texts_max];
        CHECK(make_set(&set, &faulty_allocator), "memory");
        shuffle_ranks(ranks, set.texts);
        const uint32_t few[] = {0, 1, 2, 5, 1000, UINT32_MAX};
        struct candidate_rule rule = {.whole_most = 1 + (uint32_t)random_below(60),
                                      .neighbours = few[random_below(6)],
                                      .representatives = few[random_below(6)],
                                      .bands = (int64_t)random_below(5) - 1,
                                      .ranks = round % 2 ? ranks : NULL};
        check_candidates(&set, &rule);
        rule.whole_most = UINT32_MAX;
        check_candidates(&set, &rule);
        bucket_set_free(&set, &faulty_allocator);
    }
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Takes the rows, which are in order, piece by piece. Returns false if that failed. */
static bool store_rows(struct stored_buckets *stored, size_t rows_at_once) {
    struct bucket_rows collected = {0};
    enum record_result result = record_ok;
    bool ordered = true;
    stored->storage = &faulty_storage;
    for (size_t i = 0; i < row_count && result == record_ok && ordered; i++) {
        if (i % rows_at_once == 0)
            result = stored_buckets_take(stored, memory, &collected, false, &ordered, NULL);
        if (result == record_ok &&
            !bucket_rows_add(&collected, memory, rows[i].band, rows[i].signature, rows[i].id))
            result = record_no_memory;
    }
    if (result == record_ok)
        result = stored_buckets_take(stored, memory, &collected, true, &ordered, NULL);
    CHECK(result != record_ok || (ordered && collected.count == 0), "%zu rows are left",
          collected.count);
    bucket_rows_free(&collected, memory);
    return result == record_ok;
}

/* The pairs of the texts that a part owns are those of the whole, and no others are found. */
static bool find_owned(const struct bucket_set *whole, const struct bucket_set *part,
                       const struct candidate_rule *rule, struct candidates *candidates) {
    struct candidate_finder finder = {0};
    CHECK(candidates_begin(candidates, memory, part, rule, NULL) &&
              candidate_finder_begin(&finder, memory, candidates),
          "memory");
    bool right = true;
    for (uint32_t text = 0; text < part->texts; text++) {
        if (!bucket_set_owns(part, text))
            continue;
        uint32_t a = bucket_set_text(whole, part->ids[text]);
        CHECK(candidate_finder_find(&finder, memory, candidates, text, NULL), "memory");
        for (size_t i = 0; i < finder.count; i++) {
            uint32_t b = bucket_set_text(whole, part->ids[finder.found[i]]);
            right &= matrix[a][b];
            matrix[a][b] = false;
        }
    }
    candidate_finder_free(&finder, memory);
    return right;
}

static void check_parts(const struct bucket_set *set, const struct stored_buckets *stored,
                        const struct candidate_rule *rule, uint32_t texts_most) {
    struct bucket_parts parts = {.set = stored ? NULL : set,
                                 .stored = stored,
                                 .texts_most = texts_most,
                                 .whole_most = rule->whole_most,
                                 .bands = rule->bands};
    uint64_t large = 0, in_large = 0, left_out = 0;
    size_t count = 0, left = 0;
    bool right = true;
    fill_matrix(set, rule);
    while (!parts.ended && right) {
        struct bucket_set part = {0};
        struct candidates candidates;
        CHECK(bucket_parts_next(&parts, memory, &part, NULL) == record_ok, "memory");
        right = find_owned(set, &part, rule, &candidates);
        large += candidates.large_buckets;
        in_large += candidates.texts_in_large_buckets;
        left_out += candidates.left_out;
        candidates_free(&candidates, memory);
        bucket_set_free(&part, memory);
        count++;
    }
    bucket_parts_free(&parts, memory);
    for (size_t a = 0; a < texts_max; a++)
        for (size_t b = 0; b < texts_max; b++)
            left += matrix[a][b];
    CHECK(right && left == 0, "part %zu of up to %u texts; %zu pairs are left", count, texts_most,
          left);
    size_t owned_least = texts_most < 16 ? 1 : texts_most / 16;
    CHECK(count <= 1 + set->texts / owned_least, "%zu parts of %u texts", count, set->texts);
    CHECK(large == expected_large && in_large == expected_texts && left_out == expected_left_out,
          "%zu parts count %llu large buckets, expected %u", count, (unsigned long long)large,
          expected_large);
}

static void test_parts(void) {
    for (int round = 0; round < 60; round++) {
        make_rows(random_below(rows_max), 1 + random_below(texts_max), 1 + random_below(5),
                  1 + random_below(600));
        qsort(rows, row_count, sizeof *rows, compare_rows);
        struct bucket_set set = {0};
        struct stored_buckets stored = {0};
        CHECK(make_set(&set, memory) && store_rows(&stored, 1 + random_below(900)), "memory");
        struct candidate_rule rule = {.whole_most = 1 + (uint32_t)random_below(60),
                                      .neighbours = 2,
                                      .representatives = 2,
                                      .bands = (int64_t)random_below(5) - 1};
        const uint32_t most[] = {1, 16, 50, UINT32_MAX};
        for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
            check_parts(&set, NULL, &rule, most[i]);
            check_parts(&set, &stored, &rule, most[i]);
        }
        stored_buckets_free(&stored, memory);
        bucket_set_free(&set, memory);
        stored_bytes.size = 0;
    }
    /* Rows that come too late. */
    struct stored_buckets stored = {.storage = &faulty_storage};
    struct bucket_rows collected = {0};
    bool ordered = false, added = true;
    for (int64_t signature = 0; signature < 3; signature++)
        added &= bucket_rows_add(&collected, memory, 1, signature, 5);
    CHECK(added &&
              stored_buckets_take(&stored, memory, &collected, false, &ordered, NULL) ==
                  record_ok &&
              ordered && collected.count == 1,
          "the last bucket is left");
    CHECK(bucket_rows_add(&collected, memory, 1, 1, 6) &&
              stored_buckets_take(&stored, memory, &collected, true, &ordered, NULL) == record_ok &&
              !ordered,
          "a bucket in two places");
    bucket_rows_free(&collected, memory);
    stored_buckets_free(&stored, memory);
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
}

/* Fills `set` or `stored`, which is NULL otherwise: `count` texts meet in each of `bands` buckets,
 * and others in `pairs`. */
static bool make_buckets(struct bucket_set *set, struct stored_buckets *stored, uint32_t count,
                         int64_t bands, uint32_t pairs) {
    struct bucket_rows collected = {0};
    bool added = true, ordered;
    for (int64_t band = 0; band < bands; band++)
        for (uint32_t text = 0; text < count; text++)
            added &= bucket_rows_add(&collected, memory, band, 0, text);
    for (uint32_t text = 0; text < 2 * pairs; text++)
        added &= bucket_rows_add(&collected, memory, bands, text / 2, count + text);
    return added && (set ? bucket_set_make(set, memory, &collected, NULL)
                         : stored_buckets_take(stored, memory, &collected, true, &ordered, NULL) ==
                               record_ok);
}

/* How many parts there are of such buckets. */
static size_t count_parts(bool in_memory, uint32_t count, int64_t bands, uint32_t pairs,
                          uint32_t texts_most, uint64_t *texts_of_all) {
    struct bucket_set set = {0};
    struct stored_buckets stored = {.storage = &faulty_storage};
    CHECK(make_buckets(in_memory ? &set : NULL, &stored, count, bands, pairs), "memory");
    struct bucket_parts parts = {.set = in_memory ? &set : NULL,
                                 .stored = in_memory ? NULL : &stored,
                                 .texts_most = texts_most,
                                 .whole_most = UINT32_MAX,
                                 .bands = INT64_MAX};
    size_t made = 0;
    for (*texts_of_all = 0; !parts.ended; made++) {
        struct bucket_set part = {0};
        CHECK(bucket_parts_next(&parts, memory, &part, NULL) == record_ok, "memory");
        *texts_of_all += part.texts;
        bucket_set_free(&part, memory);
    }
    bucket_parts_free(&parts, memory);
    stored_buckets_free(&stored, memory);
    bucket_set_free(&set, memory);
    stored_bytes.size = 0;
    return made;
}

/* A bucket that is too large for a part is not divided into a part for each text. */
static void test_large_bucket(void) {
    uint64_t texts_of_all;
    size_t made = count_parts(true, 2000, 1, 0, 1000, &texts_of_all);
    CHECK(made <= 16 && texts_of_all <= 16000, "%zu parts", made);
    made = count_parts(true, 10001, 1, 0, 10000, &texts_of_all);
    CHECK(made <= 3 && texts_of_all <= 30000, "%zu parts", made);
    made = count_parts(true, 900, 40, 100, 1000, &texts_of_all);
    CHECK(made <= 3 && texts_of_all <= 3000, "%zu parts", made);
    made = count_parts(true, 0, 0, 3000, 1000, &texts_of_all);
    CHECK(made <= 9 && texts_of_all == 6000, "%zu parts of pairs", made);
    /* A share ends with a small part, and the next one begins with a large one. */
    made = count_parts(false, 0, 0, 12000, 1001, &texts_of_all);
    CHECK(made <= 36 && texts_of_all == 24000, "%zu parts of shares", made);
}

/* Buckets that have texts of all shares are not copied to each of these. */
static void test_copied_buckets(void) {
    enum { texts = 1280, bands = 8, step = 21 };
    struct stored_buckets stored = {.storage = &faulty_storage};
    struct bucket_rows collected = {0};
    bool added = true, ordered;
    for (int64_t text = 0; text < texts; text++) /* all have one label */
        added &= bucket_rows_add(&collected, memory, 0, 0, text);
    for (int64_t band = 1; band <= bands; band++)
        for (int64_t signature = 0; signature < step; signature++)
            for (int64_t text = signature; text < texts; text += step)
                added &= bucket_rows_add(&collected, memory, band, signature, text);
    CHECK(added &&
              stored_buckets_take(&stored, memory, &collected, true, &ordered, NULL) == record_ok,
          "memory");
    uint64_t whole = stored_bytes.size;
    struct bucket_parts parts = {
        .stored = &stored, .texts_most = 4, .whole_most = UINT32_MAX, .bands = INT64_MAX};
    struct bucket_set part = {0};
    CHECK(bucket_parts_next(&parts, memory, &part, NULL) == record_ok && part.texts == texts,
          "memory");
    CHECK(stored_bytes.size <= 10 * whole, "%llu bytes of %llu",
          (unsigned long long)stored_bytes.size, (unsigned long long)whole);
    bucket_set_free(&part, memory);
    bucket_parts_free(&parts, memory);
    stored_buckets_free(&stored, memory);
    stored_bytes.size = 0;
}

/* What packed a large bucket does not stay, because each of many shares can have one. */
static void test_large_piece(void) {
    enum { texts = 100000, room_most = 1 << 19 };
    struct stored_buckets stored = {.storage = &faulty_storage};
    int64_t *members = allocator_zeroes(memory, texts, sizeof *members);
    CHECK(members, "memory");
    for (int64_t text = 0; text < texts; text++)
        members[text] = text << 24;
    for (int64_t band = 0; band < 2; band++)
        CHECK(stored_buckets_add(&stored, memory, band, members, texts) == record_ok &&
                  stored.room <= room_most,
              "%zu bytes are kept", stored.room);
    stored_buckets_free(&stored, memory);
    memory->release(members);
    stored_bytes.size = 0;
}

/* Stops whenever it is asked, which is made to be often. */
static void test_parts_interrupted(void) {
    make_rows(rows_max, texts_max, 3, 300);
    qsort(rows, row_count, sizeof *rows, compare_rows);
    for (unsigned long stop_at = 1, asked = 1; stop_at <= asked; stop_at++) {
        struct questions questions = {.stop_at = stop_at};
        struct interruption interruption = {
            .should_stop = count_questions, .context = &questions, .steps = interruption_interval};
        struct stored_buckets stored = {.storage = &faulty_storage};
        struct bucket_rows collected = {0};
        bool ordered, works = true;
        for (size_t i = 0; i < row_count; i++)
            works &=
                bucket_rows_add(&collected, memory, rows[i].band, rows[i].signature, rows[i].id);
        works = works && stored_buckets_take(&stored, memory, &collected, true, &ordered,
                                             &interruption) == record_ok;
        struct bucket_parts parts = {
            .stored = &stored, .texts_most = 60, .whole_most = UINT32_MAX, .bands = INT64_MAX};
        while (works && !parts.ended) {
            struct bucket_set part = {0};
            interruption.steps = interruption_interval;
            works = bucket_parts_next(&parts, memory, &part, &interruption) == record_ok;
            bucket_set_free(&part, memory);
        }
        CHECK(works ? questions.asked < stop_at : interruption.stopped, "question %lu", stop_at);
        asked = questions.asked > asked ? questions.asked : asked;
        bucket_parts_free(&parts, memory);
        bucket_rows_free(&collected, memory);
        stored_buckets_free(&stored, memory);
        stored_bytes.size = 0;
    }
}

/* Whatever fails, of memory or of the storage, is told, and nothing is left. */
static void test_parts_faults(void) {
    make_rows(300, 40, 3, 60);
    qsort(rows, row_count, sizeof *rows, compare_rows);
    for (unsigned long fail_at = 0, calls = 1; fail_at <= calls; fail_at++) {
        FOR_EACH_FAULT(n) {
            stored_bytes.size = stored_bytes.calls = 0;
            stored_bytes.fail_at = fail_at;
            struct stored_buckets stored = {0};
            struct bucket_parts parts = {
                .stored = &stored, .texts_most = 4, .whole_most = UINT32_MAX, .bands = INT64_MAX};
            bool works = store_rows(&stored, 100);
            while (works && !parts.ended) {
                struct bucket_set part = {0};
                works = bucket_parts_next(&parts, memory, &part, NULL) == record_ok;
                bucket_set_free(&part, memory);
            }
            bucket_parts_free(&parts, memory);
            if (fail_at == 0)
                calls = stored_bytes.calls > calls ? stored_bytes.calls : calls;
            CHECK(works || faulty.failed || stored_bytes.calls >= fail_at, "allocation %lu", n);
            CHECK(!works || fail_at == 0 || stored_bytes.calls < fail_at, "call %lu of the storage",
                  fail_at);
            stored_buckets_free(&stored, memory);
            CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
            if (fail_at > 0)
                break;
        }
    }
    stored_bytes.fail_at = 0;
    faulty_pause();
}

/* ---- Similar pairs --------------------------------------------------------------------------- */

/* Texts: variations of a few patterns, in several scripts, some short, some ill-formed. */
static char texts[texts_max][600];
static size_t lengths[texts_max];
static bool owned[texts_max];

static void make_text(size_t text) {
    static const char *const patterns[] = {
        "The village of # lies in the district of # and has # inhabitants today.",
        "# is a river in the north of #, and flows for # kilometres to the sea.",
        "# \u0142\u00F3d\u017A \u017C\u00F3\u0142w, \u0105 # \u0119 # na p\u00F3\u0142nocy kraju.",
        "村は#の#にあり、#の人が住んでいる",
        "\u0420\u0435\u043A\u0430 # \u0432\u043F\u0430\u0434\u0430\u0435\u0442 \u0432 # \u0438 # ",
        "aaaaaaaaaaaaaa#aaaaaaaaaaaaaaa#aaaaaaaaaaaa#",
        "ab#",
        "",
        "\xFF\xC3 broken # \xE2\x82 bytes # and \xEF\xBF\xBD a sign #",
    };
    static const char *const words[] = {"Alba", "Bor",  "Corvin", "Dol",
                                        "12",   "4711", "\u00C9", "x"};
    enum { pattern_count = sizeof patterns / sizeof *patterns };
    char *out = texts[text];
    for (const char *in = patterns[random_below(pattern_count)]; *in; in++) {
        if (*in == '#') {
            const char *word = words[random_below(8)];
            memcpy(out, word, strlen(word));
            out += strlen(word);
        } else {
            *out++ = *in;
        }
    }
    /* Characters of their own: some texts exceed the codes of one byte. */
    if (random_below(10) == 0)
        for (uint32_t i = 0, point = (uint32_t)(0x4E00 + random_below(3000)); i < 40; i++)
            out += code_points_encode(&(uint32_t){point + i}, 1, out);
    lengths[text] = (size_t)(out - texts[text]);
}

/* What jaccard() and edit_distance() say. */
static double plain_jaccard(size_t a, size_t b, size_t shingle) {
    static struct set_similarity_workspace work;
    struct set_counts counts = {0};
    bool counted = code_points_decode(&work.a, &plain_allocator, texts[a], lengths[a]) &&
                   code_points_decode(&work.b, &plain_allocator, texts[b], lengths[b]) &&
                   set_similarity_count(&work, &plain_allocator, shingle, &counts);
    CHECK(counted, "memory");
    set_similarity_workspace_free(&work, &plain_allocator);
    return set_similarity_jaccard(&counts);
}

static uint32_t plain_distance(size_t a, size_t b, double least) {
    struct edit_distance_workspace work = {0};
    size_t distance, longer;
    edit_distance_utf8(&work, &plain_allocator, texts[a], lengths[a], texts[b], lengths[b],
                       SIZE_MAX, &distance, &longer);
    edit_distance_workspace_free(&work, &plain_allocator);
    return distance <= (size_t)((1 - least) * (double)longer) ? (uint32_t)distance
                                                              : DISTANCE_UNKNOWN;
}

/* The result of the plain way, in the same order. */
static struct {
    struct similar_pair pairs[texts_max * texts_max / 2], near[texts_max * texts_max / 2];
    size_t count, near_count;
    uint64_t resembled[texts_max], beginning[texts_max], candidates; /* near pairs by their first */
} expected;

static size_t text_of(const struct bucket_set *set, uint32_t number) {
    size_t text = 0;
    while (id_of(text) != set->ids[number])
        text++;
    return text;
}

static void expect(const struct bucket_set *set, const struct similarity_rule *rule) {
    memset(&expected, 0, sizeof expected);
    for (uint32_t a = 0; a < set->texts; a++) {
        for (uint32_t b = a + 1; b < set->texts; b++) {
            size_t x = text_of(set, a), y = text_of(set, b);
            if (!matrix[a][b] || !owned[x])
                continue;
            struct similar_pair pair = {a, b, plain_jaccard(x, y, rule->shingle), DISTANCE_UNKNOWN};
            expected.candidates++;
            expected.resembled[a] += pair.jaccard >= rule->count_least;
            expected.resembled[b] += pair.jaccard >= rule->count_least;
            if (pair.jaccard >= rule->jaccard_least) {
                pair.edit_distance = plain_distance(x, y, rule->edit_similarity_least);
                expected.pairs[expected.count++] = pair;
            } else if (pair.jaccard >= rule->near_least) {
                expected.near[expected.near_count++] = pair;
                expected.beginning[a]++;
            }
        }
    }
    size_t near = expected.near_count;
    expected.near_count = 0;
    for (size_t i = 0; i < near; i++) {
        struct similar_pair pair = expected.near[i];
        if (expected.resembled[pair.a] <= rule->near_most &&
            expected.resembled[pair.b] <= rule->near_most &&
            expected.beginning[pair.a] <= rule->near_most)
            expected.near[expected.near_count++] = pair;
    }
}

static bool equal(const struct similar_pair *x, const struct similar_pair *y) {
    return x->a == y->a && x->b == y->b &&
           memcmp(&x->jaccard, &y->jaccard, sizeof x->jaccard) == 0 &&
           x->edit_distance == y->edit_distance;
}

/* Compares all texts. Returns false if it failed. */
static bool compare_all(const struct allocator *allocator, const struct candidates *candidates,
                        const struct text_set *set, const struct similarity_rule *rule,
                        unsigned threads, struct interruption *interruption) {
    struct pair_comparison *comparison =
        pair_comparison_new(allocator, candidates, set, rule, threads, interruption);
    if (!comparison)
        return false;
    enum task_results result;
    struct similar_pair pair;
    size_t count = 0, near_count;
    bool right = true;
    while ((result = pair_comparison_next(comparison, &pair)) == task_results_one)
        right &= count < expected.count && equal(&pair, expected.pairs + count++);
    if (result == task_results_end) {
        const struct similar_pair *near = pair_comparison_near(comparison, &near_count);
        right &= count == expected.count && near_count == expected.near_count;
        for (size_t i = 0; right && i < near_count; i++)
            right = equal(near + i, expected.near + i);
        for (uint32_t text = 0; right && text < set->count; text++)
            right = pair_comparison_resembled(comparison, text) == expected.resembled[text];
        right &= pair_comparison_candidates(comparison) == expected.candidates;
    }
    CHECK(right, "%u threads: %zu pairs, expected %zu", threads, count, expected.count);
    pair_comparison_free(comparison);
    return result == task_results_end;
}

/* Collects the texts in parts, as threads do, one of them in reverse. */
static bool collect_parts(const struct allocator *allocator, const struct bucket_set *set,
                          struct text_set *collected) {
    enum { part_count = 3 };
    struct text_set parts[part_count] = {{0}};
    struct text_place *places = malloc((set->texts + 1) * sizeof *places);
    uint32_t twice = 0;
    bool found = places && text_set_begin(collected, allocator, set->texts);
    for (uint32_t at = 0; at < part_count && found; at++) {
        struct text_set *part = &parts[at];
        for (uint32_t i = at; i < set->texts && found; i += part_count) {
            uint32_t number = at > 0 ? i : (set->texts - 1) / part_count * part_count - i;
            size_t text = text_of(set, number);
            places[part->added] = (struct text_place){number, owned[text]};
            found = text_set_add(part, allocator, texts[text], lengths[text]);
        }
        found = found && text_set_join(collected, allocator, part, places, &twice);
    }
    if (found && set->texts > 0) { /* each has a text now */
        found = text_set_add(&parts[0], allocator, texts[0], lengths[0]);
        CHECK(!found || !text_set_join(collected, allocator, &parts[0], places, &twice), "twice");
        CHECK(!found || twice == places[0].number, "not %u", (unsigned)twice);
    }
    for (uint32_t at = 0; at < part_count; at++)
        text_set_free(&parts[at], allocator);
    free(places);
    return found;
}

/* Everything from the texts on. Returns false if memory runs out or interrupted. */
static bool find_pairs(const struct allocator *allocator, const struct bucket_set *set,
                       struct candidate_rule thinning, const struct similarity_rule *rule,
                       unsigned threads, struct interruption *interruption) {
    struct text_set collected = {0};
    struct candidates candidates = {0};
    bool found = collect_parts(allocator, set, &collected);
    uint32_t *ranks = found ? text_set_ranks(&collected, allocator, interruption) : NULL;
    thinning.ranks = ranks;
    if (ranks && candidates_begin(&candidates, allocator, set, &thinning, interruption)) {
        if (!interruption && !faulty.fail_at && threads == 0) {
            fill_matrix(set, &thinning);
            expect(set, rule);
        }
        found = compare_all(allocator, &candidates, &collected, rule, threads, interruption);
    } else {
        found = false;
    }
    candidates_free(&candidates, allocator);
    allocator->release(ranks);
    text_set_free(&collected, allocator);
    return found;
}

static struct similarity_rule random_rule(void) {
    const double lowest[] = {0, 0.3, 0.6, 0.9, 1};
    return (struct similarity_rule){.shingle = 1 + random_below(13),
                                    .jaccard_least = lowest[random_below(5)],
                                    .edit_similarity_least = lowest[random_below(5)],
                                    .near_least = random_below(4) ? lowest[random_below(3)] : NAN,
                                    .near_most = random_below(30),
                                    .count_least = random_below(4) ? lowest[random_below(4)] : NAN};
}

static struct candidate_rule make_case(struct bucket_set *set) {
    size_t count = 2 + random_below(texts_max - 2);
    bool all_owned = random_below(2);
    for (size_t i = 0; i < count; i++) {
        make_text(i);
        owned[i] = all_owned || random_below(3) == 0;
    }
    make_rows(random_below(rows_max), count, 1 + random_below(5), 1 + random_below(100));
    CHECK(make_set(set, &plain_allocator), "memory");
    return (struct candidate_rule){.whole_most = 1 + (uint32_t)random_below(100),
                                   .neighbours = 2,
                                   .representatives = 2,
                                   .bands = 3};
}

static unsigned long compared_pairs;

static void test_similar_pairs(void) {
    const unsigned threads[] = {0, 1, 2, 7};
    for (int round = 0; round < 40; round++) {
        struct bucket_set set = {0};
        struct candidate_rule thinning = make_case(&set);
        struct similarity_rule rule = random_rule();
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
            CHECK(find_pairs(&plain_allocator, &set, thinning, &rule, threads[i], NULL), "memory");
        for (unsigned fail_at = 0; fail_at < 3; fail_at++) {
            starts = 0;
            starts_fail_at = fail_at;
            CHECK(find_pairs(&plain_allocator, &set, thinning, &rule, 3, NULL), "%u threads start",
                  fail_at);
        }
        starts_fail_at = UINT32_MAX;
        compared_pairs += expected.candidates;
        bucket_set_free(&set, &plain_allocator);
    }
}

/* A text that is longer than a class can weigh, and than a column of bytes can be. */
static void test_long_texts(void) {
    enum { length = 150000 };
    static char text[2][length];
    for (size_t i = 0; i < length; i++)
        text[0][i] = text[1][i] = (char)('a' + random_below(26));
    text[1][length / 2] = '!';
    row_count = 2;
    rows[0] = (struct row){1, 1, 1};
    rows[1] = (struct row){1, 1, 2};
    struct bucket_set set = {0};
    struct text_set part = {0}, collected = {0};
    const struct text_place places[] = {{0, true}, {1, true}};
    uint32_t twice;
    struct candidates candidates = {0};
    struct candidate_rule thinning = {.whole_most = 2};
    struct similarity_rule rule = {.shingle = 12, .jaccard_least = 0.5, .count_least = NAN};
    CHECK(make_set(&set, &plain_allocator) && text_set_begin(&collected, &plain_allocator, 2) &&
              text_set_add(&part, &plain_allocator, text[0], length) &&
              text_set_add(&part, &plain_allocator, text[1], length) &&
              text_set_join(&collected, &plain_allocator, &part, places, &twice) &&
              candidates_begin(&candidates, &plain_allocator, &set, &thinning, NULL),
          "memory");
    struct pair_comparison *comparison =
        pair_comparison_new(&plain_allocator, &candidates, &collected, &rule, 2, NULL);
    struct similar_pair pair = {0};
    CHECK(comparison && pair_comparison_next(comparison, &pair) == task_results_one &&
              pair.edit_distance == 1,
          "distance %u", pair.edit_distance);
    size_t shingles = length - 12 + 1;
    CHECK(pair.jaccard == (double)(shingles - 12) / (double)(shingles + 12), "Jaccard %.17g",
          pair.jaccard);
    pair_comparison_free(comparison);
    candidates_free(&candidates, &plain_allocator);
    text_set_free(&part, &plain_allocator);
    text_set_free(&collected, &plain_allocator);
    bucket_set_free(&set, &plain_allocator);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* A list that cannot shrink stays as it is, so not every fault is one of the result. */
static void test_no_memory(void) {
    struct bucket_set set = {0};
    struct candidate_rule thinning = make_case(&set);
    thinning.whole_most = 5;
    struct similarity_rule rule = {12, 0.5, 0.3, 0.2, 7, 0.4};
    faulty_begin(0, false);
    CHECK(find_pairs(&faulty_allocator, &set, thinning, &rule, 0, NULL), "memory");
    FOR_EACH_FAULT(n) {
        struct bucket_set own = {0};
        bool found = make_set(&own, &faulty_allocator) &&
                     find_pairs(&faulty_allocator, &own, thinning, &rule, 0, NULL);
        CHECK(faulty.failed || found, "allocation %lu", n);
        bucket_set_free(&own, &faulty_allocator);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
    bucket_set_free(&set, &plain_allocator);
}

/* Stops whenever it is asked, which is made to be often. */
static void test_interrupts(unsigned threads) {
    struct bucket_set set = {0};
    struct candidate_rule thinning = make_case(&set);
    struct similarity_rule rule = {12, 0.5, 0.3, 0.2, 7, 0.4};
    CHECK(find_pairs(&plain_allocator, &set, thinning, &rule, 0, NULL), "memory");
    for (unsigned long stop_at = 1; stop_at < 4; stop_at++) {
        struct questions questions = {.stop_at = stop_at};
        struct interruption interruption = {
            .should_stop = count_questions, .context = &questions, .steps = interruption_interval};
        bool found = find_pairs(&plain_allocator, &set, thinning, &rule, threads, &interruption);
        CHECK(found ? questions.asked < stop_at : interruption.stopped, "question %lu", stop_at);
    }
    bucket_set_free(&set, &plain_allocator);
}

int main(void) {
    random_state = 14;
    RUN_TESTS(test_buckets, test_candidates, test_parts, test_large_bucket, test_copied_buckets,
              test_large_piece, test_parts_interrupted, test_parts_faults, test_similar_pairs,
              test_long_texts, test_no_memory);
    test_interrupts(0);
    test_interrupts(2);
    test_figure(compared_pairs, "candidates compared both ways");
    test_figure(faulty.tried, "faults injected into the comparison of pairs");
    return test_end("core/test_pairs");
}
