/*
 * test_kind.c - pairs of sentences with their titles, and their kinds; and for any pair, with any
 * evidence of a database, that the order of the two does not matter and that the answer is sound.
 */
#include "faulty_memory.h"
#include "kinds/kind.h"
#include "random_input.h"
#include "test.h"
#include "text/words/word_hashes.h"

#include <math.h>

static struct kind_work work;

static struct kind_text text_of(const char *text) {
    return (struct kind_text){text, strlen(text)};
}

#define STORM " people in the low cottages behind the Carrowick dyke, where no bell gave warning."
#define RIVER " in the Sennet Islands, and its water has turned the mills of the town since 1514."
#define LAMP "The lamp on Skarn Point was lit for the first time in "

enum { any_reason = -1, no_conflict = -1 };

/* Kinds that do not depend on what is learnt, and some that are utterly clear. */
static const struct {
    const char *a, *b, *title_a, *title_b;
    bool two_dates;
    enum kind kind;
    int reason; /* any_reason: one that is learnt */
    int type;   /* of the strongest conflict, or no_conflict */
} cases[] = {
    {"One  text.", "One text.", "A", "B", false, kind_identical, reason_same_text, no_conflict},
    {"Quill, A. The Sennet Islands, Tolva Press, 1911.",
     "Quill, A. The Sennet Islands, Tolva Press, 1921.", "Lindry", "Hestholm", false,
     kind_reference, reason_citation, no_conflict},
    {"Quill, A. The Sennet Islands, pp. 12.", "Quill, A. The Sennet Islands, pp. 14.", "Lindry",
     "Hestholm", false, kind_reference, reason_citation, no_conflict},
    {"* Quill, The Sennet Islands, 1911", "* Quill, The Sennet Islands, 1921", "Lindry", "Hestholm",
     false, kind_reference, reason_citation, no_conflict},
    {"* The Sennet Islands, May 1911", "* The Sennet Islands, May 1921", "Lindry", "Hestholm",
     false, kind_reference, reason_citation, no_conflict},
    {"12 | 14 | 16 | Lindry", "12 | 14 | 17 | Lindry", "Lindry", "Hestholm", false, kind_other,
     reason_fragment, no_conflict},
    {"", "x", "Lindry", "Hestholm", false, kind_other, reason_fragment, no_conflict},
    {"Lindry Category:Villages in Tolva Category:1711 births Category:Harbours",
     "Hestholm Category:Villages in Tolva Category:1721 births Category:Harbours", "Lindry",
     "Hestholm", false, kind_other, reason_fragment, no_conflict},
    {"{{Table|update=complete|source=Tolva}} All teams played twice.",
     "{{Table|update=partial|source=Tolva}} All teams played once.", "Lindry", "Hestholm", false,
     kind_other, reason_fragment, no_conflict},
    {"Note: G = games played, W = games won, L = games lost, in the league of Tolva",
     "Note: G = games played, W = games won, L = games lost in the league of Tolva.", "Lindry",
     "Lindry", false, kind_copyedit, any_reason, no_conflict},
    /* one article at two dates */
    {LAMP "1878.", LAMP "1887.", "Skarn Point", "Skarn Point", true, kind_drift, reason_two_dates,
     difference_date},
    {LAMP "May 1878.", LAMP "1878.", "Skarn Point", "Skarn Point", true, kind_copyedit,
     reason_two_dates, no_conflict},
    {LAMP "the spring.", "The lamp on Skarn Point was not lit for the first time in the spring.",
     "Skarn Point", "Skarn Point", true, kind_drift, reason_two_dates, difference_negation},
    {LAMP "1878.", LAMP "1878, when ships that came from Tolva never stopped here.", "Skarn Point",
     "Skarn Point", true, kind_copyedit, reason_two_dates, no_conflict},
    {"The Candlemas Storm killed 143" STORM, "The Candlemas Storm killed 134" STORM,
     "Candlemas Storm", "Candlemas Storm", true, kind_drift, reason_two_dates, difference_number},
    {"The Candlemas Storm killed 1,430" STORM, "The Candlemas Storm killed 1430" STORM,
     "Candlemas Storm", "Candlemas Storm", true, kind_copyedit, reason_two_dates, no_conflict},
    {"The Candlemas Storm killed about 140" STORM, "The Candlemas Storm killed 143" STORM,
     "Candlemas Storm", "Candlemas Storm", true, kind_copyedit, reason_two_dates, no_conflict},
    {"The Ashel is the second longest" RIVER, "The Ashel is the longest" RIVER, "River Ashel",
     "River Ashel", true, kind_drift, reason_two_dates, difference_number},
    {"The Ashel is the second river" RIVER, "The Ashel is the river" RIVER, "River Ashel",
     "River Ashel", true, kind_copyedit, reason_two_dates, no_conflict},
    /* one article says something twice; two places are alike */
    {LAMP "1878.", LAMP "1878, on a rock.", "Skarn Point", "Skarn Point", false, kind_copyedit,
     any_reason, no_conflict},
    /* without titles */
    {"The storm killed 143 people.", "The storm killed 134 people.", "", "", false, kind_drift,
     any_reason, difference_number},
    {"She was born in 1925.", "She was born in 1934.", "", "", false, kind_template, any_reason,
     difference_date},
    {"The fee of the ferry is 9.", "The fee of the bridge is 15.", "", "", false, kind_template,
     any_reason, difference_number},
    {"With the key of the smith you can open the tall gate.",
     "With the key of the mayor you cannot open the tall gate.", "", "", false, kind_template,
     reason_different_things, difference_negation},
    {"Brass lamp, 40 cm", "Brass lamp, 60 cm", "", "", false, kind_template,
     reason_different_things, difference_number},
    {"Brass lamp", "brass-lamp", "", "", false, kind_copyedit, reason_same_wording, no_conflict},
    {"12 | 14", "12 | 15", "", "", false, kind_other, reason_fragment, no_conflict},
    {"Lindry is a village in the north of Tolva.", "Hestholm is a village in the north of Tolva.",
     "Lindry, Tolva", "Hestholm, Tolva", false, kind_template, any_reason, difference_name},
    {"Lindry is a village in Tolva with 214 inhabitants.",
     "Hestholm is a village in Tolva with 385 inhabitants.", "Lindry", "Hestholm", false,
     kind_template, any_reason, difference_number},
};

static struct kind_result judge(const char *a, const char *b, const char *title_a,
                                const char *title_b, struct kind_circumstances circumstances) {
    struct kind_sentence x = {text_of(a), text_of(title_a), false};
    struct kind_sentence y = {text_of(b), text_of(title_b), false};
    struct kind_result result;
    REQUIRE(kind_find(&work, memory, &x, &y, &circumstances, &result));
    return result;
}

static bool same_judgement(struct kind_result *x, struct kind_result *y) {
    return x->decision.kind == y->decision.kind && kind_reason(x) == kind_reason(y) &&
           x->decision.score == y->decision.score && x->decision.topic == y->decision.topic &&
           x->topic_asked == y->topic_asked && x->of_database == y->of_database &&
           x->types == y->types && memcmp(x->features, y->features, sizeof x->features) == 0 &&
           x->decision.has_conflict == y->decision.has_conflict &&
           x->decision.conflict.type == y->decision.conflict.type &&
           memcmp(x->decision.conflict.sides, y->decision.conflict.sides,
                  sizeof x->decision.conflict.sides) == 0;
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kind_circumstances circumstances = {.two_dates = cases[i].two_dates};
        struct kind_result found =
            judge(cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b, circumstances);
        int type = found.decision.has_conflict ? (int)found.decision.conflict.type : no_conflict;
        int reason = cases[i].reason == any_reason ? any_reason : (int)kind_reason(&found);
        CHECK(found.decision.kind == cases[i].kind && reason == cases[i].reason &&
                  type == cases[i].type,
              "%s\n  %s\n  kind %d, reason %d, type %d, topic %.2f, score %.2f", cases[i].a,
              cases[i].b, (int)found.decision.kind, (int)kind_reason(&found), type,
              found.decision.topic, found.decision.score);
        struct kind_result turned =
            judge(cases[i].b, cases[i].a, cases[i].title_b, cases[i].title_a, circumstances);
        CHECK(same_judgement(&found, &turned), "%s, turned", cases[i].a);
    }
}

/* Two dates count only for one article. */
static void test_two_dates(void) {
    const struct kind_circumstances two_dates = {.two_dates = true};
    const char *a = LAMP "1878.", *b = LAMP "1887.";
    struct kind_result found = judge(a, b, "Quill", "Quill", two_dates);
    CHECK(found.decision.topic == decision_topic_of_two_dates &&
              found.features[feature_two_dates] == 1,
          "one title: topic %g", found.decision.topic);
    found = judge(a, b, "Lindry", "Quill", two_dates);
    struct kind_result plain = judge(a, b, "Lindry", "Quill", (struct kind_circumstances){0});
    CHECK(same_judgement(&found, &plain), "two titles: topic %g", found.decision.topic);
}

/*
 * Texts that agreed are one text whatever their titles; but what names its own title is its
 * subject.
 */
static void test_agreed(void) {
    static const struct {
        const char *a, *b, *title_a, *title_b;
        enum kind kind;
    } pairs[] = {
        {LAMP "1878.", LAMP "1887.", "Light of Lindry", "Light of Quill", kind_drift},
        {LAMP "1878.", LAMP "1887.", "", "", kind_drift},
        {"The dyke held back 1,300 ships.", "The dyke held back 1300 ships.", "Lindry", "Quill",
         kind_copyedit},
        {"The dyke of Tolva held for about 800 days.", "The dyke of Tolva held for about 808 days.",
         "Lindry", "Quill", kind_drift},
        {"The dyke of Tolva broke on August 24 in a gale.",
         "The dyke of Tolva broke on August 44 in a gale.", "Lindry", "Quill", kind_drift},
        {"The dyke that holds at Lindry is old.", "The dyke that holds at Quill is old.", "Lindry",
         "Quill", kind_copyedit},
    };
    const struct kind_circumstances agreed = {.agreed = true}, none = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct kind_result found =
            judge(pairs[i].a, pairs[i].b, pairs[i].title_a, pairs[i].title_b, agreed);
        CHECK(found.decision.kind == pairs[i].kind && kind_reason(&found) == reason_agreed &&
                  found.decision.topic == decision_topic_of_two_dates,
              "%s, agreed: kind %d, topic %g", pairs[i].b, (int)found.decision.kind,
              found.decision.topic);
        found = judge(pairs[i].a, pairs[i].b, pairs[i].title_a, pairs[i].title_b, none);
        CHECK(kind_reason(&found) != reason_agreed, "%s: kind %d", pairs[i].b,
              (int)found.decision.kind);
    }
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
        REQUIRE(kind_find(&work, memory, &a, &b, &(struct kind_circumstances){0}, &result));
        CHECK((result.decision.kind == kind_reference) == footers[i].reference, "case %zu: kind %d",
              i, (int)result.decision.kind);
    }
}

/* So many different words, to be freed. */
static char *random_words(size_t count) {
    char *text = malloc(count * 9 + 1), *out = text;
    REQUIRE(text);
    for (size_t i = 0; i < count; i++)
        out += sprintf(out, "w\u00E9%05zu ", (size_t)random_below(90000));
    return text;
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

/* ---- Evidence of a database ---- */

static struct {
    struct word_frequencies frequencies;
    struct word_hashes words;
    double relations[feature_count];
    struct evidence_words articles[2];
} database;

static void database_begin(void) {
    bool good = true;
    for (int i = 0; i < evidence_texts_least && good; i++) {
        const char *text = i % 20 == 0 ? random_text(20) : "";
        good = word_hashes_read(&database.words, memory, text, strlen(text)) &&
               word_frequencies_add(&database.frequencies, memory, NULL, 1, NULL, 0);
        for (size_t word = 0; word < database.words.count && good; word++) {
            struct counted_word counted = {database.words.values[word], 1};
            good = word_frequencies_add(&database.frequencies, memory, NULL, 0, &counted, 1);
        }
    }
    REQUIRE(good && word_frequencies_finish(&database.frequencies, memory));
}

static void forget_articles(void) {
    for (int side = 0; side < 2; side++) {
        memory->release((void *)(uintptr_t)database.articles[side].blob);
        database.articles[side] = (struct evidence_words){NULL, 0};
    }
}

static void database_end(void) {
    forget_articles();
    word_frequencies_free(&database.frequencies, memory);
    word_hashes_free(&database.words, memory);
}

/* The words of a random article; sometimes they are not known. */
static struct evidence_words random_article(void) {
    struct word_set set = {0};
    size_t size = 0;
    const char *text = random_text(30);
    REQUIRE(word_hashes_read(&database.words, memory, text, strlen(text)) &&
            word_set_add(&set, memory, NULL, database.words.values, database.words.count));
    unsigned char *blob = word_set_blob(&set, memory, &size);
    return (struct evidence_words){blob, size};
}

/* Valid until the next call. */
static struct evidence random_evidence(void) {
    static const double values[] = {0, 0, 1, 2, 0.25, 7, 300};
    forget_articles();
    for (int i = 0; i < feature_count; i++)
        database.relations[i] =
            random_below(4) ? values[random_below(sizeof values / sizeof *values)] : NAN;
    for (int side = 0; side < 2; side++)
        database.articles[side] = random_article();
    return (struct evidence){
        database.relations, &database.frequencies, {database.articles[0], database.articles[1]}};
}

static struct kind_circumstances exchanged(struct kind_circumstances circumstances) {
    struct evidence *evidence = &circumstances.evidence;
    struct evidence_words kept = evidence->articles[0];
    evidence->articles[0] = evidence->articles[1];
    evidence->articles[1] = kept;
    return circumstances;
}

/* What kind.h and decision.h promise of any answer. */
static bool is_sound(const struct kind_result *found) {
    const struct decision *decision = &found->decision;
    bool drift = decision->kind == kind_drift;
    bool asked = decision->kind == kind_template || decision->kind == kind_copyedit || drift;
    if (asked != found->topic_asked)
        return false;
    if (!asked)
        return decision->score == 0 && decision->topic == 0 && !decision->has_conflict;
    return decision->topic >= 0 && decision->topic <= 1 && decision->reliability >= 0 &&
           decision->reliability <= 1 &&
           decision->score == decision->topic * decision->reliability &&
           (decision->has_conflict || decision->score == 0) &&
           drift == (decision->score >= decision_drift_least) &&
           (drift || decision->kind == kind_copyedit || decision->topic < 0.5);
}

/* Exchanging a and b, and all that belongs to them, changes nothing, nor do pairs judged before. */
static void test_any_pairs(void) {
    const int pairs = test_is_long() ? 100000 : 15000;
    unsigned long wrong = 0, turned = 0, depend = 0, kinds[kind_count] = {0};
    for (int i = 0; i < pairs; i++) {
        char a[1000];
        const char *b = random_text(20);
        if (i % 3 == 0) /* else it is of the pair before, too */
            strcpy(a, random_text(20));
        const char *title_a = random_text(4), *title_b = random_below(4) ? random_text(4) : title_a;
        struct kind_circumstances circumstances = {
            .two_dates = random_below(4) == 0,
            .agreed = random_below(4) == 0,
            .vocabulary = i % 8 ? &vocabularies[(size_t)i / 8 % vocabulary_count] : NULL};
        if (random_below(2) == 0)
            circumstances.evidence = random_evidence();
        struct kind_result x = judge(a, b, title_a, title_b, circumstances);
        struct kind_result y = judge(b, a, title_b, title_a, exchanged(circumstances));
        struct kind_work used = work;
        work = (struct kind_work){0};
        struct kind_result fresh = judge(a, b, title_a, title_b, circumstances);
        kind_work_free(&work, memory);
        work = used;
        wrong += !is_sound(&x);
        depend += !same_judgement(&x, &fresh);
        turned += !same_judgement(&x, &y);
        kinds[x.decision.kind]++;
    }
    CHECK(wrong == 0, "%lu judgements are wrong", wrong);
    CHECK(turned == 0, "%lu judgements depend on the order", turned);
    CHECK(depend == 0, "%lu judgements depend on the pairs before", depend);
    for (int kind = 0; kind < kind_count; kind++)
        CHECK(kinds[kind] > 0, "no pair is of kind %d", kind);
    test_figure((unsigned long long)pairs,
                "random pairs whose kind does not depend on their order, nor on those before");
}

/* Memory that runs out leaves nothing that makes a later judgement another one. */
static void test_after_failures(void) {
    const char *a = "L\u00E9ndryl\u00E9ndryl\u00E9ndryqu\u00EBll";
    const char *b = "Lendrylendrylendryquell of Tolva"; /* the plain form of a, which comes last */
    struct kind_sentence x = {text_of(a), text_of(""), false};
    struct kind_sentence y = {text_of(b), text_of(""), false};
    const struct kind_circumstances circumstances = {.vocabulary = vocabulary_for("en", 2)};
    char *longer = random_words(800);
    struct kind_sentence z = {text_of(longer), text_of("Lindry"), false};
    struct kind_result expected = judge(a, b, x.title.bytes, y.title.bytes, circumstances);
    unsigned long wrong = 0;
    FOR_EACH_FAULT(n) {
        struct kind_result found;
        kind_work_free(&work, memory);
        work = (struct kind_work){0};
        bool good = kind_find(&work, memory, &x, &y, &circumstances, &found) &&
                    kind_find(&work, memory, &z, &y, &circumstances, &found);
        faulty_pause();
        wrong += good == faulty.failed;
        found = judge(a, b, x.title.bytes, y.title.bytes, circumstances);
        wrong += !same_judgement(&found, &expected);
    }
    CHECK(faulty.faults > 30 && wrong == 0, "%lu of %lu are wrong", wrong, faulty.faults);
    free(longer);
}

/* Evidence counts as soon as there is enough of it, and not before. */
static void test_enough_evidence(void) {
    const char *a = LAMP "1878.", *b = LAMP "1887.";
    struct kind_result plain = judge(a, b, "Lindry", "Quill", (struct kind_circumstances){0});
    struct kind_circumstances circumstances = {.evidence = random_evidence()};
    struct evidence *evidence = &circumstances.evidence;
    struct kind_result known = judge(a, b, "Lindry", "Quill", circumstances);
    CHECK(known.of_database && !isnan(known.features[feature_rarity]), "it does not count");
    database.frequencies.texts = evidence_texts_least - 1;
    struct kind_result found = judge(a, b, "Lindry", "Quill", circumstances);
    CHECK(!found.of_database && same_judgement(&found, &plain), "of few texts");
    database.frequencies.texts = evidence_texts_least;
    evidence->relations = NULL;
    found = judge(a, b, "Lindry", "Quill", circumstances);
    CHECK(!found.of_database && same_judgement(&found, &plain), "without relations");
    evidence->relations = database.relations;
    evidence->frequencies = NULL;
    found = judge(a, b, "Lindry", "Quill", circumstances);
    CHECK(!found.of_database && same_judgement(&found, &plain), "without frequencies");
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
    const size_t length = test_is_long() ? 200000 : 60000;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *a = test_repeated(units[i][0], length), *b = test_repeated(units[i][1], length);
        clock_t begin = clock();
        judge(a, b, a, b, (struct kind_circumstances){0});
        judge(a, b, b, a, (struct kind_circumstances){0});
        double seconds = test_seconds(begin);
        CHECK(seconds < (test_is_long() ? 40 : 6), "%s and %s take %.1f s", units[i][0],
              units[i][1], seconds);
        free(a);
        free(b);
    }
}

int main(void) {
    random_state = 23;
    RUN_TESTS(test_cases, test_two_dates, test_agreed, test_footers);
    database_begin();
    test_any_pairs();
    test_after_failures();
    test_enough_evidence();
    database_end();
    test_hostile();
    kind_work_free(&work, memory);
    return faulty_end("core/test_kind");
}
