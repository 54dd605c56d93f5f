/*
 * learning.h - what verdicts on pairs teach, given how these were judged without.
 *
 *   (1) The score of a pair is the probability of one topic times that of the conflict. Both logits
 *       are offsets of a logistic regression on what learnt_sums.h has, with a normal prior that
 *       expects no correction: so few verdicts correct little.
 *
 *   (2) Lessons of one group stay together. Each tenth of the groups is judged by what the others
 *       teach. The correction is kept if the logarithmic loss then falls by more than the standard
 *       error of that fall, which is taken over groups, since the lessons of one are alike; and it
 *       is fitted to all lessons. Otherwise nothing is learnt.
 *
 *   (3) Pairs without a conflict have a score of 0 whatever is learnt, and teach nothing. That two
 *       texts are cited or follow a pattern teaches nothing about the conflict. That they are cited
 *       teaches nothing about the topic either, but a high score of such a pair counts as a loss.
 *
 *   (4) The result does not depend on the order of the lessons.
 *
 * Time is that of some dozen passes of 3,000 multiplications a lesson; `lessons_most` take half a
 * minute. Memory is 8 bytes a lesson, besides the lessons.
 *
 * Gelman, Jakulin, Pittau, Su, "A weakly informative default prior distribution for logistic and
 * other regression models", 2008. Judging by folds: Stone, "Cross-validatory choice and assessment
 * of statistical predictions", 1974. The error of a mean over groups: Liang, Zeger, "Longitudinal
 * data analysis using generalized linear models", 1986.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"
#include "learnt_sums.h"

enum {
    lessons_most = 100000,
    learning_folds = 10,
    learning_thresholds = 9,
    lessons_least = 3,
    groups_least = 3
};

enum lesson_said { lesson_contradiction, lesson_same, lesson_pattern, lesson_citation };

struct lesson {
    double topic, reliability; /* as judged without corrections */
    double features[feature_count];
    int32_t group; /* from 0 on; lessons that are judged without each other */
    enum lesson_said said;
    bool has_conflict, topic_fixed; /* of two dates: the topic is not asked */
    bool drawn;                     /* at random, to measure */
};

/* Figures before and after: what the scores of trees say, and those of held-out folds. */
enum { learning_before, learning_after };
/* Of all lessons, and of those that were drawn at random. */
enum { learning_of_all, learning_of_drawn, learning_sets };

struct learning {
    bool learnt;
    struct learnt_sums sums; /* all zeroes if nothing was learnt */
    size_t contradictions[learning_sets];
    size_t conflicting;  /* lessons that have a conflict */
    size_t found;        /* contradictions among these */
    size_t groups;       /* of these */
    size_t largest;      /* how many of these the largest group has */
    bool too_few;        /* fewer than lessons_least contradictions or others among these */
    double loss[2];      /* mean logarithmic loss of these */
    double precision[2]; /* average precision among them */
    struct {
        size_t shown, right; /* lessons of a score from (i + 1) / 10 on; contradictions of these */
    } at[2][learning_sets][learning_thresholds];
};

/* False if memory runs out or it is interrupted. `count` is at most lessons_most. */
bool learning_find(struct learning *learning, const struct lesson *lessons, size_t count,
                   const struct allocator *allocator, struct interruption *interruption);
