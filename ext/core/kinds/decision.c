/* decision.c - see decision.h. */
#include "decision.h"

#include <math.h>   /* fmax, isnan */
#include <string.h> /* memset */

/* Reasons for one topic or two, by a feature of at least some value; its points say how much. */
static const struct {
    bool one;
    enum feature feature;
    double least;
    enum kind_reason reason;
} grounds[] = {
    {true, feature_same_title, 1, reason_same_article},
    {true, feature_same_article, 1, reason_same_article},
    {true, feature_related_titles, 1, reason_related_titles},
    {true, feature_other_named, 1, reason_other_named},
    {true, feature_subject, 2, reason_same_subject},
    {true, feature_same_subject, 1, reason_same_subject},
    {true, feature_pairs, 1, reason_shared_sentences},
    {true, feature_neighbours, 1, reason_shared_neighbours},
    {true, feature_rarity, 20, reason_rare_words},
    {false, feature_own_titles, 1, reason_own_titles},
    {false, feature_title_pattern, 1, reason_title_pattern},
    {false, feature_mirrored, 1, reason_mirrored},
    {false, feature_partners, 4, reason_many_texts},
    {false, feature_generic, 1, reason_no_subject},
    {false, feature_parallel, 1, reason_parallel},
};

static bool of_two_dates(const double *features) {
    return features[feature_two_dates] > 0;
}

static bool is_untitled(const double *features) {
    return isnan(features[feature_same_title]);
}

/* Whether two texts are sentences that few other texts resemble. */
static bool are_sentences(const double *features) {
    enum { partners_most = 3 };
    return features[feature_ended] == 2 && !(features[feature_partners] > partners_most);
}

/*
 * Whether two texts without titles tell of one subject: both are sentences that begin alike, not
 * with a pronoun, and differ in a single value, as few other texts do, but not before the verb, as
 * do "the app of A is ..." and "the app of B is ...". The trees learnt from an encyclopedia, whose
 * articles are about different things to begin with.
 */
static bool tell_of_one_subject(const double *features, const struct conflicts *conflicts) {
    enum { beginning_least = 2 };
    return are_sentences(features) && features[feature_beginning] >= beginning_least &&
           features[feature_generic] < 1 &&
           features[feature_conflicts] <= !conflicts->subject_reworded;
}

/*
 * Whether two texts without titles make one statement, which one of them denies or turns into its
 * opposite. Another name or value may belong to another thing; a denial does not, unless the
 * subject is another. Short texts must begin alike.
 */
static bool make_one_statement(const double *features, const struct conflicts *conflicts) {
    enum { words_least = 8, places_most = 3 };
    return are_sentences(features) && !conflicts->subject_reworded &&
           (features[feature_words] >= words_least || tell_of_one_subject(features, conflicts)) &&
           features[feature_replaced] + features[feature_inserted] <= places_most &&
           features[feature_negation] + features[feature_opposite] + features[feature_order] +
                   features[feature_quantity] + features[feature_status] ==
               features[feature_conflicts] &&
           features[feature_conflicts] > 0;
}

enum kind_reason decision_reason(const struct decision *decision, const double *features,
                                 const double *points) {
    if (of_two_dates(features))
        return reason_two_dates;
    bool one = decision->kind != kind_template;
    bool same = features[feature_same_title] > 0 || features[feature_same_article] > 0;
    enum kind_reason if_none = one                     ? reason_same_wording
                               : same                  ? reason_same_article
                               : is_untitled(features) ? reason_different_things
                                                       : reason_different_articles;
    /* The ground that is true and counts most; the first of them if no points belong to any. */
    enum kind_reason found = if_none;
    double most = 0;
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        double counts = one ? points[grounds[i].feature] : -points[grounds[i].feature];
        if (grounds[i].one == one && features[grounds[i].feature] >= grounds[i].least &&
            (found == if_none || counts > most)) {
            found = grounds[i].reason;
            most = counts;
        }
    }
    return found;
}

struct decision decision_make(const double *features, const struct conflicts *conflicts,
                              bool of_database, const struct learnt_sums *learnt,
                              struct decision_points *points) {
    struct decision decision = {.topic = decision_topic_of_two_dates};
    const struct tree_ensemble *trees = of_database ? &trees_topic_of_database : &trees_topic;
    if (of_two_dates(features))
        memset(points->topic, 0, sizeof points->topic);
    else
        decision.topic =
            tree_ensemble_probability(tree_ensemble_sum(trees, features, points->topic));
    /* If they only add something, nothing could be the name or value of another thing. */
    bool replace_nothing = conflicts->count == 0 && conflicts->reworded == 0;
    if (!of_two_dates(features) && is_untitled(features))
        decision.topic = fmax(decision.topic,
                              make_one_statement(features, conflicts) ? decision_topic_of_statement
                              : tell_of_one_subject(features, conflicts) || replace_nothing
                                  ? decision_topic_of_subject
                                  : 0);
    bool corrected = learnt && conflicts->count > 0;
    memset(points->learnt, 0, sizeof points->learnt);
    if (corrected && !of_two_dates(features))
        points->learnt[learnt_topic] =
            learnt_correct(learnt, learnt_topic, features, &decision.topic);
    /* Equal sentences are `identical` whatever their articles are about, and these are nearly
     * equal. */
    bool one_topic = decision.topic >= 0.5 || (conflicts->same && conflicts->count == 0);
    decision.kind = one_topic ? kind_copyedit : kind_template;
    if (conflicts->count > 0) {
        decision.reliability = tree_ensemble_probability(
            tree_ensemble_sum(&trees_conflict, features, points->conflict));
        if (corrected)
            points->learnt[learnt_conflict] =
                learnt_correct(learnt, learnt_conflict, features, &decision.reliability);
        decision.score = decision.topic * decision.reliability;
        decision.has_conflict = true;
        decision.conflict = conflicts->items[0];
        if (decision.score >= decision_drift_least)
            decision.kind = kind_drift;
    } else if (!one_topic && conflicts->subject_dropped) {
        decision.has_conflict = true;
        decision.conflict = conflicts->subject;
    }
    assert(decision.score >= 0 && decision.score <= 1);
    return decision;
}
