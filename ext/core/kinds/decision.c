/* decision.c - see decision.h. */
#include "decision.h"

#include <math.h> /* exp */

static enum kind_reason reason_for_one_topic(const double *features) {
    if (features[feature_two_dates] > 0)
        return reason_two_dates;
    if (features[feature_same_title] > 0)
        return reason_same_article;
    if (features[feature_related_titles] > 0)
        return reason_related_titles;
    if (features[feature_other_named] > 0)
        return reason_other_named;
    return features[feature_same_subject] > 0 ? reason_same_subject : reason_same_wording;
}

static enum kind_reason reason_for_two_topics(const double *features) {
    if (features[feature_own_titles] > 0)
        return reason_own_titles;
    if (features[feature_title_pattern] > 0)
        return reason_title_pattern;
    return features[feature_generic] > 0 ? reason_own_articles : reason_different_articles;
}

struct decision decision_make(const double *features, const struct conflicts *conflicts) {
    struct decision decision = {.topic = topic_bias};
    for (size_t i = 0; i < feature_count; i++)
        decision.topic += feature_weights[i].value * features[i];

    if (conflicts->count == 0) {
        bool one_topic = decision.topic >= 0;
        decision.kind = one_topic ? kind_copyedit : kind_template;
        decision.reason =
            one_topic ? reason_for_one_topic(features) : reason_for_two_topics(features);
        decision.has_conflict = !one_topic && conflicts->subject_dropped;
        decision.conflict = conflicts->subject;
        return decision;
    }
    const struct conflict *strongest = &conflicts->items[0];
    for (size_t i = 1; i < conflicts->count; i++) {
        const struct conflict *conflict = &conflicts->items[i];
        if (weight_of_conflict(conflict->type) > weight_of_conflict(strongest->type))
            strongest = conflict;
    }
    double sum = decision.topic - drift_topic + weight_of_conflict(strongest->type);
    decision.score = 1 / (1 + exp(-sum));
    assert(decision.score >= 0 && decision.score <= 1);
    decision.kind = decision.score >= 0.5 ? kind_drift : kind_template;
    decision.reason =
        decision.kind == kind_drift ? reason_for_one_topic(features) : reason_different_subjects;
    decision.has_conflict = true;
    decision.conflict = *strongest;
    return decision;
}
