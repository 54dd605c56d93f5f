/*
 * kinds.c - duplicate_kind(a, b, title_a, title_b [, block_a, block_b, two_dates, language,
 * evidence, words_a, words_b, rarities]).
 *
 * Table-valued, with one row: what kind of near-duplicates two sentences are, by core/kinds/kind.h.
 *
 *   (1) Exchanging a and b, and everything that belongs to them, does not change kind, score,
 *       topic, why and features.
 *   (2) A call ends when the connection is interrupted.
 *   (3) The last four arguments are what a database knows, see pair_arguments.h.
 */
#include "../functions.h"
#include "../table_function.h"
#include "../text_result.h"
#include "differences.h"
#include "kind_answer.h"
#include "pair_arguments.h"

enum {
    column_kind,
    column_score,
    column_reason,
    column_type,
    column_value_a,
    column_value_b,
    column_topic,
    column_why,
    column_features
};

struct kinds_cursor {
    struct table_cursor base;
    struct kind_work work;
    struct kind_result result;
};

static void kinds_open(struct table_cursor *base, struct call *call) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    struct pair_arguments pair;
    pair_arguments_read(&pair, call, 0);
    if (call->code != SQLITE_OK)
        return;
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (kind_find(&cursor->work, &sqlite_allocator, &pair.sentences[0], &pair.sentences[1],
                  &pair.circumstances, &cursor->result))
        base->rows = 1;
    else
        call_interrupted(call);
}

/* Sets the result to a text that is made of the answer. */
static void result_text(sqlite3_context *context, struct kinds_cursor *cursor, int column) {
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    switch (column) {
    case column_reason:
        kind_answer_reason(text, &cursor->work, &cursor->result);
        break;
    case column_why:
        kind_answer_why(text, &cursor->result);
        break;
    case column_features:
        kind_answer_features(text, cursor->result.features, cursor->result.of_database);
        break;
    default:
        kind_answer_side(text, &cursor->work, &cursor->result, column - column_value_a);
    }
    text_result_set(context, text);
}

static void kinds_column(struct table_cursor *base, sqlite3_context *context, int column) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    const struct decision *decision = &cursor->result.decision;
    switch (column) {
    case column_kind:
        sqlite3_result_text(context, kind_names[decision->kind], -1, SQLITE_STATIC);
        break;
    case column_score:
        sqlite3_result_double(context, decision->score);
        break;
    case column_reason:
        result_text(context, cursor, column);
        break;
    case column_type:
        if (decision->has_conflict)
            sqlite3_result_text(context, difference_names[decision->conflict.type], -1,
                                SQLITE_STATIC);
        break;
    case column_value_a:
    case column_value_b:
        if (decision->has_conflict)
            result_text(context, cursor, column);
        break;
    case column_topic:
        sqlite3_result_double(context, decision->topic);
        break;
    default: /* why, features */
        if (cursor->result.topic_asked)
            result_text(context, cursor, column);
    }
}

static void kinds_close(struct table_cursor *base) {
    kind_work_free(&((struct kinds_cursor *)base)->work, &sqlite_allocator);
}

const struct function duplicate_kind_function = {
    .name = "duplicate_kind",
    .kind = function_table,
    .stability = stability_changing,
    .arguments = ARGUMENTS(PAIR_ARGUMENTS("a", "b")),
    .results = "kind TEXT, score REAL, reason TEXT, type TEXT, value_a TEXT, value_b TEXT, "
               "topic REAL, why TEXT, features TEXT",
    .size = sizeof(struct kinds_cursor),
    .estimated_rows = 1,
    .open = kinds_open,
    .column = kinds_column,
    .close = kinds_close,
};
