/*
 * test_vector_pairs.c - the pairs of similar vectors against the plain way: each vector projected
 * by itself, all pairs that share a band by the buckets of rows, compared one by one.
 */
#include "core.h"
#include "exact_memory.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "plain_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"

#include <math.h>

/* ---- Vectors --------------------------------------------------------------------------------- */

enum { vectors_max = 1500, dimensions_max = 40, blob_max = 5 + 8 * dimensions_max };

static unsigned char blobs[vectors_max][blob_max];
static size_t sizes[vectors_max], vector_count;
static int64_t ids[vectors_max];

static float random_value(void) {
    return (float)((double)random_below(2001) / 1000 - 1);
}

static void make_dense(size_t vector, const float *values, size_t dimensions) {
    for (size_t i = 0; i < dimensions; i++)
        store_float(blobs[vector] + 4 * i, values[i]);
    sizes[vector] = 4 * dimensions;
}

/* What is near zero is left out. */
static void make_sparse(size_t vector, const float *values, size_t dimensions) {
    size_t count = 0;
    for (size_t i = 0; i < dimensions; i++)
        count += fabsf(values[i]) > 0.3F;
    unsigned char *at = blobs[vector] + sparse_header;
    sparse_vector_begin(blobs[vector]);
    for (size_t i = 0, n = 0; i < dimensions; i++)
        if (fabsf(values[i]) > 0.3F) {
            little_endian_store32(at + 4 * n, (uint32_t)i * 1000003U);
            store_float(at + 4 * (count + n++), values[i]);
        }
    sizes[vector] = sparse_vector_size(count);
}

/*
 * Families of vectors that differ in a few components, copies among them, and a few of zeroes. Ids
 * ascend or not.
 */
static void make_vectors(size_t count, bool sparse, bool ascending) {
    static float values[vectors_max][dimensions_max];
    size_t dimensions = 1 + random_below(dimensions_max), families = 1 + random_below(count);
    vector_count = count;
    for (size_t i = 0; i < count; i++) {
        size_t model = random_below(families);
        for (size_t d = 0; d < dimensions; d++)
            values[i][d] = model < i ? values[model][d] : random_value();
        for (size_t changes = random_below(3); changes > 0; changes--)
            values[i][random_below(dimensions)] = random_value();
        if (random_below(100) == 0)
            memset(values[i], 0, sizeof values[i]);
        (sparse ? make_sparse : make_dense)(i, values[i], dimensions);
        size_t place = ascending ? i : (i * 611953) % count;
        ids[i] = (int64_t)place * INT64_C(3000000000) - INT64_C(90000000000);
    }
}

/* Returns the result of the last step that was made. */
static enum vector_set_result collect(struct vector_set *set, const struct allocator *allocator) {
    enum vector_set_result result = vector_set_ok;
    int64_t repeated;
    for (size_t i = 0; i < vector_count && result == vector_set_ok; i++) {
        struct vector vector;
        uint32_t place;
        CHECK(vector_read(blobs[i], sizes[i], &vector, &place) == vector_ok, "vector %zu", i);
        result = vector_set_add(set, allocator, ids[i], &vector);
    }
    return result == vector_set_ok ? vector_set_number(set, allocator, &repeated, NULL) : result;
}

static void test_sets(void) {
    static const bool yes_no[] = {false, true};
    for (int round = 0; round < 40; round++) {
        struct vector_set set = {0};
        make_vectors(1 + random_below(300), yes_no[round % 2], yes_no[round / 2 % 2]);
        CHECK(collect(&set, &faulty_allocator) == vector_set_ok, "memory");
        size_t found = 0, total = 0;
        for (size_t number = 0; number < set.count; number++) {
            struct vector vector = vector_set_get(&set, number), own;
            uint32_t place;
            size_t i = 0;
            while (i < vector_count && ids[i] != set.ids[number])
                i++;
            CHECK(i < vector_count && vector_read(blobs[i], sizes[i], &own, &place) == vector_ok &&
                      own.count == vector.count &&
                      memcmp(own.values, vector.values, 4 * (size_t)own.count) == 0 &&
                      vector_is_sparse(&own) == vector_is_sparse(&vector) &&
                      (!own.dimensions ||
                       memcmp(own.dimensions, vector.dimensions, 4 * (size_t)own.count) == 0),
                  "vector %zu", number);
            CHECK(number == 0 || set.ids[number - 1] < set.ids[number], "order of %zu", number);
            total += vector.count;
            found++;
        }
        CHECK(set.total == total, "%zu components", total);
        for (size_t i = 0; i < vector_count; i++) {
            struct vector own;
            uint32_t place;
            vector_read(blobs[i], sizes[i], &own, &place);
            found += dot_products(&own, &own).vw == 0;
        }
        CHECK(found == vector_count, "%zu of %zu, with those of zeroes", found, vector_count);
        vector_set_free(&set, &faulty_allocator);
    }
    CHECK(faulty.live == 0, "%ld blocks are left", faulty.live);
}

static void test_refused_vectors(void) {
    const float values[] = {1, 2, -1, 0};
    struct vector_set set = {0};
    vector_count = 2;
    make_dense(0, values, 3);
    make_dense(1, values, 4);
    ids[0] = ids[1] = 7;
    CHECK(collect(&set, &plain_allocator) == vector_set_unlike, "dimensions");
    vector_set_free(&set, &plain_allocator);
    make_sparse(1, values, 3);
    CHECK(collect(&set, &plain_allocator) == vector_set_unlike_form, "forms");
    vector_set_free(&set, &plain_allocator);
    make_dense(1, values, 3);
    CHECK(collect(&set, &plain_allocator) == vector_set_repeated, "ids");
    vector_set_free(&set, &plain_allocator);
    make_dense(1, values + 3, 1);
    CHECK(collect(&set, &plain_allocator) == vector_set_ok && set.count == 1, "zeroes");
    vector_set_free(&set, &plain_allocator);
}

/* ---- The plain way --------------------------------------------------------------------------- */

enum { bits_max = 2048, pairs_max = vectors_max * (vectors_max - 1) / 2 };

static unsigned char bits[vectors_max][bits_max / 8];
static struct vector_pair expected[pairs_max];
static size_t expected_count;
static struct vector_pair_counts counts;

static void project(const struct vector_set *set, uint32_t bit_count, int64_t seed) {
    struct projection_workspace workspace = {0};
    for (size_t i = 0; i < set->count; i++) {
        struct vector vector = vector_set_get(set, i);
        CHECK(projection_of(&vector, bit_count, seed, &workspace, &plain_allocator, bits[i]) ==
                  projection_ok,
              "vector %zu", i);
    }
    projection_workspace_free(&workspace, &plain_allocator);
}

static bool bit_of(size_t vector, size_t bit) {
    return bits[vector][bit / 8] >> (7 - bit % 8) & 1;
}

static uint64_t word_of(size_t vector, size_t first, size_t count) {
    uint64_t word = 0;
    for (size_t bit = first; bit < first + count; bit++)
        word = word << 1 | bit_of(vector, bit);
    return word;
}

static uint32_t distance_of(size_t a, size_t b, size_t bit_count) {
    uint32_t distance = 0;
    for (size_t bit = 0; bit < bit_count; bit++)
        distance += bit_of(a, bit) != bit_of(b, bit);
    return distance;
}

static uint32_t all_ranks[vectors_max];

/* How many vectors precede each by their first 64 bits and then by their numbers. */
static void rank_all(const struct vector_set *set, size_t bit_count) {
    static uint64_t words[vectors_max];
    for (size_t i = 0; i < set->count; i++)
        words[i] = word_of(i, 0, bit_count < 64 ? bit_count : 64);
    for (size_t i = 0; i < set->count; i++) {
        all_ranks[i] = 0;
        for (size_t j = 0; j < set->count; j++)
            all_ranks[i] += words[j] < words[i] || (words[j] == words[i] && j < i);
    }
}

/* The pairs of buckets of up to `most` vectors, each as often as it meets. */
static double pairs_up_to(const struct bucket_set *set, uint32_t most) {
    double pairs = 0;
    for (uint32_t bucket = 0; bucket < set->buckets; bucket++)
        if (bucket_size(set, bucket) <= most)
            pairs += (double)bucket_size(set, bucket) * (bucket_size(set, bucket) - 1) / 2;
    return pairs;
}

static uint32_t choose_whole_most(const struct bucket_set *set, double comparisons) {
    uint32_t most = vector_pairs_whole_least;
    for (uint32_t bucket = 0; bucket < set->buckets; bucket++)
        if (bucket_size(set, bucket) > most &&
            pairs_up_to(set, bucket_size(set, bucket)) <= comparisons)
            most = bucket_size(set, bucket);
    return most;
}

static bool met[vectors_max][vectors_max], in_large[vectors_max];

/* In how many of the first bits, and of all, a pair of cosine_least may differ. */
struct bounds {
    uint32_t head, head_most, all, all_most;
};

static struct bounds bounds_of(const struct vector_pair_rule *rule) {
    uint32_t all = rule->banding.bands * rule->banding.rows, head = all < 128 ? all : 128;
    return (struct bounds){head, vector_banding_distance_most(head, rule->cosine_least), all,
                           vector_banding_distance_most(all, rule->cosine_least)};
}

static void expect_candidate(const struct bounds *bounds, uint32_t a, uint32_t b) {
    counts.candidates++;
    if (distance_of(a, b, bounds->head) <= bounds->head_most &&
        distance_of(a, b, bounds->all) <= bounds->all_most)
        met[a][b] = true;
}

/* Adds what is expected of the buckets of a band. */
static void expect_of_band(const struct vector_set *set, const struct vector_pair_rule *rule,
                           const struct bucket_set *buckets) {
    struct candidate_rule thinning = rule->buckets;
    struct candidates candidates;
    struct candidate_finder finder = {0};
    static uint32_t ranks[vectors_max];
    struct bounds bounds = bounds_of(rule);
    for (uint32_t text = 0; text < buckets->texts; text++)
        ranks[text] = all_ranks[buckets->ids[text]];
    thinning.ranks = ranks;
    if (thinning.whole_most == 0)
        thinning.whole_most = choose_whole_most(
            buckets, rule->comparisons_most * (double)set->count / rule->banding.bands);
    CHECK(candidates_begin(&candidates, &plain_allocator, buckets, &thinning, NULL) &&
              candidate_finder_begin(&finder, &plain_allocator, &candidates),
          "memory");
    for (uint32_t text = 0; text < buckets->texts; text++) {
        CHECK(candidate_finder_find(&finder, &plain_allocator, &candidates, text, NULL), "memory");
        for (size_t i = 0; i < finder.count; i++)
            expect_candidate(&bounds, (uint32_t)buckets->ids[text],
                             (uint32_t)buckets->ids[finder.found[i]]);
    }
    for (uint32_t bucket = 0; bucket < buckets->buckets; bucket++)
        for (uint32_t row = buckets->starts[bucket]; row < buckets->starts[bucket + 1]; row++)
            if (bucket_size(buckets, bucket) > thinning.whole_most)
                in_large[buckets->ids[buckets->members[row]]] = true;
    counts.left_out += candidates.left_out;
    counts.large_buckets += candidates.large_buckets;
    candidates_free(&candidates, &plain_allocator);
    candidate_finder_free(&finder, &plain_allocator);
}

/* Compares exactly what has met. */
static void expect_pairs(const struct vector_set *set, double cosine_least) {
    expected_count = 0;
    for (uint32_t a = 0; a < set->count; a++) {
        counts.in_large_buckets += in_large[a];
        for (uint32_t b = a + 1; b < set->count; b++) {
            if (!met[a][b])
                continue;
            struct vector v = vector_set_get(set, a), w = vector_set_get(set, b);
            struct dot_products products = dot_products(&v, &w);
            double cosine;
            counts.close++;
            if (dot_products_cosine(&products, &cosine) && cosine >= cosine_least)
                expected[expected_count++] = (struct vector_pair){a, b, cosine};
        }
    }
}

/* Sets what is expected. */
static void expect(const struct vector_set *set, const struct vector_pair_rule *rule) {
    uint32_t rows = rule->banding.rows;
    counts = (struct vector_pair_counts){0};
    memset(met, 0, sizeof met);
    memset(in_large, 0, sizeof in_large);
    project(set, rule->banding.bands * rows, rule->seed);
    rank_all(set, (size_t)rule->banding.bands * rows);
    for (uint32_t band = 0; band < rule->banding.bands; band++) {
        struct bucket_rows collected = {0};
        struct bucket_set buckets = {0};
        for (uint32_t i = 0; i < set->count; i++)
            CHECK(bucket_rows_add(&collected, &plain_allocator, band,
                                  (int64_t)word_of(i, (size_t)band * rows, rows), i),
                  "memory");
        CHECK(bucket_set_make(&buckets, &plain_allocator, &collected, NULL), "memory");
        if (buckets.texts > 0)
            expect_of_band(set, rule, &buckets);
        bucket_set_free(&buckets, &plain_allocator);
    }
    expect_pairs(set, rule->cosine_least);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static bool equal(const struct vector_pair *x, const struct vector_pair *y) {
    return x->a == y->a && x->b == y->b && memcmp(&x->cosine, &y->cosine, sizeof x->cosine) == 0;
}

/* Returns false if it failed. */
static bool find_pairs(const struct allocator *allocator, const struct vector_set *set,
                       const struct vector_pair_rule *rule, unsigned threads,
                       struct interruption *interruption) {
    struct vector_pairs *pairs = vector_pairs_new(allocator, set, rule, threads, interruption);
    if (!pairs)
        return false;
    enum task_results result;
    struct vector_pair pair;
    size_t count = 0;
    bool right = true;
    while ((result = vector_pairs_next(pairs, &pair)) == task_results_one)
        right &= count < expected_count && equal(&pair, expected + count++);
    if (result == task_results_end) {
        struct vector_pair_counts found = vector_pairs_counts(pairs);
        right &= count == expected_count && found.candidates == counts.candidates &&
                 found.close == counts.close && found.left_out == counts.left_out &&
                 found.large_buckets == counts.large_buckets &&
                 found.in_large_buckets == counts.in_large_buckets;
        CHECK(vector_pairs_next(pairs, &pair) == task_results_end, "the end is not the end");
    }
    CHECK(right, "%u threads: %zu pairs, expected %zu", threads, count, expected_count);
    vector_pairs_free(pairs);
    return result == task_results_end;
}

static struct vector_pair_rule random_rule(void) {
    const double lowest[] = {-1, 0, 0.5, 0.9, 0.99, 1};
    struct vector_pair_rule rule = {.cosine_least = lowest[random_below(6)],
                                    .banding.bands = 1 + (uint32_t)random_below(30),
                                    .banding.rows = 1 + (uint32_t)random_below(64),
                                    .seed = (int64_t)random_word(),
                                    .buckets = {.whole_most = (uint32_t)random_below(100),
                                                .neighbours = (uint32_t)random_below(4),
                                                .representatives = (uint32_t)random_below(4),
                                                .bands = INT64_MAX},
                                    .comparisons_most = (double)random_below(100)};
    if (random_below(2))
        rule.banding.rows = 1 + rule.banding.rows / 8;
    if (random_below(3) == 0)
        rule.buckets.whole_most = 0;
    return rule;
}

static unsigned long compared_pairs, similar_pairs, thinned;

static void test_pairs(void) {
    const unsigned threads[] = {0, 1, 2, 7};
    for (int round = 0; round < 60; round++) {
        struct vector_set set = {0};
        size_t count = round == 0 ? vectors_max : random_below(round % 10 == 1 ? vectors_max : 300);
        make_vectors(count, round % 2, random_below(2));
        CHECK(collect(&set, &plain_allocator) == vector_set_ok, "memory");
        struct vector_pair_rule rule = random_rule();
        expect(&set, &rule);
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
            CHECK(find_pairs(&plain_allocator, &set, &rule, threads[i], NULL), "memory");
        for (unsigned fail_at = 0; fail_at < 3; fail_at++) {
            starts = 0;
            starts_fail_at = fail_at;
            CHECK(find_pairs(&plain_allocator, &set, &rule, 3, NULL), "%u threads start", fail_at);
        }
        starts_fail_at = UINT32_MAX;
        compared_pairs += counts.candidates;
        similar_pairs += expected_count;
        thinned += counts.large_buckets;
        vector_set_free(&set, &plain_allocator);
    }
}

/* Tiles of this many hyperplanes are too large to keep, so they are drawn again and again. */
static void test_many_hyperplanes(void) {
    enum { dimensions = 20000, count = 3 };
    struct vector_set set = {0};
    unsigned char *bytes = calloc(dimensions, 4);
    struct vector_pair_rule rule = {
        .cosine_least = 0.5, .banding = {30, 64}, .buckets = {.whole_most = 9, .bands = INT64_MAX}};
    CHECK(bytes && !hyperplanes_fit(dimensions, 30 * 64), "the hyperplanes fit");
    for (size_t i = 0; i < dimensions; i++)
        store_float(bytes + 4 * i, random_value());
    for (int64_t id = 0; id < count; id++) {
        struct vector vector = {.values = bytes, .count = dimensions};
        store_float(bytes, (float)id);
        CHECK(vector_set_add(&set, &plain_allocator, id, &vector) == vector_set_ok, "memory");
    }
    expect(&set, &rule);
    CHECK(expected_count == 3, "%zu pairs", expected_count);
    CHECK(find_pairs(&plain_allocator, &set, &rule, 2, NULL), "memory");
    vector_set_free(&set, &plain_allocator);
    free(bytes);
}

/* ---- Bands and distances --------------------------------------------------------------------- */

/* What is given stays, what is not is chosen so that it suffices, and nothing is too large. */
static void test_choices(void) {
    const double cosines[] = {-0.5, 0, 0.3, 0.7, 0.95, 0.999, 1};
    struct vector_set set = {0};
    make_vectors(1000, false, true);
    CHECK(collect(&set, &plain_allocator) == vector_set_ok, "memory");
    for (size_t i = 0; i < sizeof cosines / sizeof *cosines; i++)
        for (uint32_t bands = 0; bands < 50; bands += 7)
            for (uint32_t rows = 0; rows < 65; rows += 8) {
                struct vector_banding chosen = vector_banding_choose(
                    &set, (struct vector_banding){bands, rows}, cosines[i], 0.9);
                CHECK((bands == 0 || chosen.bands == bands) && (rows == 0 || chosen.rows == rows) &&
                          chosen.bands >= 1 && chosen.bands <= banding_bands_max &&
                          chosen.rows >= 1 && chosen.rows <= banding_rows_max &&
                          chosen.bands * chosen.rows <= banding_bits_max,
                      "%u bands of %u rows", chosen.bands, chosen.rows);
                double found = projection_match_probability(cosines[i], chosen.bands, chosen.rows);
                CHECK((bands > 0 && rows > 0) || found >= 0.9 || chosen.rows == 1 ||
                          chosen.bands == banding_bands_max ||
                          chosen.bands == banding_bits_max / chosen.rows,
                      "cosine %g, %u bands of %u rows: %g", cosines[i], chosen.bands, chosen.rows,
                      found);
                CHECK(bands > 0 || chosen.bands == 1 ||
                          projection_match_probability(cosines[i], chosen.bands - 1, chosen.rows) <
                              0.9,
                      "cosine %g: %u bands are too many", cosines[i], chosen.bands);
            }
    struct vector_banding most = vector_banding_choose(&set, (struct vector_banding){0}, -1, 0.9);
    CHECK(most.rows == 1 && most.bands == banding_bands_max, "cosine -1: %u bands of %u rows",
          most.bands, most.rows);
    vector_set_free(&set, &plain_allocator);
}

/* The probability that a pair of this angle differs in more than `most` bits, term by term. */
static double missed(uint32_t bit_count, double cosine, uint32_t most) {
    double share = fmin((acos(cosine) + 1e-3) / acos(-1), 1), sum = 0;
    for (uint32_t i = bit_count; i > most; i--)
        sum += exp(lgamma(bit_count + 1.0) - lgamma(i + 1.0) - lgamma(bit_count - i + 1.0) +
                   i * log(share) + (bit_count - i) * log1p(-share));
    return sum;
}

static void test_distances(void) {
    const double cosines[] = {-0.9, 0, 0.5, 0.8, 0.95, 0.999, 1};
    const uint32_t lengths[] = {1, 2, 17, 100, 540, 3000, 32768};
    for (size_t i = 0; i < sizeof cosines / sizeof *cosines; i++)
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            uint32_t most = vector_banding_distance_most(lengths[j], cosines[i]);
            CHECK(most <= lengths[j] && missed(lengths[j], cosines[i], most) <= 1.0000001e-6,
                  "%u of %u bits at cosine %g: %g are missed", most, lengths[j], cosines[i],
                  missed(lengths[j], cosines[i], most));
            CHECK(most == 0 || missed(lengths[j], cosines[i], most - 1) > 0.9999999e-6,
                  "%u of %u bits at cosine %g are too many", most, lengths[j], cosines[i]);
        }
    CHECK(vector_banding_distance_most(100, -1) == 100, "any distance");
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* A list that cannot shrink stays as it is, so not every fault is one of the result. */
static void test_no_memory(bool sparse) {
    struct vector_set set = {0};
    struct vector_pair_rule rule = {.cosine_least = 0.5,
                                    .banding = {5, 6},
                                    .seed = 3,
                                    .buckets = {0, 2, 2, INT64_MAX, NULL},
                                    .comparisons_most = 1};
    make_vectors(200, sparse, false);
    CHECK(collect(&set, &plain_allocator) == vector_set_ok, "memory");
    expect(&set, &rule);
    CHECK(counts.large_buckets > 0 && expected_count > 0, "%zu pairs", expected_count);
    vector_set_free(&set, &plain_allocator);
    FOR_EACH_FAULT(n) {
        struct vector_set own = {0};
        bool found = collect(&own, &faulty_allocator) == vector_set_ok &&
                     find_pairs(&faulty_allocator, &own, &rule, 0, NULL);
        CHECK(faulty.failed || found, "allocation %lu", n);
        vector_set_free(&own, &faulty_allocator);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
}

/* Stops whenever it is asked, which is made to be often. */
static void test_interrupts(unsigned threads) {
    struct vector_set set = {0};
    struct vector_pair_rule rule = random_rule();
    make_vectors(1000, false, true);
    CHECK(collect(&set, &plain_allocator) == vector_set_ok, "memory");
    rule.banding = (struct vector_banding){20, 8};
    expect(&set, &rule);
    for (unsigned long stop_at = 1; stop_at < 4; stop_at++) {
        struct questions questions = {.stop_at = stop_at};
        struct interruption interruption = {
            .should_stop = count_questions, .context = &questions, .steps = interruption_interval};
        bool found = find_pairs(&plain_allocator, &set, &rule, threads, &interruption);
        CHECK(found ? questions.asked < stop_at : interruption.stopped, "question %lu", stop_at);
    }
    vector_set_free(&set, &plain_allocator);
}

int main(void) {
    random_state = 41;
    RUN_TESTS(test_sets, test_refused_vectors, test_pairs, test_many_hyperplanes, test_choices,
              test_distances);
    test_no_memory(false);
    test_no_memory(true);
    test_interrupts(0);
    test_interrupts(2);
    test_figure(compared_pairs, "candidates of vectors compared both ways");
    test_figure(similar_pairs, "pairs of vectors found both ways");
    test_figure(thinned, "large buckets of vectors");
    test_figure(faulty.tried, "faults injected into the comparison of vectors");
    return test_end("core/test_vector_pairs");
}
