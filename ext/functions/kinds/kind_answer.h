/*
 * kind_answer.h - what duplicate_kind() and duplicate_kinds() say of a pair that was judged.
 *
 * Each function appends to `text`, which keeps an error of its own. They may be called on any
 * thread. `work` is what kind_find() has made the result with.
 */
#ifndef NEARDUP_KIND_ANSWER_H
#define NEARDUP_KIND_ANSWER_H

#include "../connection.h"

/* The names of the kinds, by number. */
extern const char *const kind_names[kind_count];

/* What the kind rests on, and what conflicts or differs. */
void kind_answer_reason(sqlite3_str *text, const struct kind_work *work,
                        struct kind_result *result);

/* What one sentence says in the conflict, if there is one; `side` is 0 for the first argument. */
void kind_answer_side(sqlite3_str *text, const struct kind_work *work,
                      const struct kind_result *result, int side);

/* What speaks for and against one topic, which was asked, and a conflict, if there is one. */
void kind_answer_why(sqlite3_str *text, struct kind_result *result);

/*
 * As JSON: the features that are not zero, with null for those that are not known. Without a
 * database, those of the database are left out.
 */
void kind_answer_features(sqlite3_str *text, const double *features, bool of_database);

#endif
