/*
 * scorecard.h - a probability as a sum of points: how much each feature says, by its value.
 *
 * 1. A scorecard gives each feature points, by a step function of its value. The probability is
 *    1 / (1 + e^-sum), where the sum is that of a bias and the points of all features; so points
 *    are logits.
 * 2. A value that is not known is NaN, and has points of its own.
 * 3. The scorecards are the text files in scorecards/, which become constants at build time.
 *
 * Cost: a comparison for each step up to the value; a card has a few steps for each feature.
 *
 * This is a generalized additive model; Hastie and Tibshirani, "Generalized Additive Models", 1986.
 */
#ifndef NEARDUP_SCORECARD_H
#define NEARDUP_SCORECARD_H

#include "features.h"

#include <stddef.h>

/* The points of one feature. All zero: the feature contributes nothing, whatever its value. */
struct score_steps {
    size_t count;             /* of thresholds */
    const double *thresholds; /* finite, ascending; NULL if there are none */
    const double *points;     /* count + 1: [0] below the first threshold, [i + 1] from [i] on */
    double unknown;           /* the points of NaN */
};

struct scorecard {
    double bias;
    struct score_steps steps[feature_count];
};

/* scorecards/README.md says what each of them tells. */
extern const struct scorecard scorecard_conflict;

/* The points of a feature that has this value, which may be infinite, or NaN if it is unknown. */
double scorecard_points(const struct scorecard *card, enum feature feature, double value);

/* The bias and the points of features[feature_count], added in the order of `enum feature`. */
double scorecard_sum(const struct scorecard *card, const double *features);

/* The probability that belongs to a sum, 0 to 1. The sum is not NaN. */
double scorecard_probability(double sum);

#endif
