/* test_antonyms.c - which words mean the opposite of each other. */
#include "kinds/sentences/vocabulary.h"
#include "random_input.h"
#include "test.h"

static const struct antonyms *english;

struct letters {
    uint32_t values[64];
    size_t count;
};

static struct letters letters_of(const char *word) {
    struct letters letters = {.count = strlen(word)};
    for (size_t i = 0; i < letters.count; i++)
        letters.values[i] = (unsigned char)word[i];
    return letters;
}

static bool exclude(const char *a, const char *b) {
    struct letters x = letters_of(a), y = letters_of(b);
    return antonym_sides_exclude(antonyms_find(english, x.values, x.count),
                                 antonyms_find(english, y.values, y.count));
}

static const struct {
    const char *a, *b;
    bool exclude;
} cases[] = {
    {"long", "short", true},
    {"longest", "shortest", true},
    {"rejected", "accepting", true},
    {"admitted", "denied", true},
    {"rejection", "acceptance", true},
    {"slowly", "quicker", true},
    {"happily", "unhappy", true},
    {"rose", "fell", true},
    {"sufficient", "insufficient", true},
    {"upgraded", "downgraded", true},
    {"long", "longer", false},
    {"long", "accept", false},
    {"increase", "rise", false},
    {"lamp", "bowl", false},
    {"", "short", false},
    {"a", "i", false},
    {"qzx", "short", false},
    {"bly", "ies", false}, /* shorter than some endings */
    {"pneumonoultramicroscopicsilicovolcanoconiosis", "short", false},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(exclude(cases[i].a, cases[i].b) == cases[i].exclude, "%s, %s", cases[i].a,
              cases[i].b);
        CHECK(exclude(cases[i].b, cases[i].a) == cases[i].exclude, "%s, %s", cases[i].b,
              cases[i].a);
    }
}

static const struct {
    const char *longer, *shorter;
    bool negates;
} prefixes[] = {
    {"unnamed", "named", true},   {"nonmedical", "medical", true}, {"named", "named", false},
    {"renamed", "named", false},  {"unit", "it", false},           {"unnamed", "famed", false},
    {"uunnamed", "named", false}, {"nnamed", "named", false},
};

static void test_prefixes(void) {
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct letters x = letters_of(prefixes[i].longer), y = letters_of(prefixes[i].shorter);
        CHECK(antonyms_negates(english, x.values, x.count, y.values, y.count) ==
                  prefixes[i].negates,
              "%s, %s", prefixes[i].longer, prefixes[i].shorter);
        CHECK(!antonyms_negates(NULL, x.values, x.count, y.values, y.count), "without antonyms");
    }
}

/* Any letters give an answer, which does not depend on their order, and no word excludes itself. */
static void test_random(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < 200000; i++) {
        struct letters words[2];
        for (int w = 0; w < 2; w++) {
            words[w].count = random_below(30);
            for (size_t k = 0; k < words[w].count; k++)
                words[w].values[k] =
                    (uint32_t)(random_below(20) ? 'a' + random_below(26) : random_below(0x110000));
        }
        struct antonym_sides x = antonyms_find(english, words[0].values, words[0].count);
        struct antonym_sides y = antonyms_find(english, words[1].values, words[1].count);
        wrong += antonym_sides_exclude(x, y) != antonym_sides_exclude(y, x);
        wrong += antonym_sides_exclude(x, x) || antonym_sides_exclude(y, y);
    }
    CHECK(wrong == 0, "%lu of 200000 random pairs", wrong);
}

static void test_other_languages(void) {
    struct letters word = letters_of("long");
    CHECK(!vocabulary_for("xx", 2)->antonyms, "an unknown language has none");
    struct antonym_sides none = antonyms_find(NULL, word.values, word.count);
    CHECK(!none.lists[0] && !none.lists[1] && !antonym_sides_exclude(none, none), "no antonyms");
}

int main(void) {
    english = vocabulary_for("en", 2)->antonyms;
    CHECK(english != NULL, "English has antonyms");
    RUN_TESTS(test_cases, test_prefixes, test_random, test_other_languages);
    return test_end("core/test_antonyms");
}
