/*
 * decision.h - from the conflicts and the topic of two sentences to their kind, a score and a
 * reason.
 *
 * The kinds are those of Weissman et al. 2015. A pair with a conflict is drift if both sentences
 * are about one thing, and otherwise a template. A pair without a conflict is copyedit or template.
 */
#ifndef NEARDUP_DECISION_H
#define NEARDUP_DECISION_H

#include "weights.h"

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
    reason_same_article,
    reason_related_titles,
    reason_other_named,
    reason_same_subject,
    reason_same_wording,
    reason_different_subjects,
    reason_own_titles,
    reason_title_pattern,
    reason_own_articles,
    reason_different_articles,
    reason_count
};

struct decision {
    enum kind kind;
    enum kind_reason reason;
    double score;             /* how likely they contradict each other; 0 without a conflict */
    double topic;             /* above 0: about one thing; 0 if it was not computed */
    bool has_conflict;        /* then `conflict` is the strongest */
    struct conflict conflict; /* the subjects, if nothing else differs in a template */
};

/* `features` are feature_count numbers; `conflicts` what remained after features_find(). */
struct decision decision_make(const double *features, const struct conflicts *conflicts);

#endif
