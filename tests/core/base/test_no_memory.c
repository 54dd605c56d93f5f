/*
 * test_no_memory.c - every allocation of every core function fails, once or from then on. The
 * function reports it and leaks nothing, and its state can be used again.
 */
#include "core.h"
#include "faulty_memory.h"
#include "test.h"

#include <string.h>

#define TEXT_A "The quick brown fox jumps over the lazy dog, one hundred times a day or more."
#define TEXT_B "The quick brown dog jumps over the lazy fox, a hundred times every day or less."

/* State that is kept from the failing call to the one that succeeds. */
static struct code_points points;
static struct set_similarity_workspace set;
static struct edit_distance_workspace edit;
static struct minhash_workspace minhash;
static struct union_find forest;
static struct star_clusters stars;
static struct edge_counts edges;
static struct column_writer column = {.allocator = memory};
static struct symbol_table table;
static struct words words;
static struct alignment alignment;
static struct values values;
static struct differences differences;
static struct kind_work kinds;
static struct projection_workspace projection;

/* Each attempt returns false if memory ran out; otherwise it checks its result. */

static bool try_decoding(void) {
    if (!code_points_decode(&points, memory, TEXT_A, strlen(TEXT_A)))
        return false;
    CHECK(points.count == strlen(TEXT_A) && points.values[4] == 'q', "%zu points", points.count);
    return true;
}

static bool try_sets(void) {
    struct set_counts counts;
    if (!code_points_decode(&set.a, memory, TEXT_A, strlen(TEXT_A)) ||
        !code_points_decode(&set.b, memory, TEXT_B, strlen(TEXT_B)) ||
        !set_similarity_count(&set, memory, 3, &counts))
        return false;
    CHECK(counts.a == 74 && counts.b == 75 && counts.both == 57, "%zu, %zu and %zu", counts.a,
          counts.b, counts.both);
    return true;
}

static bool try_distance(void) {
    size_t distance;
    if (!code_points_decode(&edit.a, memory, TEXT_A, strlen(TEXT_A)) ||
        !code_points_decode(&edit.b, memory, TEXT_B, strlen(TEXT_B)) ||
        edit_distance(&edit, memory, SIZE_MAX, &distance) != edit_distance_ok)
        return false;
    CHECK(distance == 16, "distance %zu", distance);
    return true;
}

/* Non-ASCII texts of several words, with too little in common for the narrow method. */
static bool try_long_distance(void) {
    char a[1200], b[1200];
    size_t distance, longer;
    for (size_t i = 0; i < 1200; i += 2) {
        memcpy(a + i, i % 4 ? "\u00E9" : "\u00E8", 2);
        memcpy(b + i, i % 4 ? "\u00FC" : "\u00F6", 2);
    }
    if (edit_distance_utf8(&edit, memory, a, 1200, b, 1200, SIZE_MAX, &distance, &longer) !=
        edit_distance_ok)
        return false;
    CHECK(distance == 600 && longer == 600, "distance %zu of %zu", distance, longer);
    return true;
}

static bool try_signature(const struct minhash_parameters *parameters, int64_t expected) {
    struct minhash_family *family = minhash_family_new(memory, parameters);
    bool enough = family && minhash_minima(family, &minhash, TEXT_A, strlen(TEXT_A));
    if (enough) {
        int64_t found = minhash_signature(family, minhash.minima, 0);
        CHECK(found == expected, "signature 0x%llX", (unsigned long long)found);
    }
    minhash_family_free(family);
    return enough;
}

static bool try_banded(void) {
    struct minhash_parameters parameters = minhash_defaults(minhash_banded);
    return try_signature(&parameters, (int64_t)0xD835B77307F2BF68);
}

static bool try_paper(void) {
    struct minhash_parameters parameters = minhash_defaults(minhash_paper);
    return try_signature(&parameters, (int64_t)0xBB9410C3D5120E8D);
}

static bool try_word_shingles(void) {
    struct minhash_parameters parameters = minhash_defaults(minhash_words);
    return try_signature(&parameters, (int64_t)0xDDAB4619075CB63C);
}

static bool try_wikiduper(void) {
    struct minhash_parameters parameters = minhash_defaults(minhash_wikiduper);
    return try_signature(&parameters, (int64_t)0x83B40ED984F9F067);
}

static bool try_probability(void) {
    struct match_probability *curve = match_probability_new(
        memory, &(struct minhash_parameters){minhash_paper, 12, 2, 1, 2, 1}, NULL);
    if (curve) {
        double half = match_probability_at(curve, 0.5);
        CHECK(half == 0.75, "the draws are {0} and {1}: %g", half);
    }
    match_probability_free(curve);
    return curve != NULL;
}

static bool try_dense_projection(void) {
    static const unsigned char one[] = {0, 0, 0x80, 0x3F};
    struct vector vector = {one, NULL, 1};
    unsigned char bits[4];
    bool directed = false, enough = false;
    struct hyperplanes *planes = hyperplanes_new(memory, 1, 20, 1, NULL);
    if (planes)
        enough = projection_of_dense(planes, &vector, 1, &projection, memory, bits, 0, &directed);
    if (enough)
        CHECK(directed && (bits[2] & 15) == 0, "bits %02x%02x%02x", bits[0], bits[1], bits[2]);
    hyperplanes_free(planes, memory);
    return enough;
}

static bool try_sparse_projection(void) {
    static const unsigned char one[] = {0, 0, 0x80, 0x3F}, dimension[] = {9, 0, 0, 0};
    struct vector vector = {one, dimension, 1};
    unsigned char bits[projection_signature_size_max];
    enum projection_result result =
        projection_of(&vector, hyperplanes_bits_max, 1, &projection, memory, bits);
    CHECK(result != projection_no_direction, "it has a direction");
    return result == projection_ok;
}

static bool try_permutation(void) {
    struct bit_permutation *permutation = NULL;
    if (!bit_permutation_change(&permutation, memory, 9, 1)) {
        CHECK(permutation == NULL, "none is left");
        return false;
    }
    memory->release(permutation);
    return true;
}

/* Several hundred members, so that arrays and table grow several times. */
static bool try_joining(void) {
    for (int64_t i = 0; i < 500; i++)
        if (union_find_join(&forest, memory, (int64_t[]){i, i * 7 % 500}, 1) != union_find_ok)
            return false;
    CHECK(forest.count == 500, "%zu members", forest.count);
    return true;
}

static bool try_stars(void) {
    star_clusters_free(&stars, memory); /* it makes clusters once */
    for (int64_t i = 0; i < 100; i++)
        if (star_clusters_add(&stars, memory, i, 0) != union_find_ok)
            return false;
    if (!star_clusters_make(&stars, memory))
        return false;
    CHECK(union_find_root(&stars.forest, 0) == union_find_root(&stars.forest, 9), "a star");
    return true;
}

static bool try_counts(void) {
    edge_counts_free(&edges, memory);
    for (int64_t i = 0; i < 100; i++)
        if (edge_counts_add(&edges, memory, i, 0) != union_find_ok)
            return false;
    CHECK(edge_counts_sort(&edges) && edges.counts[0] == 99, "counts");
    return true;
}

/* NULLs first, so that each buffer is begun late, and enough texts for all to grow. */
static bool try_column(void) {
    column_writer_free(&column);
    column = (struct column_writer){.allocator = memory, .limit = SIZE_MAX};
    unsigned char *blob;
    size_t size;
    for (int i = 0; i < 300; i++)
        if ((i % 9 == 0 ? column_write_null(&column)
                        : column_write_bytes(&column, packed_text, "lamp", 4)) != column_written)
            return false;
    if (column_writer_finish(&column, &blob, &size) != column_written)
        return false;
    struct packed_column read;
    uint64_t place;
    CHECK(column_read(blob, size, NULL, &read, &place) == column_sound && read.rows == 300,
          "a column");
    memory->release(blob);
    return true;
}

/* Enough words for the table to grow, and one with a plain form. */
static bool try_words(void) {
    char text[1000], *out = text;
    for (int i = 0; i < 150; i++)
        out += sprintf(out, "w %d ", i);
    strcpy(out, "\u00E9t\u00E9");
    if (!symbol_table_reset(&table, memory, vocabulary_for("en", 2)) ||
        !words_split(&words, &table, memory, text, strlen(text)))
        return false;
    CHECK(words.count == 301 && table.count == 153, "%zu words, %zu symbols", words.count,
          table.count);
    return true;
}

static bool try_aligning(void) {
    uint32_t a[50], b[50];
    for (uint32_t i = 0; i < 50; i++) {
        a[i] = i;
        b[i] = i + i % 2 * 100;
    }
    if (!alignment_find(&alignment, memory, a, 50, b, 50))
        return false;
    CHECK(alignment.count == 25, "%zu hunks", alignment.count);
    return true;
}

static bool try_values(void) {
    static const char text[] = "4 July 2010, 7, 8, nine, tenth, 11:30, 1990s";
    if (!symbol_table_reset(&table, memory, vocabulary_for("en", 2)) ||
        !words_split(&words, &table, memory, text, strlen(text)) ||
        !values_find(&values, memory, &words))
        return false;
    CHECK(values.count == 7, "%zu values", values.count);
    return true;
}

static bool try_differences(void) {
    if (!differences_find(&differences, memory, vocabulary_for("en", 2), TEXT_A, strlen(TEXT_A),
                          TEXT_B, strlen(TEXT_B)))
        return false;
    CHECK(differences.count == 11, "%zu spans", differences.count);
    return true;
}

/* With two titles of other words. */
static bool try_kinds(void) {
    struct kind_sentence a = {{TEXT_A, strlen(TEXT_A)}, {"Fox (film)", 10}, false};
    struct kind_sentence b = {{TEXT_B, strlen(TEXT_B)}, {"Dog (song)", 10}, false};
    struct kind_result result;
    if (!kind_find(&kinds, memory, &a, &b, &(struct kind_circumstances){0}, &result))
        return false;
    CHECK(result.topic_asked && result.decision.topic > 0, "kind %d, topic %g",
          (int)result.decision.kind, result.decision.topic);
    return true;
}

static bool try_conflict(void) {
    static const char *const texts[] = {"It killed 143 people.", "It killed 134 people."};
    struct kind_sentence a = {{texts[0], strlen(texts[0])}, {"Fox", 3}, false};
    struct kind_sentence b = {{texts[1], strlen(texts[1])}, {"Fox", 3}, false};
    struct kind_result result;
    if (!kind_find(&kinds, memory, &a, &b, &(struct kind_circumstances){.two_dates = true},
                   &result))
        return false;
    CHECK(result.decision.kind == kind_drift && result.decision.has_conflict, "kind %d",
          (int)result.decision.kind);
    return true;
}

static bool try_blob(void) {
    static const struct component_member expected[] = {{1, 1}, {2, 1}, {5, 5}};
    struct component_member *members = NULL;
    size_t size, count = 0;
    unsigned char *blob = NULL;
    bool enough = union_find_join(&forest, memory, (int64_t[]){1, 2, 5, 5}, 2) == union_find_ok &&

                  (blob = component_blob_write(&forest, memory, &size)) != NULL;
    if (enough) {
        enum component_blob_result result =
            component_blob_read(blob, size, memory, NULL, &members, &count);
        enough = result != component_blob_no_memory;
        CHECK(!enough || (result == component_blob_ok && count == 3 &&
                          memcmp(members, expected, sizeof expected) == 0),
              "%zu members", count);
        CHECK(enough || (!members && count == 0), "nothing is handed out");
    }
    memory->release(members);
    memory->release(blob);
    return enough;
}

static const struct {
    const char *what;
    bool (*attempt)(void);
} cases[] = {
    {"code_points", try_decoding},
    {"set_similarity", try_sets},
    {"edit_distance", try_distance},
    {"edit_distance_utf8", try_long_distance},
    {"minhash, banded", try_banded},
    {"minhash, paper", try_paper},
    {"minhash, words", try_word_shingles},
    {"minhash, wikiduper", try_wikiduper},
    {"union_find", try_joining},
    {"component_blob", try_blob},
    {"match_probability", try_probability},
    {"projection_of_dense", try_dense_projection},
    {"projection_of", try_sparse_projection},
    {"bit_permutation", try_permutation},
    {"star_clusters", try_stars},
    {"edge_counts", try_counts},
    {"column", try_column},
    {"words", try_words},
    {"alignment", try_aligning},
    {"values", try_values},
    {"difference", try_differences},
    {"kind", try_kinds},
    {"kind, with a conflict", try_conflict},
};

static void forget(void) {
    code_points_free(&points, memory);
    set_similarity_workspace_free(&set, memory);
    edit_distance_workspace_free(&edit, memory);
    projection_workspace_free(&projection, memory);
    minhash_workspace_free(&minhash, memory);
    union_find_free(&forest, memory);
    star_clusters_free(&stars, memory);
    edge_counts_free(&edges, memory);
    column_writer_free(&column);
    symbol_table_free(&table, memory);
    words_free(&words, memory);
    alignment_free(&alignment, memory);
    values_free(&values, memory);
    differences_free(&differences, memory);
    kind_work_free(&kinds, memory);
}

/* Lets the n-th allocation fail, for all n. */
static void test_case(size_t i, bool for_good) {
    unsigned long n = 1;
    for (;; n++) {
        faulty_begin(n, for_good);
        bool enough = cases[i].attempt();
        CHECK(enough == !faulty.failed, "%s, allocation %lu", cases[i].what, n);
        bool done = !faulty.failed;
        faulty_begin(0, false);
        CHECK(cases[i].attempt(), "%s, again after allocation %lu", cases[i].what, n);
        forget();
        CHECK(faulty.live == 0, "%s, allocation %lu leaks %ld blocks", cases[i].what, n,
              faulty.live);
        if (done || n > 1000)
            break;
    }
    CHECK(n > 1 && n <= 1000, "%s: %lu allocations", cases[i].what, n - 1);
}

/* Sizes that overflow are refused without an allocation. */
static void test_sizes_that_overflow(void) {
    size_t capacity = 4;
    void *array = memory->resize(NULL, 16);
    faulty_begin(0, false);
    CHECK(allocator_grow(memory, array, &capacity, SIZE_MAX / 4, 4) == NULL, "bytes overflow");
    CHECK(allocator_grow(memory, array, &capacity, SIZE_MAX, 1) == NULL, "more than can be");
    CHECK(faulty.calls == 0 && capacity == 4, "nothing was asked for");
    CHECK(allocator_grow(memory, array, &capacity, 4, 4) == array, "there is room already");
    array = allocator_grow(memory, array, &capacity, 5, 4);
    CHECK(array && capacity == 8, "capacity doubles to %zu", capacity);
    memory->release(array);
    capacity = 0;
    array = allocator_grow(memory, NULL, &capacity, 0, 4);
    CHECK(array && capacity == 1, "an array of nothing is an array");
    memory->release(array);
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case(i, false);
        test_case(i, true);
    }
    test_sizes_that_overflow();
    return faulty_end("core/test_no_memory");
}
