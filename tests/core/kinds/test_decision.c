/*
 * test_decision.c - from features and conflicts to a kind, a score and a reason: what follows from
 * the two probabilities, that reasons are true, and which conflict is told. The probabilities are
 * learnt, so no test here expects a certain one.
 */
#include "kinds/decision.h"
#include "random_input.h"
#include "test.h"

#include <math.h>

enum { conflicts_most = 4 };

/* What a decision is made from; `items` are those of `conflicts`. */
struct question {
    double features[feature_count];
    struct conflicts conflicts;
    struct conflict items[conflicts_most];
    bool of_database;
};

static const enum difference_type types[] = {
    difference_number,   difference_date,   difference_time, difference_negation, difference_place,
    difference_quantity, difference_status, difference_name, difference_thing};

/* The ranges number the conflicts, so that equal ones can be told apart. */
static struct conflict random_conflict(uint32_t number) {
    enum difference_type type = types[random_below(sizeof types / sizeof *types)];
    return (struct conflict){.type = type, .sides = {{number, number + 1}, {number, number + 1}}};
}

static void ask_anything(struct question *question) {
    static const double values[] = {0, 0, 0, 0, 1, 1, 2, 3, 0.5, 4, 12, 25, 300};
    *question = (struct question){.of_database = random_below(2) == 0};
    for (int i = 0; i < feature_count; i++) {
        bool unknown = i >= feature_relation_first && (!question->of_database || !random_below(4));
        question->features[i] =
            unknown ? NAN : values[random_below(sizeof values / sizeof *values)];
    }
    question->features[feature_two_dates] = random_below(4) == 0;
    if (question->features[feature_two_dates] == 0 && random_below(4) == 0)
        question->features[feature_same_title] = NAN;
    question->conflicts.items = question->items;
    question->conflicts.count = random_below(conflicts_most + 1);
    for (uint32_t i = 0; i < conflicts_most; i++)
        question->items[i] = random_conflict(i);
    question->conflicts.same = random_below(4) == 0;
    question->conflicts.subject_dropped = random_below(2) == 0;
    question->conflicts.subject = random_conflict(conflicts_most);
}

static struct decision_points points; /* of the last answer */

static struct decision answer(const struct question *question) {
    return decision_make(question->features, &question->conflicts, question->of_database, NULL, &points);
}

static enum kind_reason reason_of(const struct question *question) {
    struct decision found = answer(question);
    return decision_reason(&found, question->features, points.topic);
}

static bool is_probability(double number) {
    return number >= 0 && number <= 1;
}

/* The score is the product, and kinds follow from thresholds. */
static bool is_consistent(const struct question *question, const struct decision *found) {
    bool any = question->conflicts.count > 0;
    bool drift = any && found->score >= decision_drift_least;
    bool same = question->conflicts.same && !any;
    enum kind otherwise = found->topic >= 0.5 || same ? kind_copyedit : kind_template;
    return is_probability(found->topic) && is_probability(found->reliability) &&
           found->score == found->topic * found->reliability && (any || found->score == 0) &&
           found->kind == (drift ? kind_drift : otherwise);
}

/* The first conflict, or the subjects of a template in which nothing else differs. */
static bool has_right_conflict(const struct question *question, const struct decision *found) {
    const struct conflicts *conflicts = &question->conflicts;
    const struct conflict *expected = NULL;
    if (conflicts->count > 0)
        expected = &conflicts->items[0];
    else if (conflicts->subject_dropped && found->kind == kind_template)
        expected = &conflicts->subject;
    return found->has_conflict == (expected != NULL) &&
           (!expected || (found->conflict.type == expected->type &&
                          found->conflict.sides[0].begin == expected->sides[0].begin));
}

/* Repeats the thresholds of decision.c: what each reason claims, one of these being enough. */
static const struct {
    enum kind_reason reason;
    enum feature feature;
    double least;
} claims[] = {
    {reason_two_dates, feature_two_dates, 1e-9},
    {reason_same_article, feature_same_title, 1e-9},
    {reason_same_article, feature_same_article, 1e-9},
    {reason_related_titles, feature_related_titles, 1},
    {reason_other_named, feature_other_named, 1},
    {reason_same_subject, feature_subject, 2},
    {reason_same_subject, feature_same_subject, 1},
    {reason_shared_sentences, feature_pairs, 1},
    {reason_shared_neighbours, feature_neighbours, 1},
    {reason_rare_words, feature_rarity, 20},
    {reason_own_titles, feature_own_titles, 1},
    {reason_title_pattern, feature_title_pattern, 1},
    {reason_mirrored, feature_mirrored, 1},
    {reason_many_texts, feature_partners, 4},
    {reason_no_subject, feature_generic, 1},
    {reason_parallel, feature_parallel, 1},
};

static bool is_true(enum kind_reason reason, const double *features) {
    bool different = reason == reason_different_articles || reason == reason_different_things;
    if (different)
        return !is_true(reason_same_article, features) &&
               isnan(features[feature_same_title]) == (reason == reason_different_things);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (claims[i].reason == reason && features[claims[i].feature] >= claims[i].least)
            return true;
    return reason == reason_same_wording;
}

/* Evidence for one topic, or for two. */
static bool is_on_side(enum kind_reason reason, bool one_topic) {
    if (reason == reason_two_dates || reason == reason_same_article)
        return true;
    return one_topic ? reason > reason_same_article && reason <= reason_same_wording
                     : reason > reason_same_wording && reason < reason_count;
}

static void test_any(void) {
    enum { questions = 50000 };
    unsigned long inconsistent = 0, conflicts = 0, untrue = 0, beside = 0, dates = 0;
    for (int i = 0; i < questions; i++) {
        struct question question;
        ask_anything(&question);
        struct decision found = answer(&question);
        bool two_dates = question.features[feature_two_dates] > 0;
        inconsistent += !is_consistent(&question, &found);
        conflicts += !has_right_conflict(&question, &found);
        untrue += !is_true(reason_of(&question), question.features);
        beside += !is_on_side(reason_of(&question), found.kind != kind_template);
        dates += (reason_of(&question) == reason_two_dates) != two_dates ||
                 (two_dates && found.topic != decision_topic_of_two_dates);
    }
    CHECK(inconsistent == 0, "%lu scores or kinds do not follow", inconsistent);
    CHECK(conflicts == 0, "%lu conflicts are wrong", conflicts);
    CHECK(untrue == 0, "%lu reasons are not true", untrue);
    CHECK(beside == 0, "%lu reasons speak for the opposite", beside);
    CHECK(dates == 0, "%lu are not of two dates", dates);
    test_figure(questions, "decisions that follow from their features");
}

/* Without any ground: nothing but the wording, or the articles. */
static void test_without_grounds(void) {
    for (int of_database = 0; of_database < 2; of_database++) {
        double features[feature_count] = {0};
        struct decision found =
            decision_make(features, &(struct conflicts){0}, of_database == 1, NULL, &points);
        bool one = found.topic >= 0.5;
        enum kind_reason reason = decision_reason(&found, features, points.topic);
        CHECK(reason == (one ? reason_same_wording : reason_different_articles),
              "topic %g: reason %d", found.topic, (int)reason);
    }
}

/* The topic does not depend on what conflicts, unless there are no titles. */
static void test_topic_without_conflicts(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < 5000; i++) {
        struct question question;
        ask_anything(&question);
        if (isnan(question.features[feature_same_title]))
            continue;
        double topic = answer(&question).topic;
        question.conflicts.count = 0;
        wrong += answer(&question).topic != topic;
    }
    CHECK(wrong == 0, "%lu topics depend on it", wrong);
}

/* Each of the least topics makes one topic of two texts. */
static void test_constants(void) {
    CHECK(decision_drift_least > 0 && decision_drift_least < 1, "%g", decision_drift_least);
    const double topics[] = {decision_topic_of_two_dates, decision_topic_of_subject,
                             decision_topic_of_statement};
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        CHECK(topics[i] >= 0.5 && topics[i] <= 1, "topic %zu: %g", i, topics[i]);
}

int main(void) {
    random_state = 31;
    RUN_TESTS(test_any, test_without_grounds, test_topic_without_conflicts, test_constants);
    return test_end("core/test_decision");
}
