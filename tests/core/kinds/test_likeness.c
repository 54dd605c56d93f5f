/* test_likeness.c - which words are one word, spelt differently or abbreviated. */
#include "fuzz/textbook_distance.h"
#include "kinds/sentences/likeness.h"
#include "random_input.h"
#include "test.h"

static void test_distances(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < 30000; i++) {
        uint32_t room[2][8];
        struct letter_slice words[2];
        for (int w = 0; w < 2; w++) {
            words[w] = (struct letter_slice){room[w], 4 + random_below(5)};
            for (size_t k = 0; k < words[w].count; k++)
                room[w][k] = (unsigned char)"aebc"[random_below(4)];
        }
        size_t longer = words[words[1].count > words[0].count].count;
        size_t distance = textbook_distance(words[0].values, words[0].count, words[1].values,
                                            words[1].count, sizeof(uint32_t));
        bool within = distance <= (longer < 7 ? 1 : 2);
        bool alike = likeness_spelling(words[0], words[1], false);
        wrong += within && !alike; /* what is alike but not within has the same consonants */
        wrong += alike != likeness_spelling(words[1], words[0], false);
    }
    CHECK(wrong == 0, "%lu are wrong", wrong);
}

static const struct {
    const char *a, *b;
    bool spelling, short_form;
} likenesses[] = {
    {"harbour", "harbor", true, true},
    {"color", "colour", true, true},
    {"keserwan", "kasrawan", true, false},
    {"cat", "car", false, false},
    {"smith", "smyth", true, false},
    {"smith", "jones", false, false},
    {"gen", "general", false, true},
    {"st", "saint", false, true},
    {"j", "john", false, true},
    {"dalmatia", "dalmatian", true, true},
    {"london1", "london", true, false},
    {"a340", "a330", false, false},
    {"lyon", "nice", false, false},
    {"jonh", "john", true, false},
    {"ilg", "igl", false, false},
    {"abcd", "badc", false, false},
    {"", "a", false, false},
    {"", "", true, true},
};

static struct letter_slice letters_of(const char *word, uint32_t *room) {
    size_t count = strlen(word);
    for (size_t i = 0; i < count; i++)
        room[i] = (unsigned char)word[i];
    return (struct letter_slice){room, count};
}

static void test_likenesses(void) {
    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++) {
        uint32_t rooms[2][20];
        struct letter_slice a = letters_of(likenesses[i].a, rooms[0]);
        struct letter_slice b = letters_of(likenesses[i].b, rooms[1]);
        CHECK(likeness_spelling(a, b, false) == likenesses[i].spelling &&
                  likeness_spelling(b, a, false) == likenesses[i].spelling,
              "%s and %s, spelling", likenesses[i].a, likenesses[i].b);
        CHECK(likeness_short_form(a, b) == likenesses[i].short_form &&
                  likeness_short_form(b, a) == likenesses[i].short_form,
              "%s and %s, short form", likenesses[i].a, likenesses[i].b);
    }
}

/* Names, whose first letters must sound alike; how alike their letters and consonants are. */
static const struct {
    const char *a, *b;
    bool alike;
    double ratio, heard;
} names[] = {
    {"tchaikovsky", "chaikovskii", true, 8. / 11, 1},
    {"yekaterinburg", "ekaterinburg", true, 12. / 13, 1},
    {"meirre", "demeirre", true, 6. / 8, 2. / 3},
    {"essex", "wessex", false, 5. / 6, 2. / 3},
    {"kapillar", "capillar", true, 7. / 8, 1},
    {"hills", "shores", false, 2. / 6, 1. / 3},
    {"moreno", "marini", false, 3. / 6, 1},
    {"creole", "kriol", false, 3. / 6, 1},
    {"\xfeorgils", "thorgils", true, 6. / 8, 1},
    {"olaf", "olaf", true, 1, 1},
    {"", "olaf", false, 0, 0},
};

static void test_names(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t rooms[2][20];
        struct letter_slice a = letters_of(names[i].a, rooms[0]);
        struct letter_slice b = letters_of(names[i].b, rooms[1]);
        CHECK(likeness_spelling(a, b, true) == names[i].alike &&
                  likeness_spelling(b, a, true) == names[i].alike,
              "%s and %s as names", names[i].a, names[i].b);
        CHECK(likeness_ratio(a, b) == likeness_ratio(b, a) &&
                  likeness_ratio(a, b) > names[i].ratio - 1e-9 &&
                  likeness_ratio(a, b) < names[i].ratio + 1e-9,
              "%s and %s: %g", names[i].a, names[i].b, likeness_ratio(a, b));
        double mean = (names[i].ratio + names[i].heard) / 2;
        CHECK(likeness_of_names(a, b) == likeness_of_names(b, a) &&
                  likeness_of_names(a, b) > mean - 1e-9 && likeness_of_names(a, b) < mean + 1e-9,
              "%s and %s as they sound: %g", names[i].a, names[i].b, likeness_of_names(a, b));
    }
}

int main(void) {
    random_state = 22;
    RUN_TESTS(test_names, test_distances, test_likenesses);
    return test_end("core/test_likeness");
}
