/*
 * features.h - evidence for two sentences being about one thing, and for a real conflict.
 *
 * Each feature is a number that trees (tree_ensemble.h) turn into points. NaN: not known.
 * Features of the database are given by the caller, see struct evidence; the others come from the
 * two sentences and their titles, and from the words of their articles. docs/functions/kinds.md
 * says what each of them is.
 *
 * Time is linear in the sentences and titles.
 */
#pragma once

#include "../text/words/word_frequencies.h"
#include "../text/words/word_set.h"
#include "differences/conflicts.h"
#include "title.h"

/* The list that the scripts which learn the trees read, too. */
/* clang-format off */
#define FEATURES(X) \
    /* Titles and who is named. */ \
    X(same_title) X(related_titles) X(title_pattern) X(own_titles) X(own_changed) \
    X(own_subjects) X(other_named) X(other_mentioned) X(mirrored) \
    /* The sentences. */ \
    X(generic) X(same_subject) X(subject) X(parallel) X(words) X(beginning) X(replaced) \
    X(inserted) X(changed) X(verbless) X(ended) \
    /* Conflicts. */ \
    X(conflicts) X(value_conflicts) X(name_conflicts) X(other_conflicts) X(number) X(date) \
    X(time) X(negation) X(place) X(quantity) X(status) X(tense) X(name) X(opposite) X(order) \
    X(other) X(distance) X(distance_of_names) X(names_least) X(slip) X(shared_word) X(in_title) \
    X(elsewhere) X(one_for_one) X(two_dates) \
    /* Relations of the two articles and texts in the database. */ \
    X(same_article) X(partners) X(copies) X(pairs) X(agreeing) X(neighbours) X(sentences_most) \
    X(sentences_least) X(apart) X(leads) \
    /* Words of the database and of both articles. */ \
    X(rarity) X(rarity_fifth) X(rarity_of_number) X(rarity_of_beginning) X(rarity_of_subject) \
    X(rarity_of_change) X(title_found_most) X(title_found_least) X(change_found_most) \
    X(change_found_least)
/* clang-format on */

#define FEATURE_NUMBER(name) feature_##name,
enum feature { FEATURES(FEATURE_NUMBER) feature_count };
#undef FEATURE_NUMBER

enum { feature_relation_first = feature_same_article, feature_relation_last = feature_leads };

/* By number; the names in JSON and in the files of trees. */
extern const char *const feature_names[feature_count];

/* The number of the feature of the database with this name, or feature_count if there is none. */
enum feature feature_relation_named(const char *name, size_t length);

/* The feature that counts conflicts of this type. */
enum feature feature_of_conflict(enum difference_type type);

/*
 * ---- What a whole database says: sql/kinds/pair_evidence.sql collects it ----
 *
 * Titles and texts seldom tell whether two sentences are about one thing. How rare their common
 * words are does, and so do the other sentences of both articles. Nothing here owns memory.
 */

/* The words of an article, as a blob of word_set.h; empty if they are not known. */
struct evidence_words {
    const void *blob;
    size_t size;
};

/* In fewer texts than this even common words look rare. */
enum { evidence_texts_least = 3000 };

/* Relations are by number of feature; each is NaN unless the database says. */
struct evidence {
    const double *relations;                    /* feature_count numbers, or NULL */
    const struct word_frequencies *frequencies; /* of all sentences, finished; or NULL */
    struct evidence_words articles[2];          /* of the first and the second sentence */
};

/* Whether there is enough for trees_topic_of_database. */
static inline bool evidence_is_known(const struct evidence *evidence) {
    return evidence && evidence->relations && evidence->frequencies &&
           evidence->frequencies->texts >= evidence_texts_least;
}

/* What is known of the two titles. */
enum titles_known { titles_absent, titles_equal, titles_different };

/*
 * Finds the features of two sentences with their titles, and drops the conflicts that the titles
 * explain. Without titles, what they would say is NaN. `two_dates`: one article at two dates, of
 * which titles and database say nothing. `evidence` may be NULL. From feature_rarity on all are
 * NaN: article_features_find() sets them.
 */
void features_find(double *features, const struct titled_pair *pair, struct conflicts *conflicts,
                   enum titles_known titles, bool two_dates, const struct evidence *evidence);

/*
 * The words of the first sentence, at most 16, that name a subject which both sentences share.
 * Empty if feature_subject is below 2 and feature_same_subject is not set, or if the words may be
 * no name: "Strong winds" begins a sentence and is in no title; "I" is one letter. Sets `of_both`
 * if it is the subject of both; otherwise the second sentence only has these words. Linear.
 */
struct word_range features_shared_subject(const struct sentence_pair *pair,
                                          const struct presence *presence, bool *of_both);

/*
 * Sets the features that come from the words of the database and of both articles, from
 * feature_rarity on, after features_find(). Those that the evidence, which may be NULL, lacks stay
 * as they are, and so do all of them at two dates.
 *
 *   (1) The rarity of a word is the logarithm of the number of sentences over how many have it. Two
 *       sentences that share rare words are seldom about different things.
 *   (2) If the other article has words of a title, or words in which the sentences differ, the
 *       articles are about related things.
 *
 * Function words do not count, and titles do by title.h. Linear in the sentences and titles, times
 * the logarithm of an article's words.
 */
void article_features_find(double *features, const struct titled_pair *pair,
                           const struct evidence *evidence);
