/*
 * test_article_features.c - how rare the common words of two sentences are, and which words of one
 * side occur in the article of the other.
 */
#include "kinds/features.h"
#include "random_input.h"
#include "read_pair.h"
#include "test.h"
#include "text/words/word_hashes.h"

#include <math.h>

static struct conflicts conflicts;
static struct word_hashes hashes;

/* ---- Evidence made by hand ---- */

enum { texts = 9999 };

/* How many texts have a word; those that are not listed are in none. */
static const struct {
    const char *word;
    uint32_t count;
} counted[] = {
    {"kept", 9000}, {"lamp", 9},   {"oil", 99}, {"1878", 19}, {"skarn", 4},
    {"point", 49},  {"lindry", 1}, {"tar", 29}, {"wick", 2},  {"caf\u00E9", 11},
};

enum { counted_count = sizeof counted / sizeof *counted };

static double rarity_of(const char *word) {
    for (size_t i = 0; i < counted_count; i++)
        if (strcmp(counted[i].word, word) == 0)
            return log((texts + 1) / (counted[i].count + 1.0));
    return log(texts + 1);
}

static void read_words(const char *text) {
    REQUIRE(word_hashes_read(&hashes, memory, text, strlen(text)));
}

/* These counts, to be released. */
static struct word_frequencies count_words(void) {
    struct word_frequencies frequencies = {0};
    bool good = word_frequencies_add(&frequencies, memory, NULL, texts, NULL, 0);
    for (size_t i = 0; i < counted_count; i++) {
        read_words(counted[i].word);
        struct counted_word word = {hashes.values[0], counted[i].count};
        good = good && word_frequencies_add(&frequencies, memory, NULL, 0, &word, 1);
    }
    REQUIRE(good && word_frequencies_finish(&frequencies, memory));
    return frequencies;
}

/* The words of an article, to be released. */
static struct evidence_words words_of(const char *text) {
    struct word_set set = {0};
    size_t size = 0;
    read_words(text);
    REQUIRE(word_set_add(&set, memory, NULL, hashes.values, hashes.count));
    return (struct evidence_words){word_set_blob(&set, memory, &size), size};
}

static void words_release(struct evidence_words words) {
    memory->release((void *)(uintptr_t)words.blob);
}

static struct titled_pair find(double *features, const char *a, const char *b, const char *title_a,
                               const char *title_b, bool two_dates,
                               const struct evidence *evidence) {
    struct titled_pair pair = read_pair(a, b, title_a, title_b);
    REQUIRE(conflicts_find(&conflicts, memory, &read.pair, &read.presence));
    features_find(features, &pair, &conflicts,
                  strcmp(title_a, title_b) == 0 ? titles_equal : titles_different, two_dates,
                  evidence);
    article_features_find(features, &pair, evidence);
    return pair;
}

/* ---- Rarities ---- */

static void check_rarity(const char *text, const double *features, enum feature feature,
                         double expected) {
    CHECK(fabs(features[feature] - expected) < 1e-9, "%s: %s is %g, not %g", text,
          feature_names[feature], features[feature], expected);
}

/* The rarest words in common are summed up; those that are not rare do not count. */
static void test_rarities(const struct evidence *evidence) {
    double features[feature_count];
    static const char *const text = "The Skarn kept a lamp of 1878 with oil.";
    find(features, text, "The Skarn kept a lamp of 1878 with tar.", "A", "B", false, evidence);
    double rare = rarity_of("skarn") + rarity_of("lamp") + rarity_of("1878");
    check_rarity(text, features, feature_rarity, rare);
    check_rarity(text, features, feature_rarity_fifth, 0);
    check_rarity(text, features, feature_rarity_of_number, rarity_of("1878"));
    check_rarity(text, features, feature_rarity_of_beginning, rarity_of("skarn"));
    check_rarity(text, features, feature_rarity_of_subject, rarity_of("skarn"));
    check_rarity(text, features, feature_rarity_of_change, rarity_of("oil"));

    static const char *const common = "It kept oil, kept 5 kept oil.";
    find(features, common, "He kept oil, kept 6 kept oil.", "A", "B", false, evidence);
    check_rarity(common, features, feature_rarity, 0);
    check_rarity(common, features, feature_rarity_of_number, 0);
    check_rarity(common, features, feature_rarity_of_beginning, 0);
    check_rarity(common, features, feature_rarity_of_subject, 0);
    check_rarity(common, features, feature_rarity_of_change, rarity_of("5"));
}

/* Six words at most, each once; a word is the same without its case and diacritics. */
static void test_rarest(const struct evidence *evidence) {
    double features[feature_count];
    static const char *const many = "Lindry wick skarn lamp caf\u00E9 1878 point lamp Lindry oil.";
    static const char *const turned = "Oil LAMP point 1878 CAFE lamp Skarn wick lindry, lamp.";
    static const char *const rarest[] = {"lindry", "wick", "skarn", "lamp", "caf\u00E9", "1878"};
    double sum = 0;
    for (size_t i = 0; i < 6; i++)
        sum += rarity_of(rarest[i]);
    find(features, many, turned, "A", "B", false, evidence);
    check_rarity(many, features, feature_rarity, sum);
    check_rarity(many, features, feature_rarity_fifth, rarity_of("caf\u00E9"));
    check_rarity(many, features, feature_rarity_of_change, 0);
    find(features, turned, many, "A", "B", false, evidence);
    check_rarity(turned, features, feature_rarity, sum);
    check_rarity(turned, features, feature_rarity_fifth, rarity_of("caf\u00E9"));
}

/* ---- Words of articles ---- */

static const struct {
    const char *a, *b, *title_a, *title_b, *article_a, *article_b;
    double title_most, title_least, change_most, change_least; /* NaN: not known */
} found[] = {
    /* half of "Skarn Point" is in the other article, all of "Lindry"; all and none of the change */
    {"It has oil.", "It has tar.", "Skarn Point", "Lindry", "lindry", "the point has oil", 1, 0.5,
     1, 0},
    {"It has oil.", "It has tar.", "Skarn Point", "Lindry", "nothing", "nothing", 0, 0, 0, 0},
    {"It has oil.", "It has tar.", "Skarn Point", "Lindry", "Tar of LINDRY", "skarn, oil, POINT", 1,
     1, 1, 1},
    /* two of three words that only one sentence has; nothing to look for counts as found */
    {"It has oil, tar and wicks.", "It has.", "A", "B", "x", "oil wicks", 0, 0, 1, 2 / 3.},
    /* a word that both titles have is not looked for, and neither are function words */
    {"It has oil.", "It has oil.", "The Lindry of Skarn", "Lindry", "x", "skarn", 1, 1, 1, 1},
    {"It has oil.", "It has oil.", "The Lindry of Skarn", "Lindry", "x", "the of", 1, 0, 1, 1},
    /* one article, or one that is not known */
    {"It has oil.", "It has tar.", "Lindry", "Lindry", "x", "y", NAN, NAN, NAN, NAN},
    {"It has oil.", "It has tar.", "Lindry", "Quill", "", "oil quill", NAN, NAN, NAN, NAN},
    {"It has oil.", "It has tar.", "Lindry", "Quill", "tar", "", NAN, NAN, NAN, NAN},
};

static bool same(double x, double y) {
    return isnan(x) ? isnan(y) : fabs(x - y) < 1e-12;
}

static void check_found(size_t i, const double *features, const char *how) {
    CHECK(same(features[feature_title_found_most], found[i].title_most) &&
              same(features[feature_title_found_least], found[i].title_least) &&
              same(features[feature_change_found_most], found[i].change_most) &&
              same(features[feature_change_found_least], found[i].change_least),
          "case %zu%s: titles %g and %g, changes %g and %g", i, how,
          features[feature_title_found_most], features[feature_title_found_least],
          features[feature_change_found_most], features[feature_change_found_least]);
}

static void test_found(const struct evidence *evidence) {
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        double features[feature_count];
        struct evidence_words a = words_of(found[i].article_a), b = words_of(found[i].article_b);
        struct evidence known = *evidence;
        known.articles[0] = a;
        known.articles[1] = b;
        find(features, found[i].a, found[i].b, found[i].title_a, found[i].title_b, false, &known);
        check_found(i, features, "");
        known.articles[0] = b;
        known.articles[1] = a;
        find(features, found[i].b, found[i].a, found[i].title_b, found[i].title_a, false, &known);
        check_found(i, features, " exchanged");
        words_release(a);
        words_release(b);
    }
}

/* ---- What is not known ---- */

static int count_known(const double *features) {
    int count = 0;
    for (int i = feature_rarity; i < feature_count; i++)
        count += !isnan(features[i]);
    return count;
}

static void test_unknown(const struct evidence *evidence) {
    enum {
        rarities = feature_title_found_most - feature_rarity,
        all = feature_count - feature_rarity
    };
    static const struct {
        const char *title; /* of the second sentence */
        bool known, two_dates, same_article, counted;
        int count;
    } cases[] = {{"Quill", true, false, false, true, all},
                 {"Quill", false, false, false, true, 0},
                 {"Lindry", true, true, false, true, 0},
                 {"Lindry", true, false, false, true, rarities},
                 {"Quill", true, false, true, true, rarities},
                 {"Quill", true, false, false, false, all - rarities}};
    struct evidence_words words = words_of("Skarn");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count];
        const double relations[feature_count] = {[feature_same_article] = cases[i].same_article};
        const struct evidence known = {
            relations, cases[i].counted ? evidence->frequencies : NULL, {words, words}};
        find(features, "It has oil.", "It has tar.", "Lindry", cases[i].title, cases[i].two_dates,
             cases[i].known ? &known : NULL);
        CHECK(count_known(features) == cases[i].count &&
                  (cases[i].counted || isnan(features[feature_rarity])),
              "case %zu: %d are known", i, count_known(features));
    }
    words_release(words);
}

/* ---- Any sentences ---- */

static const char *random_text(size_t words) {
    static const char *const pool[] = {"Skarn", "kept",   "lamp", "oil",  "1878",      "the",
                                       "of",    "Lindry", "tar",  "wick", "Caf\u00E9", "cafe",
                                       "is",    "He",     "5",    ".",    "Point",     "point"};
    static char texts_made[6][400];
    static int next;
    char *text = texts_made[next++ % 6], *out = text;
    *out = '\0';
    for (size_t i = random_below(words + 1); i > 0; i--)
        out += sprintf(out, " %s", pool[random_below(sizeof pool / sizeof *pool)]);
    return text;
}

static const enum feature symmetric[] = {feature_rarity_of_change, feature_title_found_most,
                                         feature_title_found_least, feature_change_found_most,
                                         feature_change_found_least};

/* Rarities are not below 0, shares are between 0 and 1, and the exchanged pair is as much alike. */
static void test_any(const struct evidence *evidence) {
    unsigned long wrong = 0, unequal = 0;
    for (int i = 0; i < 20000; i++) {
        const char *a = random_text(12), *b = random_text(12);
        const char *title_a = random_text(3), *title_b = random_text(3);
        struct evidence_words x = words_of(random_text(8)), y = words_of(random_text(8));
        double features[feature_count], turned[feature_count];
        struct evidence known = *evidence, exchanged = *evidence;
        known.articles[0] = exchanged.articles[1] = x;
        known.articles[1] = exchanged.articles[0] = y;
        find(features, a, b, title_a, title_b, false, &known);
        find(turned, b, a, title_b, title_a, false, &exchanged);
        for (int n = feature_rarity; n <= feature_rarity_of_change; n++)
            wrong += !(features[n] >= 0 && features[n] <= 6 * log(texts + 1));
        for (int n = feature_title_found_most; n <= feature_change_found_least; n++)
            wrong += !(isnan(features[n]) || (features[n] >= 0 && features[n] <= 1));
        wrong += features[feature_title_found_most] < features[feature_title_found_least] ||
                 features[feature_change_found_most] < features[feature_change_found_least];
        for (size_t n = 0; n < sizeof symmetric / sizeof *symmetric; n++)
            unequal += !same(features[symmetric[n]], turned[symmetric[n]]);
        words_release(x);
        words_release(y);
    }
    CHECK(wrong == 0, "%lu features are out of range", wrong);
    CHECK(unequal == 0, "%lu features depend on the order", unequal);
}

/* Bytes that are no word_set() are answered, if not rightly. */
static void test_broken_articles(const struct evidence *evidence) {
    unsigned char bytes[64];
    for (int i = 0; i < 2000; i++) {
        for (size_t at = 0; at < sizeof bytes; at++)
            bytes[at] = (unsigned char)random_below(256);
        double features[feature_count];
        struct evidence known = *evidence;
        known.articles[0] = (struct evidence_words){bytes, 4 * random_below(17)};
        known.articles[1] = (struct evidence_words){bytes + 1, 4 * (1 + random_below(15))};
        find(features, "It has oil.", "It has tar.", "Lindry", "Quill", false, &known);
        double share = features[feature_change_found_most];
        if (!(isnan(share) || (share >= 0 && share <= 1)))
            CHECK(false, "share %g", share);
    }
}

int main(void) {
    random_state = 37;
    struct word_frequencies frequencies = count_words();
    struct evidence evidence = {.frequencies = &frequencies};
    test_rarities(&evidence);
    test_rarest(&evidence);
    test_found(&evidence);
    test_unknown(&evidence);
    test_any(&evidence);
    test_broken_articles(&evidence);
    word_frequencies_free(&frequencies, memory);
    word_hashes_free(&hashes, memory);
    conflicts_free(&conflicts, memory);
    read_free();
    return faulty_end("core/test_article_features");
}
