/*
 * test_difference.c - pairs of sentences, and how they differ; and for any texts, that the
 * spans leave nothing out, in bounded time.
 */
#include "faulty_memory.h"
#include "kinds/differences/difference.h"
#include "random_input.h"
#include "test.h"
#include "text/characters.h"

static struct differences differences;

static char *append_extent(char *out, const struct words *words, const struct extent *extent) {
    return out +
           code_points_encode(words->text.values + extent->begin, extent->end - extent->begin, out);
}

static const char *const type_names[] = {
    "",         "punctuation", "case",     "unit",     "number", "date",  "time",
    "negation", "place",       "quantity", "status",   "person", "thing", "opposite",
    "order",    "spelling",    "name",     "function", "other"};

/* The spans of two texts: what is equal as it is, the rest in brackets, its type before them. */
static const char *differences_of(const char *a, const char *b) {
    static char shown[1000];
    char *out = shown;
    REQUIRE(differences_find(&differences, memory, vocabulary_for("en", 2), a, strlen(a), b,
                             strlen(b)));
    for (size_t i = 0; i < differences.count; i++) {
        const struct difference_span *span = &differences.spans[i];
        bool equal = span->change == change_equal;
        out += equal ? 0 : sprintf(out, "%s[", type_names[span->type]);
        out = append_extent(out, &differences.pair.sentences[0].words, &span->sides[0]);
        if (equal)
            continue;
        *out++ = '|';
        out = append_extent(out, &differences.pair.sentences[1].words, &span->sides[1]);
        *out++ = ']';
    }
    *out = '\0';
    return shown;
}

static const struct {
    const char *a, *b, *differences;
} cases[] = {
    {"", "", ""},
    {"One text.", "One text.", "One text."},
    {"", "Some text.", "other[|Some text.]"},
    /* types */
    {"It killed 143 people.", "It killed 134 people.", "It killed number[143|134] people."},
    {"It came third.", "It came second.", "It came number[third|second]."},
    {"on 4 July 2010", "on 5 July 2010", "on date[4|5] July 2010"},
    {"It was built in 1878.", "It was built in 1887.", "It was built in date[1878|1887]."},
    {"at 10:30", "at 10:45", "at 10:time[30|45]"},
    {"a run of 5 km", "a run of 5 miles", "a run of 5 unit[km|miles]"},
    {"the town of Lyon", "the town of Nice", "the town of name[Lyon|Nice]"},
    {"he can swim", "he cannot swim", "he negation[can|cannot] swim"},
    {"it is open", "it is not open", "it is negation[|not ]open"},
    {"they do it", "they don't do it", "they negation[|don't ]do it"},
    {"the largest lake", "the smallest lake", "the quantity[largest|smallest] lake"},
    {"all of them", "some of them", "quantity[all|some] of them"},
    {"in the north of it", "in the south of it", "in the place[north|south] of it"},
    {"the former king", "the current king", "the status[former|current] king"},
    {"his father said", "his mother said", "his person[father|mother] said"},
    {"a football club", "a cricket club", "a thing[football|cricket] club"},
    {"on the hill", "at the hill", "function[on|at] the hill"},
    {"a red, big house", "a red big house", "a redpunctuation[,|] big house"},
    {"the World Cup", "the world cup", "the case[World Cup|world cup]"},
    {"a harbour wall", "a harbor wall", "a spelling[harbour|harbor] wall"},
    {"the old gaol", "the old jail", "the old spelling[gaol|jail]"},
    {"only lit by it", "not only lit by it", "negation[|not ]only lit by it"},
    {"Dalmar\u00E9 is", "Dalmare is", "spelling[Dalmar\u00E9|Dalmare] is"},
    {"a wooden house", "a grand house", "a other[wooden|grand] house"},
    /* one value in two ways */
    {"all 1,300 men", "all 1300 men", "all spelling[1,300|1300] men"},
    {"of seven million", "of 7,000,000", "of spelling[seven million|7,000,000]"},
    {"on July 4, 2010 he", "on 4 July 2010 he", "on spelling[July 4,|4 July] 2010 he"},
    {"5 km away", "5 kilometres away", "5 spelling[km|kilometres] away"},
    {"his \u201Cown\u201D", "his \"own\"", "his punctuation[\u201C|\"]ownpunctuation[\u201D|\"]"},
    /* where a change begins and ends */
    {"killed about 143 people", "killed 134 persons",
     "killed function[about |]number[143|134] other[people|persons]"},
    {"a very old house", "a old house", "a function[very |]old house"},
    {"It is old today.", "It is old.", "It is oldother[ today|]."},
    {"It is old.", "It is old today.", "It is oldother[| today]."},
    {"old", "very old", "function[|very ]old"},
    {"old", "old ruin", "oldother[| ruin]"},
    {"  old  house ", "old house", "  old  house "},
    {" a", " b", " other[a|b]"},
    {"a ", "b  ", "other[a |b  ]"},
    {" \t", "", " \t"},
    {"by Walter-Patrice", "by Emile-Dostaler", "by name[Walter-Patrice|Emile-Dostaler]"},
    {"12 men in 3 boats", "13 men in 4 boats", "number[12|13] men in number[3|4] boats"},
    {"\u65E5\u672C\u8A9E", "\u65E5\u672C\u4EBA", "\u65E5\u672Cname[\u8A9E|\u4EBA]"},
    {"\u65E5\u672C\u304C", "\u65E5\u672C\u3082", "\u65E5\u672Cother[\u304C|\u3082]"},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = differences_of(cases[i].a, cases[i].b);
        CHECK(strcmp(found, cases[i].differences) == 0, "%s and %s:\n  %s", cases[i].a, cases[i].b,
              found);
    }
}

/* Whether two extents follow each other. */
static bool follows(const struct extent *last, const struct extent *next) {
    return last->end == next->begin && next->begin <= next->end;
}

static bool has_word(const struct words *words, const struct extent *extent) {
    for (uint32_t i = extent->begin; i < extent->end; i++)
        if (character_of(words->text.values[i]).class != character_space)
            return true;
    return false;
}

/*
 * Whether the extents of an equal span have the same characters when folded, except for white
 * space.
 */
static bool same_folded(const struct difference_span *span) {
    const struct words *a = &differences.pair.sentences[0].words,
                       *b = &differences.pair.sentences[1].words;
    uint32_t i = span->sides[0].begin, k = span->sides[1].begin;
    for (;; i++, k++) {
        while (i < span->sides[0].end && character_of(a->text.values[i]).class == character_space)
            i++;
        while (k < span->sides[1].end && character_of(b->text.values[k]).class == character_space)
            k++;
        if (i == span->sides[0].end || k == span->sides[1].end)
            return i == span->sides[0].end && k == span->sides[1].end;
        if (a->text.values[i] != b->text.values[k])
            return false;
    }
}

/* How many rules of difference.h the spans break. */
static unsigned long rules_broken(void) {
    const struct extent none = {0};
    const struct words *a = &differences.pair.sentences[0].words,
                       *b = &differences.pair.sentences[1].words;
    const struct extent *a_last = &none, *b_last = &none;
    unsigned long wrong = 0;
    for (size_t i = 0; i < differences.count; i++) {
        const struct difference_span *span = &differences.spans[i];
        bool in_a = span->sides[0].begin < span->sides[0].end,
             in_b = span->sides[1].begin < span->sides[1].end;
        wrong += !follows(a_last, &span->sides[0]) || !follows(b_last, &span->sides[1]);
        wrong += span->change == change_equal && !same_folded(span);
        wrong += (span->change == change_deleted && (in_b || !has_word(a, &span->sides[0])));
        wrong += (span->change == change_inserted && (in_a || !has_word(b, &span->sides[1])));
        wrong += span->change == change_changed &&
                 (!has_word(a, &span->sides[0]) || !has_word(b, &span->sides[1]));
        wrong += (span->change == change_equal) != (span->type == difference_none);
        a_last = &span->sides[0];
        b_last = &span->sides[1];
    }
    return wrong + (a_last->end != a->text.count) + (b_last->end != b->text.count);
}

static size_t random_text(char *text, size_t words) {
    static const char *const pool[] = {
        "a",    "A", "the", "The",  "storm",  "143",  "134",     "1,300",
        "1300", ",", ".",   "-",    "July",   "4",    "2010",    "not",
        "five", "%", "km",  "'",    "\u2019", "May",  "1990",    "s",
        "10",   ":", "30",  "\xFF", "\u65E5", "Rome", "million", "of"};
    static const char *const spaces[] = {" ", " ", " ", "", "  ", "\n"};
    char *out = text;
    for (size_t i = random_below(words + 1); i > 0; i--)
        out += sprintf(out, "%s%s", spaces[random_below(6)], pool[random_below(32)]);
    out += sprintf(out, "%s", spaces[random_below(6)]);
    return (size_t)(out - text);
}

static void test_any_texts(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < (test_is_long() ? 100000 : 20000); i++) {
        char a[400], b[400];
        size_t a_length = random_text(a, 12), b_length = random_text(b, 12);
        REQUIRE(differences_find(&differences, memory, vocabulary_for("en", 2), a, a_length, b,
                                 b_length));
        wrong += rules_broken();
    }
    CHECK(wrong == 0, "%lu rules are broken", wrong);
}

/* Texts of a megabyte: all words different, all equal, no spaces, only values, only changes. */
static void test_hostile(void) {
    static const char *const units[][2] = {
        {"a ", "b "},
        {"a b ", "b a "},
        {"the ", "the the "},
        {"x", "y"},
        {".", ","},
        {"1 ", "2 "},
        {"12 July 1990 ", "13 July 1990 "},
        {"gold silver ", "silver gold bronze "},
        {"not ", "never "},
        {"1,", "2,"},
        {"\u0301", "e\u0301"},
        {"\u05D0 ", "\u05D1"},
        {"\xFF ", "\xFE\xFE "},
        {"1990-", "1991/"},
        {"7 million ", "7000000 "},
        {"A B ", "a b "},
        {"Lyon 5 ", "Nice 6 km "},
        {"seven hundred ", "9 "},
    };
    const size_t length = test_is_long() ? 300000 : 60000;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *a = test_repeated(units[i][0], length), *b = test_repeated(units[i][1], length - 7);
        clock_t begin = clock();
        bool found = differences_find(&differences, memory, vocabulary_for("en", 2), a, length, b,
                                      length - 7);
        double seconds = test_seconds(begin);
        CHECK(found && rules_broken() == 0, "%s and %s", units[i][0], units[i][1]);
        CHECK(seconds < (test_is_long() ? 20 : 2), "%s and %s take %.1f s", units[i][0],
              units[i][1], seconds);
        free(a);
        free(b);
    }
}

int main(void) {
    random_state = 22;
    RUN_TESTS(test_cases, test_any_texts, test_hostile);
    differences_free(&differences, memory);
    return faulty_end("core/test_difference");
}
