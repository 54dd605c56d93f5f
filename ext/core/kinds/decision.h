/*
 * decision.h - from features and conflicts of two sentences to their kind, a score and a reason.
 *
 *   (1) The kinds are those of Weissman et al. 2015.
 *   (2) The topic is the probability that both sentences are about one thing, by trees_topic, or
 *       by trees_topic_of_database if there is evidence of a database. Two texts without titles
 *       have at least decision_topic_of_subject or decision_topic_of_statement where one of these
 *       applies; for one article at two dates, and for texts that agreed before one was changed, it
 *       is decision_topic_of_two_dates.
 *   (3) The score is the probability that they contradict each other: that of the topic, times that
 *       of the conflict given one topic (trees_conflict). Without a conflict it is 0.
 *       If something conflicts, what verdicts have taught corrects both probabilities, but not that
 *       of the topic at two dates.
 *   (4) From decision_drift_least on the pair is drift. If its words differ in notation alone, it
 *       is a copyedit. Otherwise the topic decides between copyedit and template.
 *   (5) The reason is the fact that speaks most for the decision. It is true in any case.
 */
#pragma once

#include "learnt_sums.h"
#include "tree_ensemble.h"

enum kind {
    kind_identical,
    kind_template,
    kind_copyedit,
    kind_drift,
    kind_reference,
    kind_other,
    kind_count
};

/* What a kind rests on: only the texts, evidence for one topic, or evidence for two. */
enum kind_reason {
    reason_same_text,
    reason_citation,
    reason_fragment,
    reason_two_dates,
    reason_agreed,
    reason_same_article,
    reason_related_titles,
    reason_other_named,
    reason_same_subject,
    reason_shared_sentences,
    reason_shared_neighbours,
    reason_rare_words,
    reason_same_wording,
    reason_own_titles,
    reason_title_pattern,
    reason_mirrored,
    reason_many_texts,
    reason_no_subject,
    reason_parallel,
    reason_different_articles,
    reason_different_things,
    reason_count
};

/* All are probabilities: the least score of drift, and the topic of one article at two dates. */
static const double decision_drift_least = 0.2;
static const double decision_topic_of_two_dates = 0.97;
/* The least topic of texts without titles that begin with one subject or replace no word. */
static const double decision_topic_of_subject = 0.65;
/* The least topic of texts without titles of which one denies the other, or says its opposite. */
static const double decision_topic_of_statement = 0.9;

struct decision {
    enum kind kind;
    double score;             /* how likely they contradict each other; 0 without a conflict */
    double topic;             /* how likely they are about one thing; 0 if it was not computed */
    double reliability;       /* how likely the conflict is one, given one topic; 0 without any */
    bool has_conflict;        /* then `conflict` is the first one */
    struct conflict conflict; /* the subjects, if nothing else differs in a template */
};

/* How much each feature speaks for one topic, and for a conflict if there is one; in logits. */
struct decision_points {
    double topic[feature_count]; /* at two dates, where no feature is asked, all are 0 */
    double conflict[feature_count];
    double learnt[learnt_part_count]; /* what verdicts correct */
};

/* `conflicts`: what remained after features_find(); `of_database`: evidence_is_known(); `learnt`:
 * what verdicts have taught, or NULL. */
struct decision decision_make(const double *features, const struct conflicts *conflicts,
                              bool of_database, const struct learnt_sums *learnt,
                              struct decision_points *points);

/* What a decision on these features rests on, by its points for the topic; see (5). */
enum kind_reason decision_reason(const struct decision *decision, const double *features,
                                 const double *points);
