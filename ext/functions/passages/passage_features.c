/*
 * passage_features.c - passage_likeness(a, b …), table-valued, with one row: what two aligned
 * passages have in common and what they exchange, by core/passages/passage_likeness.h.
 *
 * A share of nothing is NULL: `names` if neither passage has a name.
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
    const struct vocabulary *vocabulary = call_vocabulary(call, &call->given[argument_language]);
    cursor->work.pair.alignment.interruption = &base->interruption;
    if (call->code == SQLITE_OK &&
        !passage_likeness_find(&cursor->likeness, &cursor->work, &sqlite_allocator, vocabulary,
                               &read[argument_a], &read[argument_title_a]))
        call_interrupted(call);
    base->rows = call->code == SQLITE_OK;
}

/* The share of what both have in what either has. */
static void result_jaccard(sqlite3_context *context, const size_t *each, size_t both) {
    size_t either = each[0] + each[1] - both;
    if (either > 0)
        sqlite3_result_double(context, (double)both / (double)either);
}

static void likeness_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct passage_likeness *likeness = &((struct likeness_cursor *)base)->likeness;
    const size_t counts[column_title_relation] = {
        [column_words_a] = likeness->words[0],
        [column_words_b] = likeness->words[1],
        [column_equal_words] = likeness->equal_words,
        [column_longest_run] = likeness->longest_run,
        [column_changes] = likeness->changes,
        [column_exchanges] = likeness->exchanges,
        [column_names_shared] = likeness->names_both,
        [column_names_exchanged] = likeness->names_exchanged,
        [column_numbers_shared] = likeness->numbers_both,
        [column_values_agree] = likeness->values_agree,
        [column_values_differ] = likeness->values_differ,
        [column_titles_exchanged] = likeness->titles_exchanged,
    };
    if (column == column_ten_grams)
        result_jaccard(context, likeness->grams, likeness->grams_both);
    else if (column == column_names)
        result_jaccard(context, likeness->names, likeness->names_both);
    else if (column == column_numbers)
        result_jaccard(context, likeness->numbers, likeness->numbers_both);
    else if (column == column_title_relation)
        sqlite3_result_text(context, relation_names[likeness->relation], -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(context, (sqlite3_int64)counts[column]);
}

static void likeness_close(struct table_cursor *base) {
    passage_likeness_free(&((struct likeness_cursor *)base)->work, &sqlite_allocator);
}

TABLE(passage_likeness, likeness, struct likeness_cursor,
      "words_a INTEGER, words_b INTEGER, equal_words INTEGER, longest_run INTEGER, "
      "changes INTEGER, exchanges INTEGER, ten_grams REAL, names REAL, "
      "names_shared INTEGER, names_exchanged INTEGER, numbers REAL, "
      "numbers_shared INTEGER, values_agree INTEGER, values_differ INTEGER, "
      "titles_exchanged INTEGER, title_relation TEXT",
      .stability = stability_changing,
      .arguments = ARGUMENTS(INPUT("a", text), INPUT("b", text),
                             OPTIONAL("title_a", text, .usual = "", .input = true),
                             OPTIONAL("title_b", text, .usual = "", .input = true),
                             ARGUMENT_LANGUAGE),
      .estimated_rows = 1, .close = likeness_close);
