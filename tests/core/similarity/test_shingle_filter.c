/* test_shingle_filter.c - texts that the filter excludes share no shingle, and it excludes most. */
#include "faulty_memory.h"
#include "random_input.h"
#include "similarity/set_similarity.h"
#include "similarity/shingle_filter.h"
#include "test.h"

static struct shingle_filter filter;
static struct set_similarity_workspace work;

static void read_text(struct code_points *points, const char *text, size_t length) {
    code_points_decode(points, memory, text, length);
}

/* Lets the filter see `a` often enough, and asks about `b`. */
static bool excludes(const char *a, const char *b, size_t shingle) {
    for (int i = 0; i < 10; i++)
        shingle_filter_sees_again(&filter, memory, a, strlen(a));
    read_text(&work.a, a, strlen(a));
    read_text(&work.b, b, strlen(b));
    return shingle_filter_excludes(&filter, memory, &work.a, &work.b, shingle);
}

static const struct {
    const char *a, *b;
    size_t shingle;
    bool excluded;
} cases[] = {
    {"The lamp was lit.", "The lamp was lit.", 5, false},
    {"The lamp was lit.", "A lamp was here.", 5, false},
    {"The lamp was lit.", "Fog came in.", 5, true},
    {"The lamp was lit.", "Fog came in.", 12, true}, /* has one shingle of 12 */
    {"The lamp was lit.", "The lamp", 12, true},     /* a narrower shingle, which is never equal */
    {"The lamp", "The lamp", 12, false},
    {"The lamp", "The lamp was lit.", 12, true},
    {"The lamp", "The lump", 12, true}, /* both are one shingle */
    {"The lamp was lit.", "", 5, false},
    {"", "The lamp was lit.", 5, false},
    {"日本語の灯台", "日本人の灯台", 3, false},
    {"日本語の灯台", "日本人の港町", 3, true},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(excludes(cases[i].a, cases[i].b, cases[i].shingle) == cases[i].excluded,
              "'%s' and '%s' by %zu", cases[i].a, cases[i].b, cases[i].shingle);
}

static void test_what_it_remembers(void) {
    static char longer[5000];
    memset(longer, 'a', sizeof longer);
    shingle_filter_free(&filter, memory);
    CHECK(!shingle_filter_sees_again(&filter, memory, "abc", 3), "at first");
    CHECK(shingle_filter_sees_again(&filter, memory, "abc", 3), "again");
    CHECK(!shingle_filter_sees_again(&filter, memory, "abd", 3), "another");
    CHECK(!shingle_filter_sees_again(&filter, memory, "ab", 2), "its beginning");
    CHECK(!shingle_filter_sees_again(&filter, memory, "abd", 3), "not in a row");
    read_text(&work.a, "abd", 3);
    read_text(&work.b, "xyz", 3);
    CHECK(!shingle_filter_excludes(&filter, memory, &work.a, &work.b, 2),
          "a text that came once is not yet worth it");
    for (int i = 0; i < 2; i++)
        CHECK(!shingle_filter_sees_again(&filter, memory, longer, sizeof longer), "long");
    CHECK(!shingle_filter_sees_again(&filter, memory, "abd", 3), "after a long one");
}

/* Few letters and short shingles, so that many share something; the text and the length change. */
static void test_random_texts(void) {
    enum { texts = 400, others = 60 };
    unsigned long wrong = 0, excluded = 0, apart = 0;
    for (int i = 0; i < texts; i++) {
        char a[61] = {0}, b[200];
        size_t letters = 2 + random_below(24), shingle = 1 + random_below(6);
        for (size_t k = 1 + random_below(60); k > 0; k--)
            a[k - 1] = (char)('a' + random_below(letters));
        for (int k = 0; k < others; k++) {
            size_t count = random_below(sizeof b);
            struct set_counts counts;
            for (size_t j = 0; j < count; j++)
                b[j] = (char)('a' + random_below(letters));
            shingle_filter_sees_again(&filter, memory, a, strlen(a));
            read_text(&work.a, a, strlen(a));
            read_text(&work.b, b, count);
            bool is_excluded = shingle_filter_excludes(&filter, memory, &work.a, &work.b, shingle);
            wrong += !set_similarity_count(&work, memory, shingle, &counts) ||
                     (is_excluded && counts.both > 0);
            excluded += is_excluded;
            apart += counts.both == 0;
            if (k == others / 2)
                shingle++;
        }
    }
    CHECK(wrong == 0, "%lu texts", wrong);
    CHECK(excluded > apart * 3 / 4, "%lu of %lu that share nothing are excluded", excluded, apart);
}

/* Whichever allocation fails, nothing that shares a shingle is excluded. */
static void test_no_memory(void) {
    read_text(&work.a, "The lamp was lit.", 17);
    read_text(&work.b, "A lamp was here.", 16);
    FOR_EACH_FAULT(n) {
        shingle_filter_free(&filter, memory);
        for (int i = 0; i < 20; i++) {
            shingle_filter_sees_again(&filter, memory, "The lamp was lit.", 17);
            CHECK(!shingle_filter_excludes(&filter, memory, &work.a, &work.b, 5),
                  "allocation %lu fails", n);
        }
    }
}

int main(void) {
    RUN_TESTS(test_cases, test_what_it_remembers, test_random_texts, test_no_memory);
    shingle_filter_free(&filter, memory);
    set_similarity_workspace_free(&work, memory);
    return faulty_end("core/test_shingle_filter");
}
