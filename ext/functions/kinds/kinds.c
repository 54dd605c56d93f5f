/*
 * kinds.c - duplicate_kind(a, b, title_a, title_b …), table-valued, with one row: what kind of
 * near-duplicates two sentences are, by core/kinds/kind.h; see docs/functions/kinds.md.
 *
 * Exchanging a and b, and what belongs to them, changes no kind, score, topic, why or features.
 */
#include "../functions.h"
#include "../table_function.h"
#include "kind_answer.h"
#include "learnt_json.h"
#include "pair_arguments.h"

struct duplicate_kind_cursor {
    struct table_cursor base;
    struct kind_work work;
    struct kind_result result;
    struct kind_answer answer;
};

static void duplicate_kind_open(struct table_cursor *base, struct call *call) {
    struct duplicate_kind_cursor *cursor = (struct duplicate_kind_cursor *)base;
    struct pair_arguments pair;
    struct learnt_sums learnt;
    pair_arguments_read(&pair, call, 0);
    pair.circumstances.learnt = call_learnt(call, pair_argument_count, &learnt);
    if (call->code != SQLITE_OK)
        return;
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (kind_find(&cursor->work, &sqlite_allocator, &pair.sentences[0], &pair.sentences[1],
                  &pair.circumstances, &cursor->result)) {
        kind_answer_begin(&cursor->answer, &cursor->result);
        base->rows = 1;
    } else {
        call_interrupted(call);
    }
}

static void duplicate_kind_column(struct table_cursor *base, sqlite3_context *context, int place) {
    struct duplicate_kind_cursor *cursor = (struct duplicate_kind_cursor *)base;
    enum kind_column column =
        place < kind_columns_count ? (enum kind_column)place : kind_column_features;
    if (column >= kind_columns_count) {
        kind_answer_column(context, &cursor->answer, "", column);
        return;
    }
    sqlite3_str *words = sqlite3_str_new(sqlite3_context_db_handle(context));
    kind_answer_tell(&cursor->answer, words, &cursor->work, &cursor->result, column);
    int code = sqlite3_str_errcode(words);
    char *text = sqlite3_str_finish(words);
    if (code == SQLITE_OK)
        kind_answer_column(context, &cursor->answer, text, column);
    else
        sqlite3_result_error_code(context, code);
    sqlite3_free(text);
}

static void duplicate_kind_close(struct table_cursor *base) {
    kind_work_free(&((struct duplicate_kind_cursor *)base)->work, &sqlite_allocator);
}

TABLE(duplicate_kind, duplicate_kind, struct duplicate_kind_cursor, KIND_COLUMNS ", features TEXT",
      .stability = stability_changing,
      .arguments = ARGUMENTS(PAIR_ARGUMENTS("a", "b"), ARGUMENT_LEARNT), .estimated_rows = 1,
      .close = duplicate_kind_close);
