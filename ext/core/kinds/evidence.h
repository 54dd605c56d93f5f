/*
 * evidence.h - what a whole database says about two of its sentences.
 *
 * Titles and texts seldom tell whether two sentences are about one thing. How rare their common
 * words are does, and so do the other sentences of both articles: sql/kinds/pair_evidence.sql
 * collects it. Nothing here owns memory.
 */
#pragma once

#include "../text/words/word_frequencies.h"
#include "../text/words/word_set.h"

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
