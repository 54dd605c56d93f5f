/*
 * test_passage_likeness.c - what two passages have in common and what they exchange: cases by hand,
 * the laws that hold of any texts, hostile texts in bounded time; and nothing is left if memory
 * runs out.
 */
#include "faulty_memory.h"
#include "passages/passage_likeness.h"
#include "plain_memory.h"
#include "random_input.h"
#include "test.h"

static struct passage_likeness_work work;
static struct passage_likeness found;

static bool compare(const struct allocator *allocator, const char *a, const char *b,
                    const char *title_a, const char *title_b) {
    struct passage_text passages[2] = {{a, strlen(a)}, {b, strlen(b)}};
    struct passage_text titles[2] = {{title_a, strlen(title_a)}, {title_b, strlen(title_b)}};
    return passage_likeness_find(&found, &work, allocator, vocabulary_for("en", 2), passages,
                                 titles);
}

/* ---- Cases ---- */

/* words of a and b, equal, longest run / changes, exchanges / names of a, b, both, exchanged /
 * numbers of a, b, both / values that agree, differ / titles exchanged */
static const char *shown(void) {
    static char text[200];
    sprintf(text, "%zu %zu %zu %zu / %zu %zu / %zu %zu %zu %zu / %zu %zu %zu / %zu %zu / %zu",
            found.words[0], found.words[1], found.equal_words, found.longest_run, found.changes,
            found.exchanges, found.names[0], found.names[1], found.names_both,
            found.names_exchanged, found.numbers[0], found.numbers[1], found.numbers_both,
            found.values_agree, found.values_differ, found.titles_exchanged);
    return text;
}

static const struct {
    const char *a, *b, *title_a, *title_b, *shown;
} cases[] = {
    {"", "", "", "", "0 0 0 0 / 0 0 / 0 0 0 0 / 0 0 0 / 0 0 / 0"},
    {"", "One lamp.", "", "", "0 2 0 0 / 1 0 / 0 0 0 0 / 0 0 0 / 0 0 / 0"},
    {"A red lamp.", "A red lamp.", "", "", "3 3 3 3 / 0 0 / 0 0 0 0 / 0 0 0 / 0 0 / 0"},
    /* Marks are no words, and a change of marks only is none. */
    {"a lamp, red", "a lamp red", "", "", "3 3 3 3 / 0 0 / 0 0 0 0 / 0 0 0 / 0 0 / 0"},
    /* Two villages: names, numbers, the first word of a sentence, function words and months. */
    {"Elm is a village in Adams. It had 1,200 people in May 1990.",
     "Oak is a village in Knox. It had 901 people in May 1990.", "Elm", "Oak",
     "13 13 10 4 / 3 3 / 1 1 0 1 / 2 2 1 / 1 1 / 1"},
    /* A name that begins a sentence counts if it is a name elsewhere. */
    {"Rome fell. They left Rome.", "Rome fell. They left it.", "", "",
     "5 5 4 4 / 1 1 / 1 1 1 0 / 0 0 0 / 0 0 / 0"},
    /* Mt. ends no sentence, and neither does an initial. */
    {"in Mt. Hood with J. Bell", "in Mt. Cook with J. Bell", "", "",
     "6 6 5 3 / 1 1 / 4 4 3 1 / 0 0 0 / 0 0 / 0"},
    /* A line end begins a sentence. */
    {"of the lamp\nBell rang", "of the lamp\nBell rang", "", "",
     "5 5 5 5 / 0 0 / 0 0 0 0 / 0 0 0 / 0 0 / 0"},
    /* Values: the same in other words, two at once, one that agrees with "about". */
    {"it has 200 men", "it has two hundred men", "", "",
     "4 5 3 2 / 1 1 / 0 0 0 0 / 1 0 0 / 1 0 / 0"},
    {"he scored 5 of 7", "he scored 8 of 9", "", "", "5 5 3 2 / 2 2 / 0 0 0 0 / 2 2 0 / 0 2 / 0"},
    {"it has 203 men", "it has about 200 men", "", "", "4 5 3 2 / 1 1 / 0 0 0 0 / 1 1 0 / 0 0 / 0"},
    /* What only one passage has exchanges nothing. */
    {"the lamp of Bell in 1990 fell", "the lamp fell", "", "",
     "7 3 3 2 / 1 0 / 1 0 0 0 / 1 0 0 / 0 0 / 0"},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(compare(&plain_allocator, cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b),
              "memory");
        CHECK(strcmp(shown(), cases[i].shown) == 0, "%s: %s, not %s", cases[i].a, shown(),
              cases[i].shown);
    }
}

static void test_grams(void) {
    const char *ten = "one red lamp was lit by a man of the", *more =
                                                                  "one red lamp was lit by a man "
                                                                  "of the town";
    CHECK(compare(&plain_allocator, ten, more, "", ""), "memory");
    CHECK(found.grams[0] == 1 && found.grams[1] == 2 && found.grams_both == 1, "%zu %zu %zu",
          found.grams[0], found.grams[1], found.grams_both);
    CHECK(compare(&plain_allocator, "a a a a a a a a a a a a a", ten, "", ""), "memory");
    CHECK(found.grams[0] == 1 && found.grams_both == 0, "a repeated n-gram counts once");
}

static void test_titles(void) {
    static const struct {
        const char *a, *b;
        enum title_relation relation;
    } titles[] = {
        {"HIV/AIDS in Bolivia", "HIV/AIDS in Nicaragua", title_sibling},
        {"Hurricane Ike", "Effects of Hurricane Ike in Texas", title_related},
        {"Lamp", "Harbour", title_unrelated},
        {"", "Harbour", title_unrelated},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        CHECK(compare(&plain_allocator, "a lamp", "a red lamp", titles[i].a, titles[i].b),
              "memory");
        CHECK(found.relation == titles[i].relation, "%s: %d", titles[i].a, found.relation);
    }
}

/* ---- Laws ---- */

static char texts[2][20000];

static void make_texts(size_t words) {
    static const char *const known[] = {"lamp",  "the",  "of",   "Bell", "1878",  "it.",
                                        "was,",  "Rome", "St.",  "two",  "1,300", "\n",
                                        "Ørsay", "灯",   "\xFF", "in",   "May",   "hundred"};
    enum { count = sizeof known / sizeof *known };
    char *ends[2] = {texts[0], texts[1]};
    for (size_t i = 0; i < words; i++) {
        size_t word = random_below(count), other = random_below(8) ? word : random_below(count);
        for (int side = 0; side < 2; side++)
            if (random_below(20) > 0)
                ends[side] += sprintf(ends[side], "%s ", known[side == 0 ? word : other]);
    }
    *ends[0] = *ends[1] = '\0';
}

static size_t least(const size_t *each) {
    return each[0] < each[1] ? each[0] : each[1];
}

static void check_laws(const char *a) {
    CHECK(found.equal_words <= least(found.words) && found.longest_run <= found.equal_words, "%s",
          a);
    CHECK(found.names_both <= least(found.names) && found.numbers_both <= least(found.numbers),
          "%s", a);
    CHECK(found.grams_both <= least(found.grams), "%s", a);
    CHECK(found.exchanges <= found.changes && found.names_exchanged <= found.exchanges &&
              found.titles_exchanged <= found.exchanges,
          "%s", a);
    CHECK(found.equal_words == 0 || found.longest_run > 0, "%s", a);
}

static void test_any_texts(void) {
    for (int round = 0; round < 2000; round++) {
        make_texts(random_below(150));
        CHECK(compare(&plain_allocator, texts[0], texts[1], "Bell in Rome", "Lamp of Ørsay"),
              "memory");
        check_laws(texts[0]);
        struct passage_likeness one = found;
        CHECK(compare(&plain_allocator, texts[1], texts[0], "Lamp of Ørsay", "Bell in Rome"),
              "memory");
        for (int side = 0; side < 2; side++)
            CHECK(one.words[side] == found.words[1 - side] &&
                      one.names[side] == found.names[1 - side] &&
                      one.numbers[side] == found.numbers[1 - side] &&
                      one.grams[side] == found.grams[1 - side],
                  "%s is not the same the other way round", texts[0]);
        CHECK(one.names_both == found.names_both && one.numbers_both == found.numbers_both &&
                  one.grams_both == found.grams_both,
              "%s", texts[0]);
        CHECK(compare(&plain_allocator, texts[0], texts[0], "", ""), "memory");
        CHECK(found.changes == 0 && found.equal_words == found.words[0] &&
                  found.names_both == found.names[0] && found.grams_both == found.grams[0] &&
                  found.values_differ == 0,
              "%s is not like itself", texts[0]);
    }
}

/* ---- Hostile texts and faults ---- */

static void test_hostile(void) {
    static const char *const units[][2] = {{"a ", "b "},
                                           {"a ", "a "},
                                           {"1 ", "2 "},
                                           {". ", "... "},
                                           {"Lyon 5 ", "Nice 6 km "},
                                           {"A.\n", "B "},
                                           {"May 1990, ", "1990 May "}};
    enum { length = 300000 };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *a = test_repeated(units[i][0], length), *b = test_repeated(units[i][1], length - 7);
        clock_t begin = clock();
        CHECK(compare(&plain_allocator, a, b, a, b), "memory");
        double seconds = test_seconds(begin);
        check_laws(units[i][0]);
        CHECK(seconds < 20, "%s and %s take %.1f s", units[i][0], units[i][1], seconds);
        free(a);
        free(b);
    }
}

static void test_no_memory(void) {
    make_texts(100);
    FOR_EACH_FAULT(n) {
        bool made = compare(&faulty_allocator, texts[0], texts[1], "Bell in Rome", "Lamp");
        CHECK(made != faulty.failed, "allocation %lu", n);
        passage_likeness_free(&work, &faulty_allocator);
        CHECK(faulty.live == 0, "allocation %lu: %ld blocks are left", n, faulty.live);
    }
}

int main(void) {
    random_state = 17;
    RUN_TESTS(test_cases, test_grams, test_titles, test_any_texts, test_hostile);
    passage_likeness_free(&work, &plain_allocator);
    test_no_memory();
    test_figure(faulty.tried, "faults of memory in passage_likeness");
    return test_end("core/test_passage_likeness");
}
