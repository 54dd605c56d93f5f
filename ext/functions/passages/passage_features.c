/*
 * passage_features.c - passage_likeness(a, b [, title_a, title_b, language]).
 *
 * Table-valued, with one row: what two aligned passages have in common and what they exchange, by
 * core/passages/passage_likeness.h.
 *
 *   (1) A share of nothing is NULL: `names` if neither passage has a name.
 *   (2) A call ends when the connection is interrupted.
 *   (3) Known words may be added from release to release: the function is not DETERMINISTIC.
 */
#include "../functions.h"
#include "../table_function.h"

enum {
    column_words_a,
    column_words_b,
    column_equal_words,
    column_longest_run,
    column_changes,
    column_exchanges,
    column_ten_grams,
    column_names,
    column_names_shared,
    column_names_exchanged,
    column_numbers,
    column_numbers_shared,
    column_values_agree,
    column_values_differ,
    column_titles_exchanged,
    column_title_relation
};
static const char *const relation_names[] = {
    [title_related] = "related", [title_sibling] = "sibling", [title_unrelated] = "unrelated"};

struct likeness_cursor {
    struct table_cursor base;
    struct passage_likeness_work work;
    struct passage_likeness likeness;
};

static void likeness_open(struct table_cursor *base, struct call *call) {
    enum { argument_a, argument_title_a = 2, argument_language = 4 };
    struct likeness_cursor *cursor = (struct likeness_cursor *)base;
    struct passage_text read[argument_language];
    for (int i = 0; i < argument_language; i++)
        read[i] = (struct passage_text){call->given[i].bytes.bytes, call->given[i].bytes.length};
    struct argument_bytes language = call->given[argument_language].bytes;
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (passage_likeness_find(&cursor->likeness, &cursor->work, &sqlite_allocator,
                              vocabulary_for(language.bytes, language.length), &read[argument_a],
                              &read[argument_title_a]))
        base->rows = 1;
    else
        call_interrupted(call);
}

/* The share of what both have in what either has. */
static void result_jaccard(sqlite3_context *context, const size_t *each, size_t both) {
    size_t either = each[0] + each[1] - both;
    if (either > 0)
        sqlite3_result_double(context, (double)both / (double)either);
}

static void likeness_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct passage_likeness *likeness = &((struct likeness_cursor *)base)->likeness;
    size_t count = 0;
    switch (column) {
    case column_words_a:
    case column_words_b:
        count = likeness->words[column - column_words_a];
        break;
    case column_equal_words:
        count = likeness->equal_words;
        break;
    case column_longest_run:
        count = likeness->longest_run;
        break;
    case column_changes:
        count = likeness->changes;
        break;
    case column_exchanges:
        count = likeness->exchanges;
        break;
    case column_ten_grams:
        result_jaccard(context, likeness->grams, likeness->grams_both);
        return;
    case column_names:
        result_jaccard(context, likeness->names, likeness->names_both);
        return;
    case column_names_shared:
        count = likeness->names_both;
        break;
    case column_names_exchanged:
        count = likeness->names_exchanged;
        break;
    case column_numbers:
        result_jaccard(context, likeness->numbers, likeness->numbers_both);
        return;
    case column_numbers_shared:
        count = likeness->numbers_both;
        break;
    case column_values_agree:
        count = likeness->values_agree;
        break;
    case column_values_differ:
        count = likeness->values_differ;
        break;
    case column_titles_exchanged:
        count = likeness->titles_exchanged;
        break;
    default:
        sqlite3_result_text(context, relation_names[likeness->relation], -1, SQLITE_STATIC);
        return;
    }
    sqlite3_result_int64(context, (sqlite3_int64)count);
}

static void likeness_close(struct table_cursor *base) {
    passage_likeness_free(&((struct likeness_cursor *)base)->work, &sqlite_allocator);
}

const struct function passage_likeness_function = {
    .name = "passage_likeness",
    .kind = function_table,
    .stability = stability_changing,
    .arguments = ARGUMENTS(INPUT("a", text), INPUT("b", text),
                           OPTIONAL("title_a", text, .usual = "", .input = true),
                           OPTIONAL("title_b", text, .usual = "", .input = true),
                           OPTIONAL("language", text, .usual = "en", .input = true)),
    .results = "words_a INTEGER, words_b INTEGER, equal_words INTEGER, longest_run INTEGER, "
               "changes INTEGER, exchanges INTEGER, ten_grams REAL, names REAL, "
               "names_shared INTEGER, names_exchanged INTEGER, numbers REAL, "
               "numbers_shared INTEGER, values_agree INTEGER, values_differ INTEGER, "
               "titles_exchanged INTEGER, title_relation TEXT",
    .size = sizeof(struct likeness_cursor),
    .estimated_rows = 1,
    .open = likeness_open,
    .column = likeness_column,
    .close = likeness_close,
};
