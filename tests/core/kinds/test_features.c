/*
 * test_features.c - what each feature says of sentences made for it, and that those of the database
 * are what the caller gives, or not known.
 */
#include "kinds/features.h"
#include "read_pair.h"
#include "test.h"

#include <math.h>

static struct conflicts conflicts;

#define LAMP "The lamp on Skarn Point was lit for the first time in "

/* Sentences and titles, and features that they must have. */
static const struct {
    const char *a, *b, *title_a, *title_b, *features;
} cases[] = {
    /* Titles */
    {LAMP "1878.", LAMP "1887.", "Skarn Point", "Skarn Point",
     "same_title 1, related_titles 0, parallel 0"},
    {LAMP "1878.", LAMP "1887.", "Skarn Point", "History of Skarn Point",
     "same_title 0, related_titles 1, subject 2"},
    {"He lit it.", "He lit it once.", "Lindry (village)", "Quill (village)", "title_pattern 1"},
    {"He lit it.", "He lit it once.", "Lindry (village)", "Quill (novel)", "title_pattern 0"},
    {"The lamp is of Lindry.", "The lamp is of Quill.", "Anna Lindry", "Maia Quill",
     "own_titles 1, own_changed 2"},
    {"A lamp of Hestholms.", "A lamp of Quillmouths.", "Hestholm", "Quillmouth", "own_titles 1"},
    {"The TSC burns.", "The SRC burns.", "Tolva Sailing Club", "Sennet Rowing Council",
     "own_titles 1"},
    {"The TSC burns.", "The SRC burns.", "Tolva Sailing Club", "Sennet Rowing Group",
     "own_titles 0"},
    {"The lamp is of Lindry.", "The lamp is of oil.", "Anna Lindry", "Maia Quill", "own_changed 1"},
    {"Lindry was lit as far as Quill.", "Quill was lit as far as Quill.", "Lindry", "Quill",
     "own_subjects 1"},
    {"Lindry was lit as far as Quill.", "A lamp was lit as far as Quill.", "Lindry", "Quill",
     "own_subjects 0"},
    {"Lindry and Quill were lit.", "Quill and Lindry were lit.", "Lindry", "Quill",
     "own_subjects 0"},
    {"Lindry was lit.", "Lindry was lit.", "Lindry", "Lindry", "own_subjects 0"},
    {"Lindry saw a lamp of Quill.", "Lindry had a lamp of Quill.", "Lindry", "Quill",
     "other_named 2"},
    {"Lindry saw a lamp of Quill.", "Lindry had a lamp.", "Lindry", "Quill",
     "other_named 2, other_mentioned 2"},
    {"Lindry saw a lamp.", "Lindry had a lamp.", "Lindry", "Quill", "other_named 1"},
    {"Anna saw a lamp.", "Anna had a lamp.", "Lindry", "Quill", "other_named 0, other_mentioned 0"},
    {"A lamp with his brother Alex.", "A lamp with his brother Maia.", "Maia Lindry", "Alex Lindry",
     "mirrored 1, own_titles 0, conflicts 0"},
    /* The sentences */
    {"He lit it.", "He lit it once.", "Lindry", "Quill", "generic 1"},
    {"The lamp is lit.", "The lamp was lit.", "Lindry", "Quill", "generic 0.5"},
    {"The lamp is lit.", "The lamp was lit.", "Lindry", "Lindry", "generic 0"},
    {"When he came, Quill lit the lamp.", "When he came, Quill lit a lamp.", "Anna", "Maia",
     "generic 0"},
    {LAMP "1878.", LAMP "1887.", "Anna", "Maia", "same_subject 1"},
    {"The lamp was lit in 1878.", "The lamp was lit in 1887.", "Anna", "Maia", "same_subject 0"},
    {"The lamp was lit by Anna.", "The lamp was lit by Maia.", "Quill", "Lindry", "subject 1"},
    {LAMP "1878.", LAMP "1887.", "Quill", "Lindry", "subject 3"},
    {"The lamp was lit.", "A lamp was lit.", "Quill", "Lindry", "subject 0"},
    {LAMP "1878 by 3 men.", LAMP "1887 by 4 men.", "Skarn Point", "Skarn Point", "parallel 1"},
    {"Wooden old houses burn.", "Grand new houses burn.", "Houses", "Houses", "parallel 1"},
    {"Lindry houses burn.", "Great Lindry houses burn.", "Lindry", "Lindry", "parallel 0"},
    {LAMP "1878 by 3 men.", LAMP "1887 by 4 men.", "Skarn Point", "Lindry", "parallel 0"},
    {"One, two three.", "One, two three four!", "A", "B", "words 3, beginning 4"},
    {"One two.", "Two one.", "A", "B", "beginning 0"},
    {"An old lamp burns at night.", "An old boat burns at sea.", "A", "B", "replaced 2, changed 4"},
    {"An old lamp burns at night.", "An old lamp burns.", "A", "B", "replaced 0, inserted 1"},
    {"An old lamp burns at night.", "An old lamp burns!", "A", "B", "changed 2"},
    {"An old lamp burns.", "An old, lamp burns.", "A", "B", "changed 0"},
    {"An old lamp.", "An old lamp was lit.", "A", "B", "verbless 1"},
    {"An old lamp.", "An old boat.", "A", "B", "verbless 2"},
    {"The lamp was lit.", "The boat was lit.", "A", "B", "verbless 0"},
    {"The lamp was lit.", "The boat was lit!", "A", "B", "ended 2"},
    {"An old lamp, brass", "An old lamp.", "A", "B", "ended 1"},
    {"An old lamp, brass", "An old lamp, glass", "A", "B", "ended 0"},
    /* Conflicts */
    {LAMP "1878 by 3 men.", LAMP "1887 by 4 men.", "A", "A",
     "conflicts 2, value_conflicts 2, number 1, date 1"},
    {"It rang at 11:30.", "It rang at 12:30.", "A", "A", "time 1"},
    {"It was lit.", "It was not lit.", "A", "A", "negation 1"},
    {"It was not lit.", "It was lit.", "A", "A", "other_conflicts 1"},
    {"It lies in the north.", "It lies in the south.", "A", "A", "place 1"},
    {"Most of the men left.", "Few of the men left.", "A", "A", "quantity 1"},
    {"He is a keeper of lamps.", "He was a keeper of lamps.", "A", "A", "status 1, tense 1"},
    {"He no longer keeps lamps.", "He keeps lamps.", "A", "A", "status 1, tense 0"},
    {"The lamp of Anna Lindry.", "The lamp of Maia Tolva Quill.", "A", "A", "names_least 2"},
    {"The lamp of Anna Lindry.", "The lamp of Quill.", "A", "A", "names_least 1"},
    {"It killed 50 men.", "It killed 100 men.", "A", "A",
     "names_least 0, distance 0.5, distance_of_names nan"},
    {"The lamp is of Lindry.", "The lamp is of Quill.", "A", "A",
     "name 1, name_conflicts 1, value_conflicts 0"},
    {"The lamp is of gold.", "The lamp is of silver.", "A", "A", "quantity 1"},
    {"They saw a film.", "They saw an opera.", "A", "A", "other 1"},
    {"His father lit it.", "His mother lit it.", "A", "A", "other 1"},
    /* A conflict between subjects is evidence for two topics; it is none of one topic. */
    {"The lamp is of Lindry.", "The lamp is of Quill.", "Lindry", "Quill",
     "name_conflicts 1, name 0"},
    {"It killed 50 men.", "It killed 50 men and a dog.", "A", "A", "distance nan"},
    {"The lamp is of Aaaa.", "The lamp is of Bbbb.", "A", "A", "distance_of_names 1"},
    {"It killed 143 men.", "It killed 134 men.", "A", "A",
     "slip 1, in_title 0, elsewhere 0, one_for_one 1"},
    {"It killed 143 men.", "It killed 255 men.", "A", "A", "slip 0"},
    {"The lamp of Gulf Hills burns.", "The lamp of Gulf Shores burns.", "A", "A", "shared_word 1"},
    {"The lamp of Hills burns.", "The lamp of Shores burns.", "A", "A", "shared_word 0"},
    {"It killed 143 men.", "It killed 134 men.", "The 134", "The 134", "in_title 1"},
    {"Of 134 men it killed 143.", "Of 134 men it killed 134.", "A", "A", "elsewhere 1"},
};

static struct titled_pair find(const char *a, const char *b, const char *title_a,
                               const char *title_b) {
    struct titled_pair pair = read_pair(a, b, title_a, title_b);
    REQUIRE(conflicts_find(&conflicts, memory, &read.pair, &read.presence));
    return pair;
}

static bool same(double x, double y) {
    return isnan(x) ? isnan(y) : x == y;
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count];
        struct titled_pair pair = find(cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b);
        features_find(features, &pair, &conflicts,
                      strcmp(cases[i].title_a, cases[i].title_b) == 0 ? titles_equal
                                                                      : titles_different,
                      false, NULL);
        for (const char *next = cases[i].features; next; next = strchr(next, ',')) {
            char name[40];
            double value;
            int n = 0;
            next += strspn(next, ", ");
            REQUIRE(sscanf(next, "%39s %lf", name, &value) == 2);
            while (n < feature_count && strcmp(name, feature_names[n]) != 0)
                n++;
            REQUIRE(n < feature_count);
            CHECK(same(features[n], value), "%s\n  %s\n  %s is %g, not %g", cases[i].a, cases[i].b,
                  name, features[n], value);
        }
    }
}

/* Whatever the sentences are: counts and shares are known, and the database says nothing. */
static void test_without_evidence(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count];
        struct titled_pair pair = find(cases[i].a, cases[i].b, cases[i].title_a, cases[i].title_b);
        features_find(features, &pair, &conflicts, titles_different, false, NULL);
        int wrong = 0;
        for (int n = 0; n < feature_count; n++) {
            bool distance = n == feature_distance || n == feature_distance_of_names;
            bool known = features[n] >= 0 && isfinite(features[n]);
            wrong += n >= feature_relation_first ? !isnan(features[n])
                                                 : !(known || (distance && isnan(features[n])));
        }
        CHECK(wrong == 0, "%s: %d features are wrong", cases[i].a, wrong);
    }
}

/* At two dates titles and database say nothing, and nothing is parallel. */
static void test_two_dates(void) {
    double features[feature_count], relations[feature_count] = {[feature_partners] = 7};
    struct evidence evidence = {.relations = relations};
    struct titled_pair pair =
        find(LAMP "1878 by 3 men.", LAMP "1887 by 4 men.", "Skarn Point", "Skarn Point");
    features_find(features, &pair, &conflicts, titles_equal, true, &evidence);
    CHECK(features[feature_two_dates] == 1 && features[feature_parallel] == 0 &&
              isnan(features[feature_partners]),
          "two dates %g, parallel %g, partners %g", features[feature_two_dates],
          features[feature_parallel], features[feature_partners]);
    features_find(features, &pair, &conflicts, titles_equal, false, &evidence);
    CHECK(features[feature_two_dates] == 0 && features[feature_parallel] == 1 &&
              features[feature_partners] == 7,
          "two dates %g, parallel %g, partners %g", features[feature_two_dates],
          features[feature_parallel], features[feature_partners]);
}

/* Each relation is what the caller says, and what comes from words is left to others. */
static void test_relations(void) {
    double features[feature_count], relations[feature_count];
    for (int i = 0; i < feature_count; i++)
        relations[i] = i % 3 == 0 ? NAN : i + 0.5;
    struct evidence evidence = {.relations = relations};
    struct titled_pair pair = find(LAMP "1878.", LAMP "1887.", "A", "B");
    features_find(features, &pair, &conflicts, titles_different, false, &evidence);
    for (int i = feature_relation_first; i < feature_count; i++)
        CHECK(same(features[i], i <= feature_relation_last ? relations[i] : NAN), "%s is %g",
              feature_names[i], features[i]);
    features_find(features, &pair, &conflicts, titles_different, false, &(struct evidence){0});
    CHECK(isnan(features[feature_partners]), "without relations it is %g",
          features[feature_partners]);
}

/* Every feature has a name of its own, and relations are found by theirs. */
static void test_names(void) {
    for (int i = 0; i < feature_count; i++) {
        const char *name = feature_names[i];
        CHECK(name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz_") == strlen(name),
              "name %d", i);
        for (int k = 0; k < i; k++)
            CHECK(strcmp(name, feature_names[k]) != 0, "%s is the name of two", name);
        bool relation = i >= feature_relation_first && i <= feature_relation_last;
        CHECK(feature_relation_named(name, strlen(name)) ==
                  (relation ? (enum feature)i : feature_count),
              "%s is not found", name);
        CHECK(feature_relation_named(name, strlen(name) - 1) == feature_count,
              "the beginning of %s", name);
    }
    CHECK(feature_relation_named("", 0) == feature_count, "no name");
    CHECK(feature_relation_named("partners\0", 9) == feature_count, "a name and a zero byte");
    CHECK(feature_relation_named("Partners", 8) == feature_count, "a capital");
}

/* Each type of a conflict is counted by a feature between feature_number and feature_other. */
static void test_features_of_conflicts(void) {
    for (int type = 0; type <= difference_other; type++) {
        enum feature feature = feature_of_conflict((enum difference_type)type);
        CHECK(feature >= feature_number && feature <= feature_other, "type %d: feature %d", type,
              (int)feature);
    }
}

int main(void) {
    RUN_TESTS(test_cases, test_without_evidence, test_two_dates, test_relations, test_names,
              test_features_of_conflicts);
    conflicts_free(&conflicts, memory);
    read_free();
    return faulty_end("core/test_features");
}
