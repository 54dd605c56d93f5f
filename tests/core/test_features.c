/* test_features.c - the evidence for two sentences being about one thing or two. */
#include "../test.h"
#include "kinds/features.h"
#include "read_pair.h"

static const struct allocator *const memory = &faulty_allocator;
static struct conflicts conflicts;

#define LAMP "The lamp on Skarn Point was lit for the first time in "

static const struct {
    const char *a, *b, *title_a, *title_b;
    bool several;
    double features[feature_count];
} cases[] = {
    /* related titles, a subject with a name, one value in conflict, 13 words */
    {LAMP "1878.",
     LAMP "1887.",
     "Skarn Point",
     "History of Skarn Point",
     false,
     {[feature_related_titles] = 1,
      [feature_same_subject] = 1,
      [feature_values] = 1,
      [feature_length] = 3 / 15.}},
    /* two values in one article: another lamp */
    {LAMP "1878 by 3 men.",
     LAMP "1887 by 4 men.",
     "Skarn Point",
     "Skarn Point",
     true,
     {[feature_same_title] = 1,
      [feature_parallel] = 1,
      [feature_values] = 2,
      [feature_length] = 6 / 15.,
      [feature_several] = 1}},
    /* another beginning in one article, but not of its title */
    {"Wooden old houses burn.",
     "Grand new houses burn.",
     "Houses",
     "Houses",
     false,
     {[feature_same_title] = 1, [feature_parallel] = 1}},
    {"Lindry houses burn.",
     "Great Lindry houses burn.",
     "Lindry",
     "Lindry",
     false,
     {[feature_same_title] = 1}},
    /* a pronoun as the subject, two conflicts of other types */
    {"He never lit it in the north in May.",
     "He lit it in the south in May.",
     "Lindry (village)",
     "Quill (village)",
     false,
     {[feature_title_pattern] = 1, [feature_generic] = 1, [feature_opposites] = 2}},
    {"When he came, Quill lit the lamp.",
     "When he came, Quill lit a lamp.",
     "Anna",
     "Maia",
     false,
     {0}},
    /* each names its own title: by a word, in another spelling, by an acronym */
    {"The lamp is of Lindry.",
     "The lamp is of Quill.",
     "Anna Lindry",
     "Maia Quill",
     false,
     {[feature_own_titles] = 1, [feature_generic] = 0.5, [feature_names] = 1}},
    {"A lamp of Hestholms.",
     "A lamp of Quillmouths.",
     "Hestholm",
     "Quillmouth",
     false,
     {[feature_own_titles] = 1, [feature_names] = 1}},
    {"The TSC burns.",
     "The SRC burns.",
     "Tolva Sailing Club",
     "Sennet Rowing Group",
     false,
     {[feature_names] = 1}},
    {"The TSC burns.",
     "The SRC burns.",
     "Tolva Sailing Club",
     "Sennet Rowing Council",
     false,
     {[feature_own_titles] = 1, [feature_names] = 1}},
    /* a sentence names the other's title, or each does instead of its own */
    {"Lindry saw a lamp of Quill.",
     "Lindry had a lamp of Quill.",
     "Lindry",
     "Quill",
     false,
     {[feature_other_named] = 2}},
    {"A lamp with his brother Alex.",
     "A lamp with his brother Maia.",
     "Maia Lindry",
     "Alex Lindry",
     false,
     {[feature_other_named] = 2, [feature_generic] = 1}},
    {"No lamp.  Nor oil.", "No lamp. Nor oil.", "A", "B", true, {[feature_several] = 1}},
};

static void find(const char *a, const char *b, const char *title_a, const char *title_b) {
    read_pair(a, b, title_a, title_b);
    if (!conflicts_find(&conflicts, memory, &read.pair, &read.presence))
        abort();
}

static void check(const char *text, const double *found, const double *expected) {
    for (int feature = 0; feature < feature_count; feature++)
        CHECK(found[feature] == expected[feature], "%s: feature %d is %.2f, not %.2f", text,
              feature, found[feature], expected[feature]);
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count] = {0};
        struct titled_pair pair = {&read.pair, read.titles, &read.presence};
        find(cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b);
        features_find(features, &pair, &conflicts, strcmp(cases[i].title_a, cases[i].title_b) == 0,
                      cases[i].several);
        check(cases[i].a, features, cases[i].features);
    }
}

static void test_two_dates(void) {
    double features[feature_count] = {0};
    find(LAMP "1878.", LAMP "1887, on a rock.", "Skarn Point", "Skarn Point");
    features_find_at_two_dates(features, &conflicts);
    check(LAMP, features, (double[feature_count]){[feature_two_dates] = 1, [feature_changes] = 1});
}

int main(void) {
    test_cases();
    test_two_dates();
    conflicts_free(&conflicts, memory);
    read_free();
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_features");
}
