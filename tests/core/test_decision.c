/*
 * test_decision.c - from features and conflicts to a kind, a score and a reason: the sum, the
 * thresholds and which evidence is named. The weights are learnt, so no test here expects a certain
 * value.
 */
#include "../test.h"
#include "kinds/decision.h"

#include <math.h>

static struct conflict number = {.type = difference_number};
static struct conflict name = {.type = difference_name};
static struct conflict status = {.type = difference_status};

static double sum_of(const double *features) {
    double sum = topic_bias;
    for (int i = 0; i < feature_count; i++)
        sum += feature_weights[i].value * features[i];
    return sum;
}

/* Features that make the topic `topic`, whatever the weights are. */
static void set_topic(double *features, double topic) {
    features[feature_length] += (topic - sum_of(features)) / feature_weights[feature_length].value;
}

static void test_sum(void) {
    double features[feature_count] = {0};
    struct conflicts none = {0};
    CHECK(fabs(decision_make(features, &none).topic - topic_bias) < 1e-9, "no feature");
    for (int i = 0; i < feature_count; i++) {
        features[i] = 1 + i / 4.;
        double topic = decision_make(features, &none).topic;
        CHECK(fabs(topic - sum_of(features)) < 1e-9, "feature %d: %.3f", i, topic);
    }
}

/* The weights that are set by meaning have the sign that they mean. */
static void test_two_dates(void) {
    double features[feature_count] = {[feature_two_dates] = 1};
    double topic = decision_make(features, &(struct conflicts){0}).topic;
    CHECK(fabs(topic - 3) < 0.2, "one article at two dates: %.2f", topic);
    features[feature_changes] = 4;
    double changed = decision_make(features, &(struct conflicts){0}).topic;
    CHECK(changed > 0 && changed < topic, "with much else changed: %.2f", changed);
}

static void test_thresholds(void) {
    struct conflicts none = {0}, one = {.items = &number, .count = 1};
    double features[feature_count] = {0};
    set_topic(features, 0.01);
    CHECK(decision_make(features, &none).kind == kind_copyedit, "one topic");
    set_topic(features, -0.01);
    CHECK(decision_make(features, &none).kind == kind_template, "two topics");
    CHECK(decision_make(features, &none).score == 0, "no conflict");
    set_topic(features, drift_topic + 0.01);
    struct decision drift = decision_make(features, &one);
    CHECK(drift.kind == kind_drift && drift.score > 0.5 && drift.score < 0.51, "score %.3f",
          drift.score);
    set_topic(features, drift_topic - 0.01);
    struct decision template = decision_make(features, &one);
    CHECK(template.kind == kind_template && template.score < 0.5 && template.score > 0.49,
          "score %.3f", template.score);
    set_topic(features, 2000);
    CHECK(decision_make(features, &one).score == 1, "the largest score");
    set_topic(features, -2000);
    CHECK(decision_make(features, &one).score == 0, "the smallest score");
}

/* Of several conflicts the most certain counts, and of equally certain ones the first. */
static void test_strongest(void) {
    struct conflict all[] = {status, name, number, number};
    double features[feature_count] = {0};
    all[2].sides[0].begin = 7;
    for (size_t count = 1; count <= 4; count++) {
        struct conflicts conflicts = {.items = all, .count = count};
        struct decision decision = decision_make(features, &conflicts);
        enum difference_type expected = count == 1   ? difference_status
                                        : count == 2 ? difference_name
                                                     : difference_number;
        CHECK(decision.has_conflict && decision.conflict.type == expected, "of %zu: type %d", count,
              (int)decision.conflict.type);
        CHECK(count < 3 || decision.conflict.sides[0].begin == 7, "the first number");
    }
}

static const struct {
    double topic;
    struct conflict *conflict;
    bool subject; /* the subject was dropped */
    enum feature feature;
    enum kind kind;
    enum kind_reason reason;
} cases[] = {
    {2, NULL, false, feature_two_dates, kind_copyedit, reason_two_dates},
    {2, &number, false, feature_two_dates, kind_drift, reason_two_dates},
    {2, NULL, false, feature_same_title, kind_copyedit, reason_same_article},
    {2, NULL, false, feature_related_titles, kind_copyedit, reason_related_titles},
    {2, &name, false, feature_other_named, kind_drift, reason_other_named},
    {2, NULL, false, feature_same_subject, kind_copyedit, reason_same_subject},
    {2, NULL, false, feature_generic, kind_copyedit, reason_same_wording},
    {2, NULL, true, feature_generic, kind_copyedit, reason_same_wording},
    {-5, &number, false, feature_related_titles, kind_template, reason_different_subjects},
    {-5, NULL, true, feature_own_titles, kind_template, reason_own_titles},
    {-5, NULL, false, feature_title_pattern, kind_template, reason_title_pattern},
    {-5, NULL, false, feature_generic, kind_template, reason_own_articles},
    {-5, NULL, false, feature_several, kind_template, reason_different_articles},
};

static void test_reasons(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double features[feature_count] = {0};
        struct conflicts conflicts = {.items = cases[i].conflict,
                                      .count = cases[i].conflict != NULL,
                                      .subject_dropped = cases[i].subject,
                                      .subject = name};
        features[cases[i].feature] = 1;
        set_topic(features, cases[i].topic);
        struct decision found = decision_make(features, &conflicts);
        bool shown = cases[i].conflict || (cases[i].subject && cases[i].kind == kind_template);
        CHECK(found.kind == cases[i].kind && found.reason == cases[i].reason &&
                  found.has_conflict == shown,
              "case %zu: kind %d, reason %d, conflict %d", i, (int)found.kind, (int)found.reason,
              found.has_conflict);
    }
}

int main(void) {
    test_sum();
    test_two_dates();
    test_thresholds();
    test_strongest();
    test_reasons();
    return test_end("core/test_decision");
}
