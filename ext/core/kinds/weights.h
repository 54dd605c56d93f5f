/*
 * weights.h - how much each feature says about the topic, and each type of conflict about drift.
 *
 * The numbers can be learnt again: tests/bench/train_kinds prints what labelled clusters teach.
 * Their unit is the logit.
 */
#ifndef NEARDUP_WEIGHTS_H
#define NEARDUP_WEIGHTS_H

#include "features.h"

struct weight {
    const char *name; /* of the feature, in SQL and in the docs */
    double value;
};

extern const struct weight feature_weights[feature_count];

/* The topic of two sentences without any feature. */
extern const double topic_bias;

/* A conflict is drift if the topic is at least this, less the weight of its type. */
extern const double drift_topic;

/* How certain a conflict of this type is, compared with a conflict of numbers. */
double weight_of_conflict(enum difference_type type);

#endif
