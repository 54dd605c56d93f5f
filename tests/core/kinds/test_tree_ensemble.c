/* test_tree_ensemble.c - where values lead, what the leaves add up to, and what each feature
 * contributes. */
#include "test.h"
#include "kinds/tree_ensemble.h"

#include <math.h>

enum { first, second, third };

static const struct tree_question questions[] = {
    {1.5, first, false},
    {-2, second, true},
    {3.5, first, false},
    {0, third, true},
};

#define LEAF(at)        \
    0, feature_count, { \
        at, at          \
    }

/* All numbers are multiples of 1/8, so sums are exact. */
static const struct tree_node nodes[] = {
    /* Two levels; the first feature is asked twice on one path. */
    {0, first, {1, 4}},
    {1, second, {2, 3}},
    {LEAF(2)},
    {LEAF(3)},
    {2, first, {5, 6}},
    {LEAF(5)},
    {LEAF(6)},
    /* A leaf alone. */
    {LEAF(0)},
    /* Unknown values go above. */
    {3, third, {1, 2}},
    {LEAF(1)},
    {LEAF(2)},
};
static const double node_values[] = {
    0.25, -0.5,   -1, 0.125, 1, 0.5, 2, /* the first tree */
    8,    -0.125, 16, -32,              /* the others */
};
static const uint32_t roots[] = {0, 7, 8};

static const struct tree_ensemble ensemble = {-0.25, questions, 4, nodes, node_values, roots, 3, 2};
static const struct tree_ensemble empty = {.bias = 0.5};

/* The values of the first three features, and what the first and the third tree give. */
static const struct {
    double values[3], leaves[2], points[3];
} cases[] = {
    {{0, 0, 0}, {0.125, -32}, {-0.75, 0.625, -31.875}},
    {{0, -2, -1}, {0.125, 16}, {-0.75, 0.625, 16.125}},
    {{0, -3, -INFINITY}, {-1, 16}, {-0.75, -0.5, 16.125}},
    {{-INFINITY, -INFINITY, INFINITY}, {-1, -32}, {-0.75, -0.5, -31.875}},
    {{1.5, -3, 0}, {0.5, -32}, {0.25, 0, -31.875}},
    {{3.5, NAN, 0}, {2, -32}, {1.75, 0, -31.875}},
    {{INFINITY, 0, 0}, {2, -32}, {1.75, 0, -31.875}},
    {{NAN, NAN, NAN}, {0.125, -32}, {-0.75, 0.625, -31.875}},
    {{NAN, -3, 0}, {-1, -32}, {-0.75, -0.5, -31.875}},
};

static void test_paths(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count] = {0}, points[feature_count];
        for (int f = 0; f < 3; f++)
            features[f] = cases[i].values[f];
        double expected = -0.25 + cases[i].leaves[0] + 8 + cases[i].leaves[1];
        double found = tree_ensemble_sum(&ensemble, features);
        CHECK(found == expected, "case %zu: the sum is %g", i, found);
        double sum = tree_ensemble_points(&ensemble, features, points);
        CHECK(sum == -0.25 + 0.25 + 8 - 0.125, "case %zu: the baseline is %g", i, sum);
        for (int f = 0; f < feature_count; f++) {
            CHECK(points[f] == (f < 3 ? cases[i].points[f] : 0), "case %zu: %d contributes %g", i,
                  f, points[f]);
            sum += points[f];
        }
        CHECK(sum == expected, "case %zu: points add up to %g", i, sum);
    }
}

static void test_thresholds(void) {
    double features[feature_count] = {nextafter(1.5, 0), nextafter(-2, -3), nextafter(0, -1)};
    CHECK(tree_ensemble_sum(&ensemble, features) == -0.25 - 1 + 8 + 16, "just below thresholds");
    features[first] = nextafter(3.5, 0);
    CHECK(tree_ensemble_sum(&ensemble, features) == -0.25 + 0.5 + 8 + 16, "below the second");
    features[third] = -0.0;
    CHECK(tree_ensemble_sum(&ensemble, features) == -0.25 + 0.5 + 8 - 32, "-0 is not below 0");
}

static void test_no_trees(void) {
    double features[feature_count] = {1}, points[feature_count] = {7};
    CHECK(tree_ensemble_sum(&empty, features) == 0.5, "the bias alone");
    CHECK(tree_ensemble_points(&empty, features, points) == 0.5, "the baseline is the bias");
    for (int f = 0; f < feature_count; f++)
        CHECK(points[f] == 0, "feature %d", f);
}

/* In the trees of the build every path ends at a finite leaf, and the points add up. */
static void test_trees_of_the_build(void) {
    const double values[] = {-INFINITY, -1, 0, 0.5, 1, 20, 1000, INFINITY, NAN};
    enum { value_count = sizeof values / sizeof *values };
    for (size_t i = 0; i < 5000; i++) {
        double features[feature_count], points[feature_count];
        for (size_t f = 0; f < feature_count; f++)
            features[f] = values[i < value_count ? i : (i * 31 + f * f * 7 + i * f) % value_count];
        double sum = tree_ensemble_sum(&trees_topic_of_database, features);
        double added = tree_ensemble_points(&trees_topic_of_database, features, points);
        for (size_t f = 0; f < feature_count; f++)
            added += points[f];
        CHECK(isfinite(sum) && fabs(sum - added) < 1e-9, "case %zu: %g and %g", i, sum, added);
    }
}

int main(void) {
    test_paths();
    test_thresholds();
    test_no_trees();
    test_trees_of_the_build();
    return test_end("core/test_tree_ensemble");
}
