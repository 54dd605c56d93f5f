/*
 * kind.h - what kind of near-duplicates two sentences are, and how likely they contradict.
 *
 * The kinds are those of Weissman et al. 2015: identical, template, copyedit, drift, reference and
 * other. A pair is about one topic or about two: that is a sum of few features with weights, which
 * stand in kind.c. What the sentences say that cannot both be true of one thing (conflicts.h) makes
 * it drift where the topic is one, and template where it is not; without that it is copyedit or
 * template. The order of the two sentences does not matter.
 */
#ifndef NEARDUP_KIND_H
#define NEARDUP_KIND_H

#include "conflicts.h"

enum kind {
    kind_identical,
    kind_template,
    kind_copyedit,
    kind_drift,
    kind_reference,
    kind_other,
    kind_count
};

/* UTF-8. */
struct kind_text {
    const char *bytes;
    size_t length;
};

/* One of the two sentences, and where it stands. */
struct kind_sentence {
    struct kind_text text, title;
    bool in_references; /* in a section of references or links */
};

struct kind_circumstances {
    bool two_dates; /* of one article, at two dates, where the titles are equal */
    bool several;   /* the cluster has more than two sentences */
};

/* What tells one topic from two. At two dates of one article the last two alone count. */
enum kind_feature {
    feature_same_title,
    feature_related_titles,
    feature_title_pattern,
    feature_own_titles,
    feature_other_named,
    feature_generic,
    feature_same_subject,
    feature_parallel,
    feature_values,
    feature_names,
    feature_opposites,
    feature_length,
    feature_several,
    feature_two_dates,
    feature_changes,
    feature_count
};

/* Why the topic is taken for one, or for two. */
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

struct kind_result {
    enum kind kind;
    enum kind_reason reason;
    double score;                   /* that they contradict, 0 to 1; 0 where nothing conflicts */
    double topic;                   /* above 0: about one thing */
    bool topic_asked;               /* or it is 0, as are its features */
    double features[feature_count]; /* what the topic is made of */
    bool conflict;                  /* whether one was found; the strongest is `strongest` */
    bool turned;                    /* whether sides[0] of it is of the second sentence */
    struct conflict strongest;
    uint32_t types; /* as conflicts.h has them, where the kind is copyedit */
};

/* Begins as all zeroes, reused from pair to pair, released by kind_work_free(). */
struct kind_work {
    struct sentence_pair pair;
    struct title titles[2];
    struct conflicts conflicts;
    uint16_t *presence;
    size_t presence_capacity;
};

/* Whether a section is of references, links or notes, by its heading, in any case. */
bool kind_is_of_references(struct kind_text section);

/* Judges a pair. False as of sentence_pair_read(). */
bool kind_find(struct kind_work *work, const struct allocator *allocator,
               const struct kind_sentence *a, const struct kind_sentence *b,
               const struct kind_circumstances *circumstances, struct kind_result *result);

void kind_work_free(struct kind_work *work, const struct allocator *allocator);

#endif
