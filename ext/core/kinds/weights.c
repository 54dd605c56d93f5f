/* weights.c - see weights.h. */
#include "weights.h"

const struct weight feature_weights[feature_count] = {
    /* Learnt. */
    [feature_same_title] = {"same_title", 1.47},
    [feature_related_titles] = {"related_titles", 2.18},
    [feature_title_pattern] = {"title_pattern", -2.04},
    [feature_own_titles] = {"own_titles", -1.83},
    [feature_other_named] = {"other_named", 1.12},
    [feature_generic] = {"generic", -1.24},
    [feature_same_subject] = {"same_subject", 1.38},
    [feature_values] = {"values", -3.39},
    [feature_names] = {"names", -2.38},
    [feature_opposites] = {"opposites", -1.80},
    [feature_length] = {"length", 1.29},
    [feature_several] = {"several", -1.80},

    /*
     * Set by hand, since the labelled clusters have no examples. Sentences of one article at two
     * dates are about one thing unless much else changed. Parallel sentences cancel twice what
     * equal titles say.
     */
    [feature_parallel] = {"parallel", -3.0},
    [feature_two_dates] = {"two_dates", 3.0},
    [feature_changes] = {"changes", -0.25},
};

const double topic_bias = -0.04;

const double drift_topic = -1.5;

double weight_of_conflict(enum difference_type type) {
    switch (type) {
    case difference_number:
    case difference_date:
    case difference_time:
        return 0;
    case difference_negation:
        return -0.1;
    case difference_status:
        return -0.5;
    default:
        return -0.3;
    }
}
