/*
 * features.h - evidence for two sentences being about one thing, and for a real conflict.
 *
 * Each feature is a number that the scorecards (scorecard.h) turn into points. NaN: not known.
 * Features of the database are given by the caller, see evidence.h; the others come from the two
 * sentences and their titles, and from the words of their articles, see article_features.h.
 * docs/functions/kinds.md says what each of them is.
 *
 * Time is linear in the sentences and titles.
 */
#ifndef NEARDUP_FEATURES_H
#define NEARDUP_FEATURES_H

#include "differences/conflicts.h"
#include "evidence.h"
#include "title_mention.h"

/* One line each: the scripts that learn the scorecards read this list. */
enum feature {
    /* Titles and who is named. */
    feature_same_title,
    feature_related_titles,
    feature_title_pattern,
    feature_own_titles,
    feature_own_changed,
    feature_own_subjects,
    feature_other_named,
    feature_other_mentioned,
    feature_mirrored,
    /* The sentences. */
    feature_generic,
    feature_same_subject,
    feature_subject,
    feature_parallel,
    feature_words,
    feature_beginning,
    feature_replaced,
    feature_inserted,
    feature_verbless,
    feature_ended,
    /* Conflicts. */
    feature_conflicts,
    feature_value_conflicts,
    feature_name_conflicts,
    feature_other_conflicts,
    feature_number,
    feature_date,
    feature_time,
    feature_negation,
    feature_place,
    feature_quantity,
    feature_status,
    feature_tense,
    feature_name,
    feature_opposite,
    feature_order,
    feature_other,
    feature_distance,
    feature_distance_of_names,
    feature_names_least,
    feature_slip,
    feature_shared_word,
    feature_in_title,
    feature_elsewhere,
    feature_one_for_one,
    feature_two_dates,
    /* Relations of the two articles and texts in the database. */
    feature_same_article,
    feature_partners,
    feature_copies,
    feature_pairs,
    feature_agreeing,
    feature_neighbours,
    feature_sentences_most,
    feature_sentences_least,
    feature_apart,
    feature_leads,
    /* Words of the database and of both articles. */
    feature_rarity,
    feature_rarity_fifth,
    feature_rarity_of_number,
    feature_rarity_of_beginning,
    feature_rarity_of_subject,
    feature_rarity_of_change,
    feature_title_found_most,
    feature_title_found_least,
    feature_change_found_most,
    feature_change_found_least,
    feature_count
};

enum { feature_relation_first = feature_same_article, feature_relation_last = feature_leads };

/* By number; the names in JSON and in the scorecards. */
extern const char *const feature_names[feature_count];

/* The number of the feature of the database with this name, or feature_count if there is none. */
enum feature feature_relation_named(const char *name, size_t length);

/* The feature that counts conflicts of this type. */
enum feature feature_of_conflict(enum difference_type type);

/* What is known of the two titles. */
enum titles_known { titles_absent, titles_equal, titles_different };

/*
 * Finds the features of two sentences with their titles, and drops the conflicts that the titles
 * explain. Without titles, what they would say is NaN. `two_dates`: the titles are those of one
 * article at two dates; then titles and database say nothing. `evidence` may be NULL. Those that
 * come from the words of the database and of articles, from feature_rarity on, are NaN.
 */
void features_find(double *features, const struct titled_pair *pair, struct conflicts *conflicts,
                   enum titles_known titles, bool two_dates, const struct evidence *evidence);

/*
 * The words of the first sentence that name a subject which both sentences share, at most 16; empty
 * if neither feature_subject (2 or more) nor feature_same_subject says that there is one, or if it
 * is no name for certain: "Strong winds" begins a sentence, and no title has these words.
 * `of_both`: it is the subject of both; otherwise the second sentence just has these words. Time is
 * linear in the sentences.
 */
struct word_range features_shared_subject(const struct sentence_pair *pair,
                                          const struct presence *presence, bool *of_both);

#endif
