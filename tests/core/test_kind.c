/*
 * test_kind.c - pairs of sentences with their titles, and their kinds; and for any pair, that the
 * order of the two does not matter.
 */
#include "../test.h"
#include "faulty_memory.h"
#include "kinds/kind.h"
#include "random_input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct allocator *const memory = &faulty_allocator;
static struct kind_work work;

static struct kind_text text_of(const char *text) {
    return (struct kind_text){text, strlen(text)};
}

#define STORM " people in the low cottages behind the Carrowick dyke, where no bell gave warning."
#define RIVER " in the Sennet Islands, and its water has turned the mills of the town since 1514."
#define LAMP "The lamp on Skarn Point was lit for the first time in "

static const struct {
    const char *a, *b, *title_a, *title_b;
    bool two_dates;
    enum kind kind;
    enum kind_reason reason;
    int type; /* of the strongest conflict, or -1 */
} cases[] = {
    {"One  text.", "One text.", "A", "B", false, kind_identical, reason_same_text, -1},
    {"The Candlemas Storm killed 143" STORM, "The Candlemas Storm killed 134" STORM,
     "Candlemas Storm", "Carrowick", false, kind_drift, reason_other_named, difference_number},
    {"The Candlemas Storm killed 1,430" STORM, "The Candlemas Storm killed 1430" STORM,
     "Candlemas Storm", "Carrowick", false, kind_copyedit, reason_other_named, -1},
    {"The Candlemas Storm killed about 140" STORM, "The Candlemas Storm killed 143" STORM,
     "Candlemas Storm", "Carrowick", false, kind_copyedit, reason_other_named, -1},
    {LAMP "1878.", LAMP "1887.", "Skarn Point", "History of Skarn Point", false, kind_drift,
     reason_related_titles, difference_date},
    {LAMP "1878.", LAMP "1887.", "Skarn Point", "Skarn Point", true, kind_drift, reason_two_dates,
     difference_date},
    {LAMP "May 1878.", LAMP "1878.", "Skarn Point", "Skarn Point", true, kind_copyedit,
     reason_two_dates, -1},
    {LAMP "1878.", LAMP "1878, on a rock.", "Skarn Point", "Skarn Point", false, kind_copyedit,
     reason_same_article, -1},
    {LAMP "the spring.", "The lamp on Skarn Point was not lit for the first time in the spring.",
     "Skarn Point", "Skarn Point", true, kind_drift, reason_two_dates, difference_negation},
    {"The Ashel is the second longest" RIVER, "The Ashel is the longest" RIVER, "River Ashel",
     "Ashelford", false, kind_drift, reason_other_named, difference_number},
    {"The Ashel is the longest" RIVER, "The Ashel is the 3rd-longest" RIVER, "River Ashel",
     "Ashelford", false, kind_drift, reason_other_named, difference_number},
    {"The Ashel is the second river" RIVER, "The Ashel is the river" RIVER, "River Ashel",
     "Ashelford", false, kind_copyedit, reason_other_named, -1},
    {LAMP "1878.", LAMP "1878, when ships that came from Tolva never stopped here.", "Skarn Point",
     "Skarn Point", true, kind_copyedit, reason_two_dates, -1},
    {"Lindry is a village in Tolva with 214 inhabitants.",
     "Hestholm is a village in Tolva with 385 inhabitants.", "Lindry", "Hestholm", false,
     kind_template, reason_different_subjects, difference_number},
    {"Lindry is a village in the north of Tolva.", "Hestholm is a village in the north of Tolva.",
     "Lindry, Tolva", "Hestholm, Tolva", false, kind_template, reason_own_titles, difference_name},
    {"She was born in 1902 and kept the lamp until her death.",
     "She was born in 1911 and kept the lamp until her death.", "Maia Lindry", "Anna Quill", false,
     kind_template, reason_different_subjects, difference_date},
    {"Quill, A. The Sennet Islands, Tolva Press, 1911.",
     "Quill, A. The Sennet Islands, Tolva Press, 1921.", "Lindry", "Hestholm", false,
     kind_reference, reason_citation, -1},
    {"The TSC was founded in Carrowick in 1902.", "The SRC was founded in Carrowick in 1911.",
     "Tolva Sailing Club", "Sennet Rowing Club", false, kind_template, reason_different_subjects,
     difference_date},
    {"The TSC was founded in Carrowick in 1902.", "The club was founded in Carrowick in 1911.",
     "Tolva Sailing Club", "Sennet Rowing Club", false, kind_template, reason_different_subjects,
     difference_date},
    {"Quill, A. The Sennet Islands, pp. 12.", "Quill, A. The Sennet Islands, pp. 14.", "Lindry",
     "Hestholm", false, kind_reference, reason_citation, -1},
    {"* Quill, The Sennet Islands, 1911", "* Quill, The Sennet Islands, 1921", "Lindry", "Hestholm",
     false, kind_reference, reason_citation, -1},
    {"* The Sennet Islands, May 1911", "* The Sennet Islands, May 1921", "Lindry", "Hestholm",
     false, kind_reference, reason_citation, -1},
    {"12 | 14 | 16 | Lindry", "12 | 14 | 17 | Lindry", "Lindry", "Hestholm", false, kind_other,
     reason_fragment, -1},
    {"", "x", "Lindry", "Hestholm", false, kind_other, reason_fragment, -1},
};

static struct kind_result judge(const char *a, const char *b, const char *title_a,
                                const char *title_b, struct kind_circumstances circumstances) {
    struct kind_sentence x = {text_of(a), text_of(title_a), false};
    struct kind_sentence y = {text_of(b), text_of(title_b), false};
    struct kind_result result;
    if (!kind_find(&work, memory, &x, &y, &circumstances, &result))
        abort();
    return result;
}

static bool same_judgement(const struct kind_result *x, const struct kind_result *y) {
    return x->decision.kind == y->decision.kind && x->decision.reason == y->decision.reason &&
           x->decision.score == y->decision.score && x->decision.topic == y->decision.topic &&
           x->topic_asked == y->topic_asked &&
           memcmp(x->features, y->features, sizeof x->features) == 0 &&
           x->decision.has_conflict == y->decision.has_conflict &&
           x->decision.conflict.type == y->decision.conflict.type;
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kind_circumstances circumstances = {.two_dates = cases[i].two_dates};
        struct kind_result found =
            judge(cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b, circumstances);
        int type = found.decision.has_conflict ? (int)found.decision.conflict.type : -1;
        CHECK(found.decision.kind == cases[i].kind && found.decision.reason == cases[i].reason &&
                  type == cases[i].type,
              "%s\n  %s\n  kind %d, reason %d, type %d, topic %.2f, score %.2f", cases[i].a,
              cases[i].b, (int)found.decision.kind, (int)found.decision.reason, type,
              found.decision.topic, found.decision.score);
        struct kind_result turned =
            judge(cases[i].b, cases[i].a, cases[i].title_b, cases[i].title_a, circumstances);
        CHECK(same_judgement(&found, &turned), "%s, turned", cases[i].a);
    }
}

/* Circumstances move the topic as their weights say. */
static void test_circumstances(void) {
    const char *a = LAMP "1878.", *b = LAMP "1887.";
    double plain = judge(a, b, "Lindry", "Quill", (struct kind_circumstances){0}).decision.topic;
    double several =
        judge(a, b, "Lindry", "Quill", (struct kind_circumstances){.several = true}).decision.topic;
    double later = judge(a, b, "Quill", "Quill", (struct kind_circumstances){.two_dates = true})
                       .decision.topic;
    CHECK(several < plain && plain < later && fabs(later - 3) < 0.2,
          "%.2f, several %.2f, two dates %.2f", plain, several, later);
}

/* Both are in a footer, or are citations; one in a footer says nothing about the other. */
static void test_footers(void) {
    static const char *const citation = "Quill, A. The Sennet Islands, pp. 14.";
    static const struct {
        bool a_in_footer, b_in_footer, b_citation, reference;
    } footers[] = {{true, true, false, true},
                   {true, false, false, false},
                   {false, true, false, false},
                   {true, false, true, true},
                   {false, false, true, false}};
    for (size_t i = 0; i < sizeof footers / sizeof *footers; i++) {
        struct kind_sentence a = {text_of("The one lamp was lit by him."), text_of("A"),
                                  footers[i].a_in_footer};
        struct kind_sentence b = {
            text_of(footers[i].b_citation ? citation : "The two lamps were lit by him."),
            text_of("B"), footers[i].b_in_footer};
        struct kind_result result;
        if (!kind_find(&work, memory, &a, &b, &(struct kind_circumstances){0}, &result))
            abort();
        CHECK((result.decision.kind == kind_reference) == footers[i].reference, "case %zu: kind %d",
              i, (int)result.decision.kind);
    }
}

static const char *random_text(size_t words) {
    static const char *const pool[] = {
        "The",    "lamp",   "on",      "Skarn", "Point",     "was",   "not",    "lit",
        "in",     "1878",   "1887",    "July",  "4",         "about", "143",    "134",
        "people", ",",      ".",       "is",    "he",        "She",   "north",  "south",
        "gold",   "silver", "NASA",    "-",     "Caf\u00E9", "cafe",  "t",      "'",
        "1990",   "s",      "million", "seven", "km",        "mi",    "\u65E5", "(",
        "first",  "third",  "of",      "Press", "Lindry",    "Quill"};
    static char texts[4][1000];
    static int next;
    char *text = texts[next++ % 4], *out = text;
    *out = '\0';
    for (size_t i = random_below(words + 1); i > 0; i--)
        out += sprintf(out, "%s%s", random_below(8) ? " " : "",
                       pool[random_below(sizeof pool / sizeof *pool)]);
    return text;
}

static void test_any_pairs(void) {
    unsigned long wrong = 0, kinds[kind_count] = {0};
    for (int i = 0; i < 100000; i++) {
        const char *a = random_text(20), *b = random_text(20);
        const char *title_a = random_text(4), *title_b = random_below(4) ? random_text(4) : title_a;
        struct kind_circumstances circumstances = {
            .two_dates = random_below(4) == 0,
            .vocabulary = &vocabularies[random_below(vocabulary_count)]};
        struct kind_result x = judge(a, b, title_a, title_b, circumstances);
        struct kind_result y = judge(b, a, title_b, title_a, circumstances);
        wrong +=
            !same_judgement(&x, &y) || !(x.decision.score >= 0 && x.decision.score <= 1) ||
            (x.decision.kind == kind_drift && (x.decision.score < 0.5 || !x.decision.has_conflict));
        kinds[x.decision.kind]++;
    }
    CHECK(wrong == 0, "%lu judgements are wrong", wrong);
    for (int kind = 0; kind < kind_count; kind++)
        CHECK(kinds[kind] > 0, "no pair is of kind %d", kind);
}

static char *repeated(const char *unit, size_t length) {
    char *text = malloc(length + 1);
    if (!text)
        abort();
    for (size_t i = 0, size = strlen(unit); i < length; i++)
        text[i] = unit[i % size];
    text[length] = '\0';
    return text;
}

/* Long texts under long titles, full of what is compared with each other. */
static void test_hostile(void) {
    static const char *const units[][2] = {
        {"a ", "b "},
        {"x", "y"},
        {"1 ", "2 "},
        {"gold Silver ", "silver Gold bronze "},
        {"Lindry 5 was ", "Quill 6 km is "},
        {"not ", "never "},
        {"Aaaa Bbbbb ", "Aaab Bbbba "},
        {"NASA ", "National "},
        {"4 July 1990, ", "5 July 1990 "},
        {"( ", ", "},
    };
    enum { length = 200000 };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *a = repeated(units[i][0], length), *b = repeated(units[i][1], length);
        clock_t begin = clock();
        judge(a, b, a, b, (struct kind_circumstances){0});
        judge(a, b, b, a, (struct kind_circumstances){0});
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        CHECK(seconds < 40, "%s and %s take %.1f s", units[i][0], units[i][1], seconds);
        free(a);
        free(b);
    }
}

int main(void) {
    random_state = 23;
    test_cases();
    test_circumstances();
    test_footers();
    test_any_pairs();
    test_hostile();
    kind_work_free(&work, memory);
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_kind");
}
