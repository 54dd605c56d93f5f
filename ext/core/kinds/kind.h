/*
 * kind.h - what kind of near-duplicates two sentences are, and how likely they contradict.
 *
 * Citations, and texts that are not sentences, are sorted out first. For the rest, conflicts.h says
 * what cannot both be true, features.h whether the two are about one thing, and decision.h what
 * follows from both. The order of the two sentences does not matter.
 */
#pragma once

#include "decision.h"

/* UTF-8. */
struct kind_text {
    const char *bytes;
    size_t length;
};

/* One of the two sentences, and where it stands. */
struct kind_sentence {
    struct kind_text text, title;
    bool in_footer; /* under References, External links or the like */
};

struct kind_circumstances {
    bool two_dates; /* the sentences are of one article at two dates, if their titles are equal */
    bool agreed;    /* an edit parted two texts that agreed: they are one text at two dates */
    const struct vocabulary *vocabulary; /* of their language; NULL: not named */
    const struct learnt_sums *learnt;    /* what verdicts have taught, or NULL */
    struct evidence evidence; /* of the database; all zeroes if there is none. articles[] are those
                                 of the first and the second argument */
};

struct kind_result {
    struct decision decision;
    enum kind_reason plain_reason;  /* if no topic was computed; kind_reason() gives any */
    bool topic_asked;               /* or the features are all 0 */
    bool agreed;                    /* as in the circumstances */
    bool of_database;               /* there was evidence of a database */
    double features[feature_count]; /* what the trees judge by */
    bool turned;                    /* sides[0] of the conflict is of the second sentence */
    uint32_t types;                 /* of all hunks, as in conflicts.h */
    struct decision_points points;  /* if the topic was asked */
};

/* Begins as all zeroes, reused from pair to pair, released by kind_work_free(). */
struct kind_work {
    struct sentence_pair pair;
    struct title titles[2];
    struct presence presence;
    struct conflicts conflicts;
};

/* Judges a pair. False if memory runs out or the alignment of `work->pair` is interrupted. */
bool kind_find(struct kind_work *work, const struct allocator *allocator,
               const struct kind_sentence *a, const struct kind_sentence *b,
               const struct kind_circumstances *circumstances, struct kind_result *result);

/* What the result rests on. */
enum kind_reason kind_reason(const struct kind_result *result);

void kind_work_free(struct kind_work *work, const struct allocator *allocator);
