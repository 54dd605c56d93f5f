/* article_features.c - see article_features_find() in features.h. */
#include "features.h"

#include <math.h>   /* fmax, fmin */
#include <string.h> /* memmove */

enum { rarest_count = 6 };

static const double rare = 6; /* about one sentence in 400 */

struct rare_word {
    double rarity;
    uint32_t hash;
};

/* Notes a word among the rarest so far, without repetitions, rarest first. */
static void note_rarest(struct rare_word rarest[static rarest_count], double rarity,
                        uint32_t hash) {
    assert(rarity >= 0);
    size_t place = rarest_count;
    for (size_t i = 0; i < rarest_count; i++) {
        if (rarest[i].rarity > 0 && rarest[i].hash == hash)
            return;
        if (place == rarest_count && rarity > rarest[i].rarity)
            place = i;
    }
    if (place == rarest_count)
        return;
    memmove(rarest + place + 1, rarest + place, (rarest_count - 1 - place) * sizeof *rarest);
    rarest[place] = (struct rare_word){rarity, hash};
}

static bool counts(const struct words *words, size_t at) {
    return words->items[at].kind != word_mark && !words_has_role(words, at, vocabulary_function);
}

static double rarity_at(const struct word_frequencies *frequencies, const struct words *words,
                        size_t at) {
    return word_frequencies_rarity(frequencies, words_hash(words, at));
}

/* The rarest word of a sentence that the other one lacks; 0 if there is none. */
static double rarity_of_change(const struct titled_pair *pair, int side,
                               const struct word_frequencies *frequencies) {
    const struct words *words = &pair->pair->sentences[side].words;
    double most = 0;
    for (size_t at = 0; at < words->count; at++)
        if (counts(words, at) &&
            !presence_in(presence_at(pair->presence, words, at), presence_text, 1 - side))
            most = fmax(most, rarity_at(frequencies, words, at));
    return most;
}

static void find_rarities(double *features, const struct titled_pair *pair,
                          const struct word_frequencies *frequencies) {
    const struct words *words = &pair->pair->sentences[0].words;
    struct rare_word rarest[rarest_count] = {{0}};
    double number = 0, beginning = 0, subject = 0, sum = 0;
    bool verb = false;
    for (int side = 0; side < 2; side++) { /* counts of millions of words are in no cache */
        const struct words *fetched = &pair->pair->sentences[side].words;
        for (size_t at = 0; at < fetched->count; at++)
            if (counts(fetched, at))
                word_frequencies_prefetch(frequencies, words_hash(fetched, at));
    }
    for (size_t at = 0; at < words->count; at++) {
        verb |= words_has_role(words, at, vocabulary_finite);
        if (!counts(words, at) ||
            !presence_in(presence_at(pair->presence, words, at), presence_text, 1))
            continue;
        double rarity = rarity_at(frequencies, words, at);
        note_rarest(rarest, rarity, words_hash(words, at));
        if (words->items[at].kind == word_number)
            number = fmax(number, rarity);
        if ((double)at < features[feature_beginning])
            beginning = fmax(beginning, rarity);
        if (!verb && words->items[at].capital)
            subject = fmax(subject, rarity);
    }
    for (size_t i = 0; i < rarest_count; i++)
        sum += rarest[i].rarity > rare ? rarest[i].rarity : 0;
    features[feature_rarity] = sum;
    features[feature_rarity_fifth] = rarest[4].rarity;
    features[feature_rarity_of_number] = number;
    features[feature_rarity_of_beginning] = beginning;
    features[feature_rarity_of_subject] = subject;
    features[feature_rarity_of_change] =
        fmin(rarity_of_change(pair, 0, frequencies), rarity_of_change(pair, 1, frequencies));
}

/*
 * Of the words that only this title has, or only this sentence if `title` is NULL: the share that
 * occurs in the other article. 1 if it has no such words.
 */
static double share_found(const struct titled_pair *pair, int side, const struct title *title,
                          const struct evidence_words *other) {
    const struct words *words = title ? &title->words : &pair->pair->sentences[side].words;
    int place = title ? presence_title : presence_text;
    size_t all = 0, found = 0;
    for (size_t at = 0; at < words->count; at++) {
        if (!(title ? title_has_content(title, at) : counts(words, at)) ||
            presence_in(presence_at(pair->presence, words, at), place, 1 - side))
            continue;
        all++;
        found += word_set_has(other->blob, other->size, words_hash(words, at));
    }
    return all > 0 ? (double)found / (double)all : 1;
}

void article_features_find(double *features, const struct titled_pair *pair,
                           const struct evidence *evidence) {
    if (!evidence || features[feature_two_dates] > 0)
        return;
    if (evidence->frequencies)
        find_rarities(features, pair, evidence->frequencies);
    bool same_article = features[feature_same_title] > 0 || features[feature_same_article] > 0;
    if (same_article || evidence->articles[0].size == 0 || evidence->articles[1].size == 0)
        return;
    double titles[2], changes[2];
    for (int side = 0; side < 2; side++) {
        const struct evidence_words *other = &evidence->articles[1 - side];
        titles[side] = share_found(pair, side, &pair->titles[side], other);
        changes[side] = share_found(pair, side, NULL, other);
    }
    features[feature_title_found_most] = fmax(titles[0], titles[1]);
    features[feature_title_found_least] = fmin(titles[0], titles[1]);
    features[feature_change_found_most] = fmax(changes[0], changes[1]);
    features[feature_change_found_least] = fmin(changes[0], changes[1]);
}
