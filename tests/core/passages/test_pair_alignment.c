/*
 * test_pair_alignment.c - the passages of many pairs of documents against the plain way: each pair
 * aligned by itself, from the whole texts, its candidates sorted and cut one by one.
 */
#include "core.h"
#include "failing_threads.h"
#include "faulty_memory.h"
#include "passage_defaults.h"
#include "plain_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"

#include <math.h>

/* ---- Documents ------------------------------------------------------------------------------- */

enum { documents_max = 60, text_max = 40000, rows_max = 4000 };

/* A document is rows of text; its whole text is these, joined by a space. */
struct plain_document {
    int64_t id;
    char *text;
    size_t length;
    size_t ends[64]; /* of its rows */
    size_t rows;
};

static struct plain_document documents[documents_max];
static size_t document_count;

static void append(struct plain_document *document, const char *bytes, size_t length) {
    REQUIRE(document->length + length <= text_max);
    memcpy(document->text + document->length, bytes, length);
    document->length += length;
}

/* A word of many, some of them with letters beyond ASCII, and bytes that are no UTF-8. */
static void append_word(struct plain_document *document, size_t word) {
    static const char *const parts[] = {"la", "mp", "o", "ü", "de", "Ж", "ri", "中", "\xFF", "7"};
    for (size_t left = word + 11; left > 0; left /= 10)
        append(document, parts[left % 10], strlen(parts[left % 10]));
}

/* Words that several documents share, but for a few. */
static void append_shared(struct plain_document *document, size_t passage, size_t words,
                          size_t changes) {
    for (size_t i = 0; i < words; i++) {
        append_word(document, random_below(100) < changes ? random_below(100000)
                                                          : passage * 1000 + i * 7 % 900);
        append(document, random_below(9) ? " " : ". ", 1);
    }
}

static void end_row(struct plain_document *document) {
    document->ends[document->rows++] = document->length;
}

/* What cannot be packed: a word of 300 letters, and a gap of 70,000 spaces before words. */
static void append_odd(struct plain_document *document) {
    char many[300];
    memset(many, 'x', sizeof many);
    append(document, many, sizeof many);
    memset(many, ' ', sizeof many);
    for (int i = 0; i < 30; i++)
        append(document, many, sizeof many);
}

static void make_document(struct plain_document *document, int64_t id) {
    document->id = id;
    document->length = document->rows = 0;
    size_t rows = random_below(7) ? 1 + random_below(6) : 0;
    for (size_t row = 0; row < rows; row++) {
        if (row > 0)
            append(document, " ", 1);
        if (random_below(30) == 0)
            append_odd(document);
        for (size_t i = random_below(40); i > 0; i--)
            append_shared(document, 1 + random_below(100000), 1, 100);
        if (random_below(3))
            append_shared(document, random_below(4), 30 + random_below(60), random_below(20));
        end_row(document);
    }
    if (rows == 0)
        end_row(document); /* an empty text */
}

/* Ids are far apart and negative, too; they ascend or not. */
static void make_documents(size_t count, bool ascending) {
    document_count = count;
    for (size_t i = 0; i < count; i++) {
        size_t place = ascending ? i : (i * 61 + 3) % count; /* 61 divides no such count */
        make_document(documents + i, (int64_t)place * INT64_C(3000000000) - INT64_C(90000000000));
    }
}

static enum document_set_result collect(struct document_set *set, const struct allocator *allocator,
                                        int64_t *repeated) {
    enum document_set_result result = document_set_ok;
    for (size_t i = 0; i < document_count && result == document_set_ok; i++) {
        const struct plain_document *document = documents + i;
        for (size_t row = 0, begin = 0; row < document->rows; row++) {
            result = document_set_add(set, allocator, document->id, document->text + begin,
                                      document->ends[row] - begin);
            if (result != document_set_ok)
                return result;
            begin = document->ends[row] + 1;
        }
    }
    return result == document_set_ok ? document_set_number(set, allocator, repeated) : result;
}

static const struct plain_document *document_with(int64_t id) {
    for (size_t i = 0; i < document_count; i++)
        if (documents[i].id == id)
            return documents + i;
    return NULL;
}

static unsigned long words_compared, wide_documents;

/* The set has the words of each whole text, where they are. */
static void check_set(const struct document_set *set) {
    struct word_hashes words = {0};
    CHECK(set->count == document_count, "%zu documents", set->count);
    for (uint32_t number = 0; number < set->count; number++) {
        const struct plain_document *document = document_with(set->ids[number]);
        CHECK(number == 0 || set->ids[number - 1] < set->ids[number], "the ids do not ascend");
        CHECK(document && document_set_find(set, document->id) == number, "document %u", number);
        struct placed_words kept = document_set_words(set, number);
        CHECK(word_hashes_read_placed(&words, &plain_allocator, document->text, document->length),
              "memory");
        bool right = kept.count == words.count && kept.count == document_set_count(set, number);
        for (size_t i = 0; right && i < words.count; i++)
            right = kept.hashes[i] == words.values[i] &&
                    placed_words_begin(&kept, i) == words.places[i].begin &&
                    placed_words_end(&kept, i) == words.places[i].end;
        CHECK(right, "document %u: %zu words, expected %zu", number, kept.count, words.count);
        words_compared += words.count;
        wide_documents += kept.places != NULL;
    }
    CHECK(document_set_find(set, 5) == UINT32_MAX &&
              document_set_find(set, INT64_MAX) == UINT32_MAX,
          "documents that are not there");
    word_hashes_free(&words, &plain_allocator);
}

static void test_sets(void) {
    int64_t repeated = 0;
    for (int round = 0; round < 40; round++) {
        struct document_set set = {0};
        make_documents(round == 0 ? 0 : 1 + random_below(documents_max), random_below(2));
        CHECK(collect(&set, &plain_allocator, &repeated) == document_set_ok, "memory");
        check_set(&set);
        document_set_free(&set, &plain_allocator);
    }
    make_documents(10, true);
    documents[8].id = documents[3].id;
    struct document_set set = {0};
    CHECK(collect(&set, &plain_allocator, &repeated) == document_set_repeated &&
              repeated == documents[3].id,
          "an id that comes back");
    document_set_free(&set, &plain_allocator);
    CHECK(document_set_add(&set, &plain_allocator, 1, "", (size_t)DOCUMENT_LENGTH_MAX + 1) ==
              document_set_too_long,
          "a text that is too long");
    document_set_free(&set, &plain_allocator);
    CHECK(document_set_add(&set, &plain_allocator, 1, "lamp", 4) == document_set_ok, "memory");
    CHECK(document_set_add(&set, &plain_allocator, 1, "", DOCUMENT_LENGTH_MAX - 4) ==
              document_set_too_long,
          "texts that are too long together");
    document_set_free(&set, &plain_allocator);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

struct row {
    int64_t a, b;
    float score;
};

static struct row rows[rows_max];
static size_t row_count;

static float random_score(void) {
    static const float few[] = {0.0F, -0.0F, 1.0F, -1.5F, 0.25F, 1e30F, -1e30F};
    return random_below(2) ? few[random_below(7)] : (float)random_below(1000) / 1000.0F;
}

static void make_rows(size_t count, bool ordered) {
    row_count = document_count > 0 ? count : 0;
    for (size_t i = 0; i < row_count; i++) {
        int64_t a = documents[random_below(document_count)].id;
        int64_t b = documents[random_below(document_count)].id;
        if (ordered && a > b)
            rows[i] = (struct row){b, a, random_score()};
        else
            rows[i] = (struct row){a, b, random_score()};
    }
}

static bool make_pairs(struct document_pairs *pairs, const struct allocator *allocator,
                       struct interruption *interruption) {
    for (size_t i = 0; i < row_count; i++)
        if (!document_pairs_add(pairs, allocator, rows[i].a, rows[i].b, rows[i].score))
            return false;
    return document_pairs_sort(pairs, allocator, interruption);
}

static bool is_row(int64_t a, int64_t b) {
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].a == a && rows[i].b == b)
            return true;
    return false;
}

/* Each pair once, the way round that it was collected, with the highest score of either way. */
static struct row expected_rows[rows_max];
static size_t expected_row_count;

/* By a, then descending score, then b. */
static int compare_rows(const void *x, const void *y) {
    const struct row *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->score != q->score)
        return p->score > q->score ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void expect_rows(void) {
    expected_row_count = 0;
    for (size_t i = 0; i < row_count; i++) {
        struct row row = rows[i];
        bool known = row.a == row.b;
        if (row.a > row.b && is_row(row.b, row.a))
            row = (struct row){row.b, row.a, row.score};
        for (size_t j = 0; j < expected_row_count && !known; j++)
            if (expected_rows[j].a == row.a && expected_rows[j].b == row.b) {
                expected_rows[j].score = fmaxf(expected_rows[j].score, row.score);
                known = true;
            }
        if (!known)
            expected_rows[expected_row_count++] = row;
    }
    qsort(expected_rows, expected_row_count, sizeof *expected_rows, compare_rows);
}

static void check_pairs(const struct document_pairs *pairs) {
    CHECK(pairs->count == expected_row_count, "%zu pairs, expected %zu", pairs->count,
          expected_row_count);
    for (size_t i = 0; i < pairs->count; i++) {
        struct row pair = {pairs->nodes.members[document_pairs_a(pairs, i)],
                           pairs->nodes.members[document_pairs_b(pairs, i)],
                           document_pairs_score(pairs, i)};
        bool found = false;
        for (size_t j = 0; j < expected_row_count; j++)
            found |= compare_rows(&pair, expected_rows + j) == 0;
        CHECK(found, "pair %zu", i);
        CHECK(i == 0 || pairs->pairs[i - 1] < pairs->pairs[i], "pair %zu is not in order", i);
    }
}

/* ---- Passages -------------------------------------------------------------------------------- */

struct expected_passage {
    int64_t a, b;
    struct shared_passage passage;
};

enum { passages_max = 20000 };

static struct expected_passage expected[passages_max];
static size_t expected_count;
static struct pair_alignment_counts counts;

static struct word_hashes words_a, words_b;
static struct seed_index seeds;
static struct passage_alignment found;

static bool align_plainly(const struct row *row, const struct passage_parameters *parameters) {
    const struct plain_document *a = document_with(row->a), *b = document_with(row->b);
    const struct allocator *allocator = &plain_allocator;
    if (!word_hashes_read_placed(&words_a, allocator, a->text, a->length) ||
        !word_hashes_read_placed(&words_b, allocator, b->text, b->length))
        return false;
    struct placed_words placed_a = placed_words_of(&words_a), placed_b = placed_words_of(&words_b);
    return seed_index_make(&seeds, allocator, NULL, parameters, &placed_a) &&
           passage_alignment_find(&found, allocator, NULL, &seeds, &placed_b);
}

static int compare_passages(const void *x, const void *y) {
    const struct expected_passage *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    if (p->passage.a_begin != q->passage.a_begin)
        return p->passage.a_begin < q->passage.a_begin ? -1 : 1;
    return (p->passage.b_begin > q->passage.b_begin) - (p->passage.b_begin < q->passage.b_begin);
}

/* Aligns the expected pairs one by one and keeps account of what is cut. */
static void expect_passages(const struct pair_alignment_rule *rule) {
    size_t rank = 0, misses = 0;
    expected_count = 0;
    counts = (struct pair_alignment_counts){0};
    for (size_t i = 0; i < expected_row_count; i++) {
        const struct row *row = expected_rows + i;
        if (i == 0 || row[-1].a != row->a)
            rank = misses = 0;
        if (row->score < rule->score_least) {
            counts.below_score++;
        } else if (rank >= rule->rank_most) {
            counts.beyond_rank++;
        } else if (misses >= rule->misses_most) {
            counts.after_misses++;
        } else {
            CHECK(align_plainly(row, &rule->parameters), "memory");
            for (size_t j = 0; j < found.count; j++) {
                CHECK(expected_count < passages_max, "too many passages");
                expected[expected_count++] =
                    (struct expected_passage){row->a, row->b, found.passages[j]};
            }
            counts.aligned++;
            counts.with_passages += found.count > 0;
            counts.passages += found.count;
            misses = found.count > 0 ? 0 : misses + 1;
            rank++;
        }
    }
    qsort(expected, expected_count, sizeof *expected, compare_passages);
}

static bool equal(const struct shared_passage *p, const struct shared_passage *q) {
    return p->a_begin == q->a_begin && p->a_end == q->a_end && p->b_begin == q->b_begin &&
           p->b_end == q->b_end && p->words == q->words && p->a_words == q->a_words &&
           p->b_words == q->b_words &&
           memcmp(&p->similarity, &q->similarity, sizeof p->similarity) == 0;
}

/* Which of two limits cut a candidate is not known if both did: the sum is. */
static bool equal_counts(const struct pair_alignment_counts *p,
                         const struct pair_alignment_counts *q) {
    return p->aligned == q->aligned && p->with_passages == q->with_passages &&
           p->passages == q->passages &&
           p->below_score + p->beyond_rank + p->after_misses ==
               q->below_score + q->beyond_rank + q->after_misses;
}

/* Returns false if it failed. */
static bool find_passages(const struct allocator *allocator, const struct document_set *set,
                          const struct document_pairs *pairs,
                          const struct pair_alignment_rule *rule, unsigned threads,
                          struct interruption *interruption) {
    const int64_t *unknown;
    struct pair_alignment *alignment =
        pair_alignment_new(allocator, set, pairs, rule, threads, interruption, &unknown);
    CHECK(!unknown, "an unknown document");
    if (!alignment)
        return false;
    enum task_results result;
    struct aligned_passage passage;
    size_t count = 0;
    bool right = true;
    while ((result = pair_alignment_next(alignment, &passage)) == task_results_one) {
        const struct expected_passage *other = expected + count;
        right &= count < expected_count && set->ids[passage.a] == other->a &&
                 set->ids[passage.b] == other->b && equal(&passage.passage, &other->passage);
        count++;
    }
    if (result == task_results_end) {
        struct pair_alignment_counts counted = pair_alignment_counts(alignment);
        right &= count == expected_count && equal_counts(&counted, &counts);
        CHECK(pair_alignment_next(alignment, &passage) == task_results_end,
              "the end is not the end");
    }
    CHECK(right, "%u threads: %zu passages, expected %zu", threads, count, expected_count);
    pair_alignment_free(alignment);
    return result == task_results_end;
}

static struct pair_alignment_rule random_rule(void) {
    struct pair_alignment_rule rule = {.parameters = passage_parameters_default(),
                                       .score_least = -INFINITY,
                                       .rank_most = SIZE_MAX,
                                       .misses_most = SIZE_MAX};
    rule.parameters.seed = (enum seed_kind)random_below(3);
    rule.parameters.words = 2 + (uint32_t)random_below(4);
    rule.parameters.length_least = (uint32_t)random_below(300);
    rule.parameters.occurrences_most = 1 + (uint32_t)random_below(9);
    if (random_below(2))
        rule.score_least = random_score();
    if (random_below(3) == 0)
        rule.rank_most = 1 + random_below(10);
    if (random_below(3) == 0)
        rule.misses_most = 1 + random_below(5);
    return rule;
}

static unsigned long aligned, passages, cut;

static void test_passages(void) {
    const unsigned threads[] = {0, 1, 2, 8};
    int64_t repeated;
    for (int round = 0; round < 50; round++) {
        struct document_set set = {0};
        struct document_pairs pairs = {.nodes.key = random_word()};
        make_documents(round < 2 ? (size_t)round : 2 + random_below(documents_max - 2), round % 2);
        CHECK(collect(&set, &plain_allocator, &repeated) == document_set_ok, "memory");
        make_rows(random_below(round % 8 ? 300 : rows_max / 4), random_below(2));
        CHECK(make_pairs(&pairs, &plain_allocator, NULL), "memory");
        expect_rows();
        check_pairs(&pairs);
        struct pair_alignment_rule rule = random_rule();
        expect_passages(&rule);
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
            CHECK(find_passages(&plain_allocator, &set, &pairs, &rule, threads[i], NULL), "memory");
        for (unsigned fail_at = 0; fail_at < 3; fail_at++) {
            starts = 0;
            starts_fail_at = fail_at;
            CHECK(find_passages(&plain_allocator, &set, &pairs, &rule, 3, NULL), "%u threads start",
                  fail_at);
        }
        starts_fail_at = UINT32_MAX;
        aligned += counts.aligned;
        passages += counts.passages;
        cut += counts.below_score + counts.beyond_rank + counts.after_misses;
        document_pairs_free(&pairs, &plain_allocator);
        document_set_free(&set, &plain_allocator);
    }
}

/* A document that all others are compared with, in several tasks, or in one if misses count. */
static void test_hub(void) {
    enum { others = 59 };
    struct document_set set = {0};
    struct document_pairs pairs = {0};
    int64_t repeated;
    make_documents(others + 1, true);
    append_shared(documents, 1, 4000, 5);
    documents[0].ends[documents[0].rows - 1] = documents[0].length;
    CHECK(collect(&set, &plain_allocator, &repeated) == document_set_ok, "memory");
    row_count = 0;
    for (size_t copy = 0; copy < 60; copy++)
        for (size_t i = 1; i <= others; i++)
            rows[row_count++] = (struct row){documents[0].id, documents[i].id, (float)copy};
    CHECK(make_pairs(&pairs, &plain_allocator, NULL), "memory");
    expect_rows();
    check_pairs(&pairs);
    CHECK(pairs.count == others, "%zu pairs", pairs.count);
    struct pair_alignment_rule rule = random_rule();
    rule.score_least = -INFINITY;
    for (int i = 0; i < 2; i++) {
        rule.rank_most = SIZE_MAX;
        rule.misses_most = i == 0 ? SIZE_MAX : 3;
        expect_passages(&rule);
        CHECK(find_passages(&plain_allocator, &set, &pairs, &rule, 2, NULL), "memory");
    }
    document_pairs_free(&pairs, &plain_allocator);
    document_set_free(&set, &plain_allocator);
}

static void test_unknown(void) {
    struct document_set set = {0};
    struct document_pairs pairs = {0};
    struct pair_alignment_rule rule = random_rule();
    int64_t repeated;
    const int64_t *unknown;
    make_documents(5, true);
    CHECK(collect(&set, &plain_allocator, &repeated) == document_set_ok, "memory");
    CHECK(document_pairs_add(&pairs, &plain_allocator, documents[0].id, documents[1].id, 1) &&
              document_pairs_add(&pairs, &plain_allocator, documents[0].id, 77, 1) &&
              document_pairs_sort(&pairs, &plain_allocator, NULL),
          "memory");
    CHECK(!pair_alignment_new(&plain_allocator, &set, &pairs, &rule, 2, NULL, &unknown) &&
              unknown && *unknown == 77,
          "a document that is not there");
    document_pairs_free(&pairs, &plain_allocator);
    document_set_free(&set, &plain_allocator);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

static void test_no_memory(void) {
    struct pair_alignment_rule rule = random_rule();
    rule.score_least = -1;
    rule.rank_most = 1;
    rule.misses_most = SIZE_MAX;
    int64_t repeated;
    make_documents(12, false);
    make_rows(40, false);
    expect_rows();
    expect_passages(&rule);
    CHECK(expected_count > 0 && counts.beyond_rank > 0, "%zu passages", expected_count);
    FOR_EACH_FAULT(n) {
        struct document_set set = {0};
        struct document_pairs pairs = {0};
        bool done = collect(&set, &faulty_allocator, &repeated) == document_set_ok &&
                    make_pairs(&pairs, &faulty_allocator, NULL) &&
                    find_passages(&faulty_allocator, &set, &pairs, &rule, 0, NULL);
        CHECK(faulty.failed != done, "allocation %lu", n);
        document_pairs_free(&pairs, &faulty_allocator);
        document_set_free(&set, &faulty_allocator);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
}

/* Stops whenever it is asked, which is made to be often. */
static void test_interrupts(unsigned threads) {
    int64_t repeated;
    struct pair_alignment_rule rule = random_rule();
    make_documents(documents_max, true);
    make_rows(rows_max, false);
    expect_rows();
    expect_passages(&rule);
    for (unsigned long stop_at = 1; stop_at < 6; stop_at++) {
        struct questions questions = {.stop_at = stop_at};
        struct document_set set = {0};
        struct document_pairs pairs = {0};
        struct interruption interruption = {
            .should_stop = count_questions, .context = &questions, .steps = interruption_interval};
        set.words.interruption = &interruption;
        bool done = collect(&set, &plain_allocator, &repeated) == document_set_ok;
        interruption.steps = interruption_interval;
        done = done && make_pairs(&pairs, &plain_allocator, &interruption);
        interruption.steps = interruption_interval;
        done = done && find_passages(&plain_allocator, &set, &pairs, &rule, threads, &interruption);
        CHECK(done ? questions.asked < stop_at : interruption.stopped, "question %lu", stop_at);
        document_pairs_free(&pairs, &plain_allocator);
        document_set_free(&set, &plain_allocator);
    }
}

int main(void) {
    random_state = 59;
    for (size_t i = 0; i < documents_max; i++)
        REQUIRE((documents[i].text = malloc(text_max)));
    RUN_TESTS(test_sets, test_passages, test_hub, test_unknown, test_no_memory);
    test_interrupts(0);
    test_interrupts(2);
    CHECK(wide_documents > 0 && passages > 0 && cut > 0, "%lu wide, %lu passages, %lu cut",
          wide_documents, passages, cut);
    word_hashes_free(&words_a, &plain_allocator);
    word_hashes_free(&words_b, &plain_allocator);
    seed_index_free(&seeds, &plain_allocator);
    passage_alignment_free(&found, &plain_allocator);
    for (size_t i = 0; i < documents_max; i++)
        free(documents[i].text);
    test_figure(words_compared, "words of documents compared both ways");
    test_figure(aligned, "pairs of documents aligned both ways");
    test_figure(passages, "passages found both ways");
    test_figure(cut, "candidates cut both ways");
    test_figure(faulty.tried, "faults injected into the alignment of pairs");
    return test_end("core/test_pair_alignment");
}
