/*
 * kind_answer.h - what duplicate_kind() and duplicate_kinds() say of a pair that was judged.
 *
 * An answer keeps what the columns show when kind_find() has gone on to other pairs. Its texts are
 * parts of one that grows with each answer.
 */
#pragma once

#include "../function.h"

/* A part of a buffer. */
struct part {
    size_t begin, length;
};

/* In the order of KIND_COLUMNS; then those that only one of the functions has. */
enum kind_column {
    kind_column_kind,
    kind_column_score,
    kind_column_reason,
    kind_column_type,
    kind_column_value_a,
    kind_column_value_b,
    kind_column_topic,
    kind_column_why,
    kind_columns_count,
    kind_column_conflicts = kind_columns_count,
    kind_column_own_changed,
    kind_column_features
};

#define KIND_COLUMNS                                                                              \
    "kind TEXT, score REAL, reason TEXT, type TEXT, value_a TEXT, value_b TEXT, topic REAL, why " \
    "TEXT"

struct kind_answer {
    enum kind kind;
    double score, topic;
    enum difference_type type; /* if it has a conflict */
    bool has_conflict, topic_asked, of_database;
    struct part texts[kind_columns_count]; /* of `words`, of columns that are told */
    double features[feature_count];
};

extern const char *const kind_names[kind_count];

void kind_answer_begin(struct kind_answer *answer, const struct kind_result *result);

/*
 * Appends the text of a column to `words`, if it is one that is told: reason, value_a, value_b,
 * why. `words` keeps an error of its own. On any thread.
 */
void kind_answer_tell(struct kind_answer *answer, sqlite3_str *words, const struct kind_work *work,
                      struct kind_result *result, enum kind_column column);

void kind_answer_column(sqlite3_context *context, const struct kind_answer *answer,
                        const char *words, enum kind_column column);
