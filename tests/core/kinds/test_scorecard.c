/* test_scorecard.c - points by value, their sum and its probability. */
#include "test.h"
#include "kinds/scorecard.h"

#include <math.h>

static const enum feature first = (enum feature)0, second = (enum feature)1;

static const double thresholds[] = {1.5, 3.5}, points[] = {0.75, 0.25, -0.5};
static const double constant[] = {2};

/* The first feature has three steps, the second has one, the others contribute nothing. */
static const struct scorecard card = {
    .bias = -0.25,
    .steps = {{2, thresholds, points, 0.125}, {0, NULL, constant, -4}},
};

static const struct scorecard empty = {.bias = 0.5};

static const struct {
    double value, points;
} steps[] = {
    {-INFINITY, 0.75}, {-7, 0.75}, {0, 0.75},   {1.5, 0.25},      {2, 0.25},
    {3.5, -0.5},       {4, -0.5},  {1e9, -0.5}, {INFINITY, -0.5}, {NAN, 0.125},
};

static void test_points(void) {
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        double found = scorecard_points(&card, first, steps[i].value);
        CHECK(found == steps[i].points, "%g gives %g", steps[i].value, found);
        found = scorecard_points(&card, second, steps[i].value);
        CHECK(found == (isnan(steps[i].value) ? -4 : 2), "%g gives %g", steps[i].value, found);
        CHECK(scorecard_points(&empty, first, steps[i].value) == 0, "%g", steps[i].value);
    }
    CHECK(scorecard_points(&card, first, nextafter(1.5, 0)) == 0.75, "below the first threshold");
    CHECK(scorecard_points(&card, first, nextafter(3.5, 0)) == 0.25, "below the last threshold");
}

static void test_sum(void) {
    double features[feature_count] = {0};
    CHECK(scorecard_sum(&empty, features) == 0.5, "the bias alone");
    CHECK(scorecard_sum(&card, features) == -0.25 + 0.75 + 2, "all are 0");
    features[0] = 4;
    CHECK(scorecard_sum(&card, features) == -0.25 - 0.5 + 2, "the first is 4");
    for (size_t i = 0; i < feature_count; i++)
        features[i] = NAN;
    CHECK(scorecard_sum(&empty, features) == 0.5, "unknown features that are not listed");
    CHECK(scorecard_sum(&card, features) == -0.25 + 0.125 - 4, "all are unknown");
}

static void test_probability(void) {
    CHECK(scorecard_probability(0) == 0.5, "a sum of 0");
    CHECK(scorecard_probability(INFINITY) == 1, "the highest sum");
    CHECK(scorecard_probability(-INFINITY) == 0, "the least sum");
    CHECK(fabs(scorecard_probability(log(3)) - 0.75) < 1e-15, "odds of 3 to 1");
    double before = 0;
    unsigned long wrong = 0;
    for (double sum = -2000; sum <= 2000; sum += 0.25) {
        double found = scorecard_probability(sum);
        wrong += !(found >= before && found <= 1);
        wrong += fabs(found + scorecard_probability(-sum) - 1) > 1e-15;
        before = found;
    }
    CHECK(wrong == 0, "%lu are wrong", wrong);
}

/* Every value has finite points on the cards of the build, and their sum is that of the points. */
static void test_cards_of_the_build(void) {
    const struct scorecard *cards[] = {&scorecard_conflict};
    const double values[] = {-INFINITY, -1, 0, 0.5, 1, 1000, INFINITY, NAN};
    for (size_t c = 0; c < sizeof cards / sizeof *cards; c++) {
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            double features[feature_count], sum = cards[c]->bias;
            for (size_t i = 0; i < feature_count; i++) {
                features[i] = values[v];
                sum += scorecard_points(cards[c], (enum feature)i, values[v]);
            }
            CHECK(isfinite(sum), "card %zu, %g", c, values[v]);
            CHECK(scorecard_sum(cards[c], features) == sum, "card %zu, %g", c, values[v]);
        }
    }
}

int main(void) {
    test_points();
    test_sum();
    test_probability();
    test_cards_of_the_build();
    return test_end("core/test_scorecard");
}
