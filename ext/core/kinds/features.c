/* features.c - see features.h. */
#include "features.h"

#include <math.h> /* fmax, fmin */

static double at_most(size_t count, size_t most) {
    return (double)(count < most ? count : most);
}

static bool is_of_value(const struct conflict *conflict) {
    return conflict->type == difference_number || conflict->type == difference_date ||
           conflict->type == difference_time;
}

/*
 * 1 if a pronoun stands for the subject, 0.5 if "the" and a common noun do: such a sentence fits
 * any article. In "when he came ..." the pronoun is not the subject.
 */
static double generic_subject(const struct words *words) {
    enum { head_words = 12, head_most = 8 };
    bool subordinate = false;
    size_t count = 0;
    for (size_t at = 0; at < words->count && at < head_words && count < head_most; at++) {
        if (words->items[at].kind != word_letters)
            continue;
        if (words_has_role(words, at, vocabulary_subject) && !subordinate)
            return 1;
        subordinate = words_has_role(words, at, vocabulary_subordinate);
        count++;
    }
    bool common_noun = words_has_role(words, 0, vocabulary_determiner) && words->count > 1 &&
                       !words->items[1].capital;
    return common_noun ? 0.5 : 0;
}

/* Whether a verb of the first sentence follows a name that the second one has too. */
static bool shares_named_subject(const struct titled_pair *pair) {
    const struct words *words = &pair->pair->sentences[0].words;
    for (size_t at = 1; at < words->count; at++)
        if (words_has_role(words, at, vocabulary_finite) && words->items[at - 1].capital &&
            !words_has_role(words, at - 1, vocabulary_function | vocabulary_month) &&
            presence_in(presence_at(pair->presence, words, at - 1), presence_text, 1) &&
            !(at >= 2 && words_has_role(words, at - 2, vocabulary_determiner)))
            return true;
    return false;
}

/*
 * Whether two sentences of one article are about different things, as in a list of seasons: more
 * than a single value conflicts, or they begin differently without a word of the title there.
 */
static bool are_parallel(const struct titled_pair *pair, const struct conflicts *conflicts) {
    bool one_value =
        conflicts->count == 1 && conflicts->reworded == 0 && is_of_value(&conflicts->items[0]);
    if (conflicts->count > 0 && !one_value)
        return true;
    if (!conflicts->different_beginnings)
        return false;
    const struct words *title = &pair->titles[0].words;
    for (size_t i = 0; i < title->count; i++) {
        uint16_t places = presence_at(pair->presence, title, i);
        if (presence_in(places, presence_title, 0) &&
            (presence_in(places, presence_changed, 0) || presence_in(places, presence_changed, 1)))
            return false;
    }
    return true;
}

static size_t count_words(const struct words *words) {
    size_t count = 0;
    for (size_t at = 0; at < words->count; at++)
        count += words->items[at].kind != word_mark;
    return count;
}

void features_find(double *features, const struct titled_pair *pair, struct conflicts *conflicts,
                   bool same_title, bool several) {
    const struct words *a = &pair->pair->sentences[0].words;
    const struct words *b = &pair->pair->sentences[1].words;
    enum title_relation relation = title_related;
    features[feature_same_title] = same_title;
    if (!same_title) {
        relation = title_relation(&pair->titles[0], &pair->titles[1], pair->presence);
        features[feature_related_titles] = relation == title_related;
        features[feature_title_pattern] = relation == title_sibling;
        features[feature_own_titles] = title_mention_own(pair);
        features[feature_other_named] =
            title_mention_by_other(pair, 0) + title_mention_by_other(pair, 1);
        features[feature_same_subject] = shares_named_subject(pair);
        if (title_mention_swapped(pair)) {
            features[feature_own_titles] = 0;
            conflicts_drop_mirrored(conflicts, pair->pair, pair->presence);
        }
    }
    size_t values = 0, names = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        values += is_of_value(&conflicts->items[i]);
        names += conflicts->items[i].type == difference_name;
    }
    features[feature_values] = at_most(values, 2);
    features[feature_names] = at_most(names, 2);
    features[feature_opposites] = at_most(conflicts->count - values - names, 2);
    /* A common noun as the subject says little if the titles say that the topic is one. */
    double generic = fmax(generic_subject(a), generic_subject(b));
    features[feature_generic] = generic < 1 && relation == title_related ? 0 : generic;
    features[feature_parallel] = same_title && are_parallel(pair, conflicts);
    size_t a_count = count_words(a), b_count = count_words(b);
    double shorter = (double)(a_count < b_count ? a_count : b_count);
    features[feature_length] = fmin(2, fmax(0, (shorter - 10) / 15));
    features[feature_several] = several;
    /* Two subjects are evidence for two topics, but they do not contradict each other. */
    if (!same_title)
        conflicts_drop_subjects(conflicts, pair->pair, pair->presence);
}

void features_find_at_two_dates(double *features, const struct conflicts *conflicts) {
    features[feature_two_dates] = 1;
    features[feature_changes] = at_most((size_t)conflicts->reworded + conflicts->added, 4);
}
