/*
 * learnt_sums.h - what a user's verdicts correct in the sums of the trees; learning.h learns it.
 *
 *   (1) The logit of the topic, and that of the conflict, moves by a bias, a share of itself, a
 *       constant for each type of conflict that is there, and a weight for each feature.
 *   (2) A feature counts by its distance from the mean of the verdicts. Beyond the least and the
 *       most that these have it counts as there, and not at all if it is not known: what nobody has
 *       judged is corrected no further.
 *   (3) All zeroes correct nothing. All numbers are finite, at most learnt_most in size.
 */
#pragma once

#include "features.h"

enum learnt_part { learnt_topic, learnt_conflict, learnt_part_count };

struct learnt_sum {
    double bias;
    double scale;                  /* times the logit itself */
    double types[feature_count];   /* of the features that count conflicts of a type */
    double weights[feature_count]; /* of one unit of each feature */
};

struct learnt_sums {
    struct learnt_sum parts[learnt_part_count];
    double least[feature_count], mean[feature_count], most[feature_count];
};

static const double learnt_most = 1e9;

/* Whether the feature counts the conflicts of a type, without those that are of tense alone. */
static inline bool learnt_is_type(int feature) {
    return feature >= feature_number && feature <= feature_other && feature != feature_tense;
}

/* The logit of a probability, at most about 11.5 in size, so that nothing is certain. */
double learnt_logit(double probability);

/* By how much a value differs from the mean; see (2). */
double learnt_distance(const struct learnt_sums *learnt, int feature, double value);

/* Corrects a probability for features[feature_count]. Returns by how much its logit moved. */
double learnt_correct(const struct learnt_sums *learnt, enum learnt_part part,
                      const double *features, double *probability);
