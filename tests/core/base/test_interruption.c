/*
 * test_interruption.c - long work is interrupted at the first check, at later ones and at the last.
 * It ends there, leaks nothing, and its state can be used again.
 */
#include "core.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#include <string.h>

/* Counts the checks and stops at one of them; 0 for none. */
static struct { int asked, stop_at; } host;

static bool stop(void *context) {
    (void)context;
    return ++host.asked == host.stop_at;
}

static struct interruption interruption = {.should_stop = stop};
static struct set_similarity_workspace set;
static struct edit_distance_workspace edit;
static struct minhash_workspace minhash;
static struct union_find forest;

/* ---- Kinds of work: each returns false if stopped, otherwise sets `made` ---- */

static uint64_t made;

enum { text_length = 1 << 21, letters = 8 };
static char text[text_length], repeated[text_length];

static void make_texts(void) {
    enum { period = 1000 };
    for (size_t i = 0; i < text_length; i++) {
        text[i] = (char)('a' + random_below(letters));
        repeated[i] = text[i % period];
    }
}

static bool count_sets(const char *a, const char *b, size_t shingle) {
    struct set_counts counts;
    set.interruption = &interruption;
    REQUIRE(code_points_decode(&set.a, memory, a, text_length) &&
            code_points_decode(&set.b, memory, b, text_length));
    if (!set_similarity_count(&set, memory, shingle, &counts))
        return false;
    made = (uint64_t)counts.a * text_length + counts.both;
    return true;
}

static bool sets(void) {
    return count_sets(text, repeated, shingle_length_default);
}

static bool equal_sets(void) {
    return count_sets(text, text, shingle_length_default);
}

static bool sets_of_copies(void) {
    return count_sets(repeated, repeated, shingle_length_default);
}

static bool distance(void) {
    enum { length = 20000 };
    size_t least = 0;
    edit.interruption = &interruption;
    bool done = code_points_decode(&edit.a, memory, text, length) &&
                code_points_decode(&edit.b, memory, text + length, length) &&
                edit_distance(&edit, memory, SIZE_MAX, &least) == edit_distance_ok;
    made = least;
    return done;
}

static bool stop_word_sequence(void) {
    struct stop_word_sequence sequence = {0};
    struct folding folding = {.interruption = &interruption};
    bool done = stop_word_sequence_read(&sequence, &folding, memory, stop_words_for("english"),
                                        text, text_length);
    made = sequence.count;
    stop_word_sequence_free(&sequence, memory);
    folding_free(&folding, memory);
    return done;
}

static bool signature(struct minhash_parameters parameters, size_t length) {
    struct minhash_family *family = minhash_family_new(memory, &parameters);
    minhash.interruption = &interruption;
    bool done = minhash_minima(family, &minhash, text, length);
    if (done)
        made = (uint64_t)minhash_signature(family, minhash.minima, 1);
    minhash_family_free(family);
    return done;
}

static bool banded(void) {
    return signature((struct minhash_parameters){minhash_banded, 12, 75, 4, 300, 1}, text_length);
}

static bool paper(void) {
    return signature((struct minhash_parameters){minhash_paper, 12, 10, 10, 200, 1}, text_length);
}

static bool words(void) {
    return signature((struct minhash_parameters){minhash_words, 5, 75, 4, 300, 1}, text_length);
}

static bool wikiduper(void) {
    return signature(minhash_defaults(minhash_wikiduper), text_length / 16);
}

/* Chains of ten, from both ends. */
static bool join_all(uint32_t count) {
    forest.interruption = &interruption;
    for (uint32_t i = 0; i < count; i++)
        if (i % 10 > 0 &&
            union_find_join(&forest, memory, (int64_t[]){i, i - 1}, 1) != union_find_ok)
            return false;
    made = forest.count;
    return true;
}

static bool joining(void) {
    bool done = join_all(UINT32_C(14) << 18);
    union_find_free(&forest, memory);
    return done;
}

static bool component_blob(void) {
    struct component_member *members = NULL;
    unsigned char *blob = NULL;
    size_t size, count = 0;
    bool done = join_all(UINT32_C(1) << 20) &&
                (blob = component_blob_write(&forest, memory, &size)) != NULL &&
                component_blob_read(blob, size, memory, &interruption, &members, &count) ==
                    component_blob_ok;
    made = done ? (uint64_t)members[count - 1].component : 0;
    memory->release(members);
    memory->release(blob);
    union_find_free(&forest, memory);
    return done;
}

static bool stars(void) {
    struct star_clusters clusters = {.forest.interruption = &interruption};
    bool done = true;
    for (uint32_t i = 1; i < UINT32_C(1) << 20 && done; i++)
        done = star_clusters_add(&clusters, memory, i, i / 2) == union_find_ok;
    done = done && star_clusters_make(&clusters, memory);
    made = done ? union_find_root(&clusters.forest, 1000) : 0;
    star_clusters_free(&clusters, memory);
    return done;
}

static bool edges(void) {
    struct edge_counts counts = {.nodes.interruption = &interruption};
    bool done = true;
    for (uint32_t i = 1; i < UINT32_C(1) << 20 && done; i++)
        done = edge_counts_add(&counts, memory, i, i / 2) == union_find_ok;
    done = done && edge_counts_sort(&counts);
    made = done ? counts.counts[1000] : 0;
    edge_counts_free(&counts, memory);
    return done;
}

/* Integers that become real numbers at the end. */
static bool integers(void) {
    struct column_writer writer = {
        .allocator = memory, .interruption = &interruption, .limit = SIZE_MAX};
    enum column_write_result result = column_written;
    for (int64_t i = 0; i < 1 << 22 && result == column_written; i++)
        result = column_write_integer(&writer, i);
    result = result == column_written ? column_write_real(&writer, 0.5) : result;
    made = writer.rows;
    column_writer_free(&writer);
    return result == column_written;
}

static bool offsets(void) {
    enum { rows = 1 << 22 };
    size_t size = column_header_size + 8 * (rows + (size_t)1);
    unsigned char *blob = required(calloc(1, size));
    struct packed_column column;
    uint64_t place;
    memcpy(blob, "NDA1\4\0\0", 8);
    little_endian_store64(blob + 8, rows);
    enum column_fault fault = column_read(blob, size, &interruption, &column, &place);
    made = column.rows;
    free(blob);
    return fault == column_sound;
}

static bool probability(struct minhash_parameters parameters) {
    struct match_probability *curve = match_probability_new(memory, &parameters, &interruption);
    made = curve ? (uint64_t)(1e9 * match_probability_at(curve, 0.5)) : 0;
    match_probability_free(curve);
    return curve != NULL;
}

static bool hyperplanes(void) {
    struct hyperplanes *planes = hyperplanes_new(memory, 1000, 4000, 1, &interruption);
    made = planes ? (uint64_t)planes->tiles[999] : 0;
    hyperplanes_free(planes, memory);
    return planes != NULL;
}

/* The letters as components. */
static bool projection(void) {
    unsigned char bits[100];
    struct vector vector = {(const unsigned char *)text, NULL, 10000};
    struct projection_workspace workspace = {.interruption = &interruption};
    enum projection_result result = projection_of(&vector, 800, 1, &workspace, memory, bits);
    projection_workspace_free(&workspace, memory);
    made = little_endian_load64(bits);
    return result == projection_ok;
}

static bool probability_of_bands(void) {
    return probability((struct minhash_parameters){minhash_paper, 12, 16, 50, 200, 1});
}

static bool probability_of_hashes(void) {
    return probability((struct minhash_parameters){minhash_paper, 12, 1000, 7, 14, 1});
}

/* ---- All of them ---- */

static const struct {
    const char *what;
    bool (*work)(void);
} cases[] = {
    {"set_similarity", sets},
    {"set_similarity, equal texts", equal_sets},
    {"set_similarity, what stands often", sets_of_copies},
    {"edit_distance", distance},
    {"stop_word_sequence", stop_word_sequence},
    {"minhash, banded", banded},
    {"minhash, paper", paper},
    {"minhash, words", words},
    {"minhash, wikiduper", wikiduper},
    {"union_find", joining},
    {"component_blob", component_blob},
    {"star_clusters", stars},
    {"edge_counts", edges},
    {"column_writer", integers},
    {"column", offsets},
    {"hyperplanes", hyperplanes},
    {"projection_of", projection},
    {"match_probability, sets of bands", probability_of_bands},
    {"match_probability, sets of hashes", probability_of_hashes},
};

/* Whether the work completes if it is stopped at that check. */
static bool run(bool (*work)(void), int stop_at) {
    host.asked = 0;
    host.stop_at = stop_at;
    interruption.stopped = false;
    interruption.steps = 0;
    return work();
}

static void test_case(const char *what, bool (*work)(void)) {
    bool done = run(work, 0);
    int questions = host.asked;
    uint64_t right = made;
    CHECK(done && !interruption.stopped && questions >= 2, "%s: %d questions", what, questions);
    const int stops[] = {1, questions / 2 + 1, questions};
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        done = run(work, stops[i]);
        CHECK(!done && interruption.stopped && host.asked == stops[i],
              "%s: stopped at %d of %d questions, asked %d", what, stops[i], questions, host.asked);
    }
    CHECK(run(work, 0) && made == right, "%s: afterwards %llu instead of %llu", what,
          (unsigned long long)made, (unsigned long long)right);
}

int main(void) {
    make_texts();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test_case(cases[i].what, cases[i].work);
    set_similarity_workspace_free(&set, memory);
    edit_distance_workspace_free(&edit, memory);
    minhash_workspace_free(&minhash, memory);
    return faulty_end("core/test_interruption");
}
