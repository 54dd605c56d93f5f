/*
 * kinds.c - duplicate_kind(a, b, title_a, title_b [, block_a, block_b, two_dates, language,
 * evidence, words_a, words_b, rarities]).
 *
 * Table-valued, with one row: what kind of near-duplicates two sentences are, by core/kinds/kind.h.
 *
 *   (1) A NULL argument gives no row.
 *   (2) Exchanging a and b, and everything that belongs to them, does not change kind, score,
 *       topic, why and features.
 *   (3) A call ends when the connection is interrupted.
 *   (4) The last four arguments are what a database knows, see pair_arguments.h.
 */
#include "connection.h"
#include "difference_names.h"
#include "kind_answer.h"
#include "pair_arguments.h"
#include "table_function.h"
#include "text_result.h"

enum {
    column_kind,
    column_score,
    column_reason,
    column_type,
    column_value_a,
    column_value_b,
    column_topic,
    column_why,
    column_features,
    result_count
};

struct kinds_cursor {
    struct table_cursor base;
    struct kind_work work;
    struct kind_result result;
};

static const char *const argument_names[] = {"a",        "b",       "title_a",   "title_b",
                                             "block_a",  "block_b", "two_dates", "language",
                                             "evidence", "words_a", "words_b",   "rarities"};

static void kinds_open(struct table_cursor *base, const struct table_arguments *given,
                       struct arguments *arguments) {
    struct kinds_cursor *cursor = (struct kinds_cursor *)base;
    struct pair_arguments pair;
    pair_arguments_read(&pair, arguments, argument_names, given->values);
    if (arguments->code != SQLITE_OK)
        return;
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (kind_find(&cursor->work, &sqlite_allocator, &pair.sentences[0], &pair.sentences[1],
                  &pair.circumstances, &cursor->result))
        base->rows = 1;
    else
        arguments->code = interruption_code(&base->interruption);
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

static struct default_value kinds_default(struct table_cursor *base, int argument) {
    (void)base;
    switch (argument) {
    case argument_of_block_a:
    case argument_of_block_b:
        return (struct default_value){.text = "prose"};
    case argument_of_two_dates:
        return (struct default_value){.number = 0};
    case argument_of_language:
        return (struct default_value){.text = "en"};
    default:
        return (struct default_value){.text = ""};
    }
}

static void kinds_close(struct table_cursor *base) {
    kind_work_free(&((struct kinds_cursor *)base)->work, &sqlite_allocator);
}

const struct table_function duplicate_kind_table = {
    .name = "duplicate_kind",
    .columns = "CREATE TABLE x(kind TEXT, score REAL, reason TEXT, type TEXT, value_a TEXT, "
               "value_b TEXT, topic REAL, why TEXT, features TEXT, input_a HIDDEN, "
               "input_b HIDDEN, input_title_a HIDDEN, input_title_b HIDDEN, input_block_a HIDDEN, "
               "input_block_b HIDDEN, two_dates HIDDEN, input_language HIDDEN, evidence HIDDEN, "
               "words_a HIDDEN, words_b HIDDEN, rarities HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = pair_argument_count,
    .required_count = argument_of_block_a,
    .pointers = 1u << argument_of_rarities,
    .estimated_rows = 1,
    .cursor_size = sizeof(struct kinds_cursor),
    .open = kinds_open,
    .column = kinds_column,
    .default_argument = kinds_default,
    .close = kinds_close,
};
