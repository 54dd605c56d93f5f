/*
 * test_failures.c - what the core's functions do if they cannot end: every allocation fails, once
 * or from then on, and long work is interrupted at the first question, at later ones and at the
 * last. It ends there, leaks nothing, and its state can be used again.
 */
#include "core.h"
#include "faulty_memory.h"
#include "random_input.h"
#include "test.h"

#define TEXT_A "The quick brown fox jumps over the lazy dog, one hundred times a day or more."
#define TEXT_B "The quick brown dog jumps over the lazy fox, a hundred times every day or less."

/* Counts the questions and stops at one of them; 0 for none. */
static struct { int asked, stop_at; } host;

static bool stop(void *context) {
    (void)context;
    return ++host.asked == host.stop_at;
}

static struct interruption interruption = {.should_stop = stop};

/* State that is kept from the work that fails to that which succeeds. */
static struct code_points points;
static struct note_marks marks;
static struct word_hashes hashes = {.interruption = &interruption};
static struct set_similarity_workspace set = {.interruption = &interruption};
static struct edit_distance_workspace edit = {.interruption = &interruption};
static struct minhash_workspace minhash = {.interruption = &interruption};
static struct union_find forest;
static struct text_components texts;
static struct star_clusters clusters;
static struct linked_clusters linked;
static struct edge_counts edges;
static struct column_writer column = {.allocator = &faulty_allocator};
static struct symbol_table table;
static struct words words;
static struct alignment alignment;
static struct values values;
static struct differences differences;
static struct kind_work kinds;
static struct projection_workspace projection = {.interruption = &interruption};

static void forget(void) {
    code_points_free(&points, memory);
    note_marks_free(&marks, memory);
    word_hashes_free(&hashes, memory);
    set_similarity_workspace_free(&set, memory);
    edit_distance_workspace_free(&edit, memory);
    minhash_workspace_free(&minhash, memory);
    union_find_free(&forest, memory);
    star_clusters_free(&clusters, memory);
    linked_clusters_free(&linked, memory);
    edge_counts_free(&edges, memory);
    column_writer_free(&column);
    symbol_table_free(&table, memory);
    words_free(&words, memory);
    alignment_free(&alignment, memory);
    values_free(&values, memory);
    differences_free(&differences, memory);
    kind_work_free(&kinds, memory);
    projection_workspace_free(&projection, memory);
}

/* ---- Kinds of work, on small or large input: false if it failed, otherwise it sets `made` ---- */

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

static bool decoding(bool large) {
    (void)large;
    bool done = code_points_decode(&points, memory, TEXT_A, strlen(TEXT_A));
    made = done ? points.values[4] * 100 + points.count : 0;
    return done;
}

static bool without_notes(bool large) {
    char *brackets = test_repeated("[", large ? text_length : 0);
    bool done =
        code_points_decode(&points, memory, large ? brackets : "a[", large ? text_length : 2) &&
        note_marks_remove(&marks, memory, &interruption, points.values, points.count);
    made = marks.kept.count;
    free(brackets);
    return done;
}

/* With letters beyond ASCII, or many words. */
static bool hashes_of_words(bool large) {
    char *many = test_repeated("lamps ", large ? 2 * text_length : 0);
    const char *read = large ? many : "Lit 5 times, n\u00E9.";
    bool done = word_hashes_read(&hashes, memory, read, strlen(read));
    CHECK(done || hashes.count == 0, "%zu words are left", hashes.count);
    made = hashes.count;
    free(many);
    return done;
}

static bool set_of_words(bool large) {
    struct word_set words_of_text = {0};
    uint32_t some[1000], next = 0;
    bool done = true;
    for (int turn = 0; done && turn < (large ? 4000 : 1); turn++) {
        for (size_t i = 0; i < 1000; i++)
            some[i] = next++ * 77777;
        done = word_set_add(&words_of_text, memory, &interruption, some, 1000);
    }
    made = words_of_text.count;
    word_set_free(&words_of_text, memory);
    return done;
}

static bool count_sets(const char *a, const char *b, size_t length, size_t shingle) {
    struct set_counts counts = {0};
    bool done = code_points_decode(&set.a, memory, a, length ? length : strlen(a)) &&
                code_points_decode(&set.b, memory, b, length ? length : strlen(b)) &&
                set_similarity_count(&set, memory, shingle, &counts);
    made = (uint64_t)counts.a * text_length + counts.b * 1000 + counts.both;
    return done;
}

static bool sets(bool large) {
    return large ? count_sets(text, repeated, text_length, shingle_length_default)
                 : count_sets(TEXT_A, TEXT_B, 0, 3);
}

static bool equal_sets(bool large) {
    return count_sets(large ? text : TEXT_A, large ? text : TEXT_A, large ? text_length : 0, 12);
}

static bool sets_of_copies(bool large) {
    return count_sets(large ? repeated : "aaaa", large ? repeated : "aaaa", large ? text_length : 0,
                      3);
}

static bool distance(bool large) {
    enum { length = 20000 };
    size_t least = 0;
    bool done = code_points_decode(&edit.a, memory, large ? text : TEXT_A,
                                   large ? length : strlen(TEXT_A)) &&
                code_points_decode(&edit.b, memory, large ? text + length : TEXT_B,
                                   large ? length : strlen(TEXT_B)) &&
                edit_distance(&edit, memory, SIZE_MAX, &least) == edit_distance_ok;
    made = least;
    return done;
}

/* Non-ASCII texts of several words, with too little in common for the narrow method. */
static bool distance_utf8(bool large) {
    (void)large;
    char a[1200], b[1200];
    size_t least = 0, longer = 0;
    for (size_t i = 0; i < 1200; i += 2) {
        memcpy(a + i, i % 4 ? "\u00E9" : "\u00E8", 2);
        memcpy(b + i, i % 4 ? "\u00FC" : "\u00F6", 2);
    }
    bool done = edit_distance_utf8(&edit, memory, a, 1200, b, 1200, SIZE_MAX, &least, &longer) ==
                edit_distance_ok;
    made = least * 1000 + longer;
    return done;
}

static bool stop_word_sequence(bool large) {
    struct stop_word_sequence sequence = {0};
    struct folding folding = {.interruption = &interruption};
    bool done =
        stop_word_sequence_read(&sequence, &folding, memory, stop_words_for("english"),
                                large ? text : TEXT_A, large ? text_length : strlen(TEXT_A));
    made = sequence.count;
    stop_word_sequence_free(&sequence, memory);
    folding_free(&folding, memory);
    return done;
}

static bool signature(struct minhash_parameters parameters, size_t length) {
    struct minhash_family *family = minhash_family_new(memory, &parameters);
    bool done = family && minhash_minima(family, &minhash, length ? text : TEXT_A,
                                         length ? length : strlen(TEXT_A));
    static uint64_t signatures[minhash_bands_max];
    if (done)
        minhash_signatures(family, minhash.minima, signatures);
    made = done ? signatures[length > 0] : 0;
    minhash_family_free(family);
    return done;
}

static bool banded(bool large) {
    return large ? signature((struct minhash_parameters){minhash_banded, 12, 75, 4, 300, 1},
                             text_length)
                 : signature(minhash_defaults(minhash_banded), 0);
}

static bool paper(bool large) {
    return large ? signature((struct minhash_parameters){minhash_paper, 12, 10, 10, 100, 1},
                             text_length)
                 : signature(minhash_defaults(minhash_paper), 0);
}

static bool word_shingles(bool large) {
    return large ? signature((struct minhash_parameters){minhash_words, 5, 75, 4, 300, 1},
                             text_length)
                 : signature(minhash_defaults(minhash_words), 0);
}

static bool wikiduper(bool large) {
    return signature(minhash_defaults(minhash_wikiduper), large ? text_length / 16 : 0);
}

static bool probability(struct minhash_parameters parameters) {
    struct match_probability *curve = match_probability_new(memory, &parameters, &interruption);
    made = curve ? (uint64_t)(1e9 * match_probability_at(curve, 0.5)) : 0;
    match_probability_free(curve);
    return curve != NULL;
}

/* The draws of the small one are {0} and {1}. */
static bool probability_of_bands(bool large) {
    return probability(large ? (struct minhash_parameters){minhash_paper, 12, 16, 50, 200, 1}
                             : (struct minhash_parameters){minhash_paper, 12, 2, 1, 2, 1});
}

static bool probability_of_hashes(bool large) {
    return probability(large ? (struct minhash_parameters){minhash_paper, 12, 1000, 7, 14, 1}
                             : (struct minhash_parameters){minhash_paper, 12, 4, 1, 2, 1});
}

/* Chains of ten, from both ends. */
static bool join_all(uint32_t count) {
    bool done = true;
    forest.interruption = &interruption;
    for (uint32_t i = 0; i < count && done; i++)
        done = i % 10 == 0 ||
               union_find_join(&forest, memory, (int64_t[]){i, i - 1}, 1) == union_find_ok;
    made = forest.count;
    return done;
}

/* Several hundred members, so that arrays and table grow several times, or millions. */
static bool joining(bool large) {
    bool done = join_all(large ? UINT32_C(14) << 18 : 500);
    union_find_free(&forest, memory);
    return done;
}

static bool component_blob(bool large) {
    struct component_member *members = NULL;
    unsigned char *blob = NULL;
    size_t size, count = 0;
    bool done = join_all(large ? UINT32_C(1) << 20 : 25) &&
                (blob = component_blob_write(&forest, memory, &size)) != NULL &&
                component_blob_read(blob, size, memory, &interruption, &members, &count) ==
                    component_blob_ok;
    CHECK(done || (!members && count == 0), "members are handed out");
    made = done ? (uint64_t)members[count - 1].component * 100 + count : 0;
    memory->release(members);
    memory->release(blob);
    union_find_free(&forest, memory);
    return done;
}

static bool text_blob(bool large) {
    struct component_member *members = NULL;
    unsigned char *blob = NULL;
    size_t size, count = 0;
    bool done = true;
    texts.forest.interruption = &interruption;
    for (unsigned i = 1; i < (large ? 1u << 18 : 100) && done; i++) {
        char a[12], b[12];
        struct component_text ends[] = {
            {(unsigned char *)a, (size_t)snprintf(a, sizeof a, "%u", i)},
            {(unsigned char *)b, (size_t)snprintf(b, sizeof b, "%u", i / 2)}};
        done = text_components_join(&texts, memory, ends[0], ends[1]) == union_find_ok;
    }
    done = done && (blob = text_components_blob(&texts, memory, &size)) != NULL &&
           component_blob_read(blob, size, memory, &interruption, &members, &count) ==
               component_blob_ok;
    made = done ? (uint64_t)members[count - 1].component * 100 + count : 0;
    memory->release(members);
    memory->release(blob);
    text_components_free(&texts, memory);
    return done;
}

static bool stars(bool large) {
    uint32_t count = large ? UINT32_C(1) << 19 : 100;
    star_clusters_free(&clusters, memory); /* it makes clusters once */
    clusters.forest.interruption = &interruption;
    bool done = true;
    for (uint32_t i = 1; i < count && done; i++)
        done = star_clusters_add(&clusters, memory, i, i / 2) == union_find_ok;
    done = done && star_clusters_make(&clusters, memory);
    made = done ? union_find_root(&clusters.forest, count / 2) : 0;
    return done;
}

static bool linked_trees(bool large) {
    uint32_t count = large ? UINT32_C(1) << 19 : 100;
    linked_clusters_free(&linked, memory);
    linked.forest.interruption = &interruption;
    bool done = true;
    for (uint32_t i = 1; i < count && done; i++) {
        done = linked_clusters_add(&linked, memory, i, i / 2, i % 7) == union_find_ok;
        if (i % 4 == 3)
            done = done && linked_clusters_add(&linked, memory, i, i - 1, LINKED_CANNOT) == 0;
    }
    done = done && linked_clusters_make(&linked, memory);
    made = 0;
    for (uint32_t i = 0; done && i < count; i++)
        made += union_find_root(&linked.forest, i) == i;
    return done;
}

static bool counting(bool large) {
    uint32_t count = large ? UINT32_C(1) << 20 : 100;
    edge_counts_free(&edges, memory);
    edges.nodes.interruption = &interruption;
    bool done = true;
    for (uint32_t i = 1; i < count && done; i++)
        done = edge_counts_add(&edges, memory, i, i / 2) == union_find_ok;
    done = done && edge_counts_sort(&edges);
    made = done ? edges.counts[1] : 0;
    return done;
}

/* NULLs first, so that each buffer is begun late, and enough texts for all to grow. */
static bool column_of_texts(bool large) {
    (void)large;
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
    made = column_read(blob, size, NULL, &read, &place) == column_sound ? read.rows : 0;
    memory->release(blob);
    return true;
}

/* Integers that become real numbers at the end. */
static bool column_of_numbers(bool large) {
    column_writer_free(&column);
    column = (struct column_writer){
        .allocator = memory, .interruption = &interruption, .limit = SIZE_MAX};
    enum column_write_result result = column_written;
    for (int64_t i = 0; i < (large ? 1 << 21 : 200) && result == column_written; i++)
        result = column_write_integer(&column, i);
    result = result == column_written ? column_write_real(&column, 0.5) : result;
    made = column.rows;
    return result == column_written;
}

static bool offsets(bool large) {
    enum { rows = 1 << 21 };
    (void)large;
    size_t size = column_header_size + 8 * (rows + (size_t)1);
    unsigned char *blob = required(calloc(1, size));
    struct packed_column read;
    uint64_t place;
    memcpy(blob, "NDA1\4\0\0", 8);
    little_endian_store64(blob + 8, rows);
    enum column_fault fault = column_read(blob, size, &interruption, &read, &place);
    made = read.rows;
    free(blob);
    return fault == column_sound;
}

static bool dense_projection(bool large) {
    static const unsigned char one[] = {0, 0, 0x80, 0x3F};
    struct vector vector = {one, NULL, 1};
    unsigned char bits[4];
    bool directed = false, done = false;
    struct hyperplanes *planes =
        hyperplanes_new(memory, large ? 1000 : 1, large ? 4000 : 20, 1, &interruption);
    if (planes)
        done = large ||
               projection_of_dense(planes, &vector, 1, &projection, memory, bits, 0, &directed);
    made = !done ? 0 : large ? (uint64_t)planes->tiles[999] : directed && (bits[2] & 15) == 0;
    hyperplanes_free(planes, memory);
    return done;
}

/* A sparse vector of one component; then the letters as components. */
static bool projection_of_any(bool large) {
    static const unsigned char one[] = {0, 0, 0x80, 0x3F}, dimension[] = {9, 0, 0, 0};
    struct vector sparse = {one, dimension, 1}, dense = {(const unsigned char *)text, NULL, 10000};
    unsigned char bits[projection_signature_size_max];
    enum projection_result result = projection_of(
        large ? &dense : &sparse, large ? 800 : hyperplanes_bits_max, 1, &projection, memory, bits);
    CHECK(result != projection_no_direction, "it has a direction");
    made = result == projection_ok ? little_endian_load64(bits) : 0;
    return result == projection_ok;
}

static bool permutation(bool large) {
    (void)large;
    struct bit_permutation *found = NULL;
    bool done = bit_permutation_change(&found, memory, 9, 1);
    CHECK(done == (found != NULL), "a permutation is left");
    memory->release(found);
    made = 1;
    return done;
}

static bool split(const char *sentence) {
    return symbol_table_reset(&table, memory, vocabulary_for("en", 2)) &&
           words_split(&words, &table, memory, sentence, strlen(sentence));
}

/* Enough words for the table to grow, and one with a plain form. */
static bool splitting(bool large) {
    (void)large;
    char sentence[1000], *out = sentence;
    for (int i = 0; i < 150; i++)
        out += sprintf(out, "w %d ", i);
    strcpy(out, "\u00E9t\u00E9");
    bool done = split(sentence);
    made = words.count * 1000 + table.count;
    return done;
}

static bool aligning(bool large) {
    (void)large;
    uint32_t a[50], b[50];
    for (uint32_t i = 0; i < 50; i++) {
        a[i] = i;
        b[i] = i + i % 2 * 100;
    }
    bool done = alignment_find(&alignment, memory, a, 50, b, 50);
    made = alignment.count;
    return done;
}

static bool finding_values(bool large) {
    (void)large;
    bool done = split("4 July 2010, 7, 8, nine, tenth, 11:30, 1990s") &&
                values_find(&values, memory, &words);
    made = values.count;
    return done;
}

static bool finding_differences(bool large) {
    (void)large;
    bool done = differences_find(&differences, memory, vocabulary_for("en", 2), TEXT_A,
                                 strlen(TEXT_A), TEXT_B, strlen(TEXT_B));
    made = differences.count;
    return done;
}

static bool judge(struct kind_sentence a, struct kind_sentence b, bool two_dates,
                  struct kind_result *result) {
    return kind_find(&kinds, memory, &a, &b, &(struct kind_circumstances){.two_dates = two_dates},
                     result);
}

/* With two titles of other words. */
static bool judging(bool large) {
    (void)large;
    struct kind_result result = {0};
    bool done = judge((struct kind_sentence){{TEXT_A, strlen(TEXT_A)}, {"Fox (film)", 10}, false},
                      (struct kind_sentence){{TEXT_B, strlen(TEXT_B)}, {"Dog (song)", 10}, false},
                      false, &result);
    made = result.topic_asked && result.decision.topic > 0;
    return done;
}

static bool judging_conflict(bool large) {
    (void)large;
    struct kind_result result = {0};
    bool done = judge((struct kind_sentence){{"It killed 143 people.", 21}, {"Fox", 3}, false},
                      (struct kind_sentence){{"It killed 134 people.", 21}, {"Fox", 3}, false},
                      true, &result);
    made = result.decision.kind == kind_drift && result.decision.has_conflict;
    return done;
}

/* From features that say something of the verdict, and others that do not. */
static bool learning_kinds(bool large) {
    enum { lessons_few = 60, lessons_many = 300 };
    static struct lesson lessons[lessons_many];
    static struct learning learning;
    for (int i = 0; i < lessons_many; i++) {
        bool conflicts = i % 7 < 3;
        lessons[i] = (struct lesson){.topic = 0.4,
                                     .reliability = 0.5,
                                     .group = i % learning_folds,
                                     .said = conflicts    ? lesson_contradiction
                                             : i % 7 == 3 ? lesson_same
                                                          : lesson_pattern,
                                     .has_conflict = true};
        lessons[i].features[feature_number] = conflicts;
        lessons[i].features[feature_words] = i % 11;
    }
    bool done = learning_find(&learning, lessons, large ? lessons_many : lessons_few, memory,
                              &interruption);
    made = (uint64_t)learning.learnt * 100 + learning.found;
    return done;
}

/* ---- All of them ---- */

static const struct {
    const char *what;
    bool (*work)(bool large);
    bool allocates, is_long; /* whether it is tried without memory, and interrupted */
    uint64_t made;           /* of the small input */
} cases[] = {
    {"code_points", decoding, true, false, 'q' * 100 + 77},
    {"note_marks", without_notes, true, true, 2},
    {"word_hashes", hashes_of_words, true, true, 4},
    {"word_set", set_of_words, true, true, 1000},
    {"set_similarity", sets, true, true, UINT64_C(74) * text_length + 75057},
    {"set_similarity, equal texts", equal_sets, true, true, UINT64_C(66) * text_length + 66066},
    {"set_similarity, what stands often", sets_of_copies, true, true, text_length + 1001},
    {"edit_distance", distance, true, true, 16},
    {"edit_distance_utf8", distance_utf8, true, false, 600600},
    {"stop_word_sequence", stop_word_sequence, true, true, 7},
    {"minhash, banded", banded, true, true, 0xD835B77307F2BF68},
    {"minhash, paper", paper, true, true, 0xBB9410C3D5120E8D},
    {"minhash, words", word_shingles, true, true, 0xDDAB4619075CB63C},
    {"minhash, wikiduper", wikiduper, true, true, 0x83B40ED984F9F067},
    {"match_probability, sets of bands", probability_of_bands, true, true, 750000000},
    {"match_probability, sets of hashes", probability_of_hashes, true, true, 750000000},
    {"union_find", joining, true, true, 500},
    {"component_blob", component_blob, true, true, 2025},
    {"text_components", text_blob, true, true, 600},
    {"star_clusters", stars, true, true, 25},
    {"linked_clusters", linked_trees, true, true, 26},
    {"edge_counts", counting, true, true, 3},
    {"column of texts", column_of_texts, true, false, 300},
    {"column of numbers", column_of_numbers, true, true, 201},
    {"column", offsets, false, true, 0},
    {"hyperplanes", dense_projection, true, true, 1},
    {"projection_of", projection_of_any, true, true, 0xC8F4C41784B783A2},
    {"bit_permutation", permutation, true, false, 1},
    {"words", splitting, true, false, 301153},
    {"alignment", aligning, true, false, 25},
    {"values", finding_values, true, false, 7},
    {"differences", finding_differences, true, false, 11},
    {"kind", judging, true, false, 1},
    {"kind, with a conflict", judging_conflict, true, false, 1},
    {"learning", learning_kinds, true, true, 127},
};

static void test_no_memory(size_t i) {
    FOR_EACH_FAULT(n) {
        CHECK(cases[i].work(false) == !faulty.failed, "%s, allocation %lu", cases[i].what, n);
        faulty_pause();
        CHECK(cases[i].work(false) && made == cases[i].made,
              "%s, again after allocation %lu: 0x%llX", cases[i].what, n, (unsigned long long)made);
        forget();
        CHECK(faulty.live == 0, "%s, allocation %lu leaks %ld blocks", cases[i].what, n,
              faulty.live);
    }
    CHECK(faulty.faults > 1 && faulty.faults <= 2000, "%s: %lu faults", cases[i].what,
          faulty.faults);
}

/* Whether the work completes if it is stopped at that question. */
static bool run(bool (*work)(bool large), int stop_at) {
    host.asked = 0;
    host.stop_at = stop_at;
    interruption.stopped = false;
    interruption.steps = 0;
    return work(true);
}

static void test_interrupts(size_t i) {
    bool done = run(cases[i].work, 0);
    int questions = host.asked;
    uint64_t right = made;
    CHECK(done && !interruption.stopped && questions >= 2, "%s: %d questions", cases[i].what,
          questions);
    const int stops[] = {1, questions / 2 + 1, questions};
    for (size_t s = 0; s < sizeof stops / sizeof *stops; s++) {
        if (s > 0 && stops[s] == stops[s - 1])
            continue; /* of two questions, the second is the middle and the last */
        done = run(cases[i].work, stops[s]);
        CHECK(!done && interruption.stopped && host.asked == stops[s],
              "%s: stopped at %d of %d questions, asked %d", cases[i].what, stops[s], questions,
              host.asked);
    }
    CHECK(run(cases[i].work, 0) && made == right, "%s: afterwards %llu instead of %llu",
          cases[i].what, (unsigned long long)made, (unsigned long long)right);
    forget();
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
    make_texts();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].allocates)
            test_no_memory(i);
        if (cases[i].is_long)
            test_interrupts(i);
    }
    test_sizes_that_overflow();
    return faulty_end("core/test_failures");
}
