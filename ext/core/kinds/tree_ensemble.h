/*
 * tree_ensemble.h - a sum of points from regression trees, in which features interact.
 *
 * 1. Each tree asks about one feature after the other, along one path, and the leaf where the path
 *    ends contributes its value. The sum of a bias and all leaves is a logit; see
 *    tree_ensemble_probability().
 * 2. A value that is not known is NaN, and goes where the question says.
 * 3. A step of a path changes the value from that of a node to that of its child. The difference
 *    is credited to the feature about which the node asks.
 * 4. The trees are the text files in trees/, which become constants at build time.
 *
 * Cost: a comparison for each question, which many nodes share, and a step for each tree and level
 * of the deepest tree. A CPU cannot predict where paths go, so no branch depends on it: a leaf
 * leads to itself, and all paths take `depth` steps.
 *
 * (1) is gradient boosting; Friedman, "Greedy function approximation: a gradient boosting machine",
 * 2001. (3) is by Saabas, "Interpreting random forests", 2014.
 */
#pragma once

#include "features.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { tree_questions_max = 4095 };

/* Whether the value of a feature is below the threshold, or above it. */
struct tree_question {
    double threshold; /* finite; the value itself is above */
    uint16_t feature;
    bool unknown_above; /* NaN is above, or below */
};

/* A leaf is its own child. */
struct tree_node {
    uint16_t question;    /* by number, from 0; any in a leaf */
    uint16_t feature;     /* that it asks about; feature_count: a leaf */
    uint16_t children[2]; /* below and above the threshold, counted from the root */
};

struct tree_ensemble {
    double bias;
    const struct tree_question *questions;
    size_t question_count;         /* up to tree_questions_max */
    const struct tree_node *nodes; /* tree by tree, in preorder; NULL if there are no trees */
    const double *values;  /* of each node; a leaf contributes it, otherwise the mean below it */
    const uint32_t *roots; /* of `count` trees, as indices of nodes */
    size_t count;
    size_t depth; /* the most steps from a root to a leaf */
};

/* trees/README.md says what it tells. */
extern const struct tree_ensemble trees_topic, trees_topic_of_database, trees_conflict;

/*
 * The bias and the leaves for features[feature_count], added in the order of the trees. Writes to
 * points[feature_count] what each feature contributes: with the bias and the values of the roots
 * they are the sum, up to rounding.
 */
double tree_ensemble_sum(const struct tree_ensemble *ensemble, const double *features,
                         double *points);

/* The probability that belongs to a sum, 0 to 1. The sum is not NaN. */
double tree_ensemble_probability(double sum);
