/*
 * features.h - evidence for two sentences being about one thing, or about two.
 *
 * Each feature is a number that weights.h multiplies; the sum is the topic. Features of two dates
 * are those of one article in two dumps: the titles and the values then say nothing about the
 * topic.
 */
#ifndef NEARDUP_FEATURES_H
#define NEARDUP_FEATURES_H

#include "conflicts.h"
#include "title_mention.h"

/* docs/duplicate_kind.md says what each of them is. */
enum feature {
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

/*
 * Finds the features of two sentences with their titles, and drops the conflicts that the titles
 * explain. `several`: their cluster has more sentences than these two.
 */
void features_find(double *features, const struct titled_pair *pair, struct conflicts *conflicts,
                   bool same_title, bool several);

/* Finds the features of two sentences of one article at two dates. */
void features_find_at_two_dates(double *features, const struct conflicts *conflicts);

#endif
