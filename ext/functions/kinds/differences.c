/*
 * differences.c - what differs between two texts, word by word; see
 * core/kinds/differences/difference.h and docs/functions/differences.md.
 *
 *   text_differences()   table-valued: the pieces of both, in order
 *   mark_differences()   a, with what differs marked: [143|134]
 *
 *   (1) What moved is found if the query reads its columns, see core/passages/passage_marks.h.
 *   (2) Types and known words may be added from release to release: neither is DETERMINISTIC.
 */
#include "differences.h"
#include "../functions.h"
#include "../table_function.h"

static const char *const change_names[] = {[change_equal] = "equal",
                                           [change_changed] = "changed",
                                           [change_inserted] = "inserted",
                                           [change_deleted] = "deleted"};

const char *const difference_names[] = {
    [difference_none] = NULL,       [difference_punctuation] = "punctuation",
    [difference_case] = "case",     [difference_unit] = "unit",
    [difference_number] = "number", [difference_date] = "date",
    [difference_time] = "time",     [difference_negation] = "negation",
    [difference_place] = "place",   [difference_quantity] = "quantity",
    [difference_status] = "status", [difference_person] = "person",
    [difference_thing] = "thing",   [difference_opposite] = "opposite",
    [difference_order] = "order",   [difference_spelling] = "spelling",
    [difference_name] = "name",     [difference_function] = "function word",
    [difference_other] = "other",
};

void differences_of(struct call *call, struct differences *differences, int argument_language) {
    struct argument_bytes a = call->given[0].bytes, b = call->given[1].bytes;
    const struct vocabulary *vocabulary = call_vocabulary(call, &call->given[argument_language]);
    differences->pair.alignment.interruption = call->interruption;
    if (call->code == SQLITE_OK && !differences_find(differences, &sqlite_allocator, vocabulary,
                                                     a.bytes, a.length, b.bytes, b.length))
        call_interrupted(call);
}

static void append_side(sqlite3_str *text, const struct differences *differences,
                        const struct difference_span *span, int side) {
    const struct extent *extent = &span->sides[side];
    const uint32_t *points = differences->pair.sentences[side].words.text.values;
    text_result_append(text, points + extent->begin, extent->end - extent->begin);
}

static void mark_differences_call(struct call *call) {
    enum { argument_before = 2, argument_between, argument_after, argument_language };
    const struct differences *differences = &call->connection->differences;
    const struct argument_bytes before = call->given[argument_before].bytes;
    const struct argument_bytes between = call->given[argument_between].bytes;
    const struct argument_bytes after = call->given[argument_after].bytes;
    differences_of(call, &call->connection->differences, argument_language);
    if (call->code != SQLITE_OK)
        return;
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    for (size_t i = 0; i < differences->count; i++) {
        const struct difference_span *span = &differences->spans[i];
        if (span->change == change_equal) {
            append_side(text, differences, span, 0);
            continue;
        }
        sqlite3_str_append(text, before.bytes, (int)before.length);
        append_side(text, differences, span, 0);
        sqlite3_str_append(text, between.bytes, (int)between.length);
        append_side(text, differences, span, 1);
        sqlite3_str_append(text, after.bytes, (int)after.length);
    }
    text_result_set(call->context, text);
}

SCALAR(mark_differences, "TEXT", .stability = stability_changing,
       .arguments = ARGUMENTS(REQUIRED("a", text), REQUIRED("b", text),
                              OPTIONAL("before", text, .usual = "["),
                              OPTIONAL("between", text, .usual = "|"),
                              OPTIONAL("after", text, .usual = "]"), ARGUMENT_LANGUAGE));

enum {
    column_position,
    column_change,
    column_type,
    column_text_a,
    column_text_b,
    column_begin_a,
    column_begin_b,
    column_moved_a,
    column_moved_b
};
struct differences_cursor {
    struct table_cursor base;
    struct differences differences;
    struct passage_marks marks;
    bool is_marked; /* of these differences */
};

static void differences_open(struct table_cursor *base, struct call *call) {
    enum { argument_language = 2 };
    struct differences_cursor *cursor = (struct differences_cursor *)base;
    cursor->is_marked = false;
    differences_of(call, &cursor->differences, argument_language);
    if (call->code == SQLITE_OK)
        base->rows = (sqlite3_int64)cursor->differences.count;
}

/* The begin and length of each part of a changed span that moved; NULL if nothing moved. */
static void result_moved(struct differences_cursor *cursor, sqlite3_context *context, int side) {
    const struct differences *differences = &cursor->differences;
    const struct difference_span *span = &differences->spans[cursor->base.row];
    const struct extent *extent = &span->sides[side];
    const struct word *words = differences->pair.sentences[side].words.items;
    if (span->change == change_equal)
        return;
    if (!cursor->is_marked && !passage_marks_find(&cursor->marks, &sqlite_allocator, differences,
                                                  &cursor->base.interruption)) {
        sqlite3_result_error_code(context, interruption_code(&cursor->base.interruption));
        return;
    }
    cursor->is_marked = true;
    const uint8_t *marks = cursor->marks.marks[side];
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    for (uint32_t i = extent->first_word; i < extent->end_word; i++) {
        uint32_t first = i;
        while (i < extent->end_word && marks[i] == passage_moved)
            i++;
        if (i > first)
            sqlite3_str_appendf(text, "%s%u,%u", sqlite3_str_length(text) ? "," : "[",
                                words[first].begin - extent->begin + 1,
                                words[i - 1].begin + words[i - 1].length - words[first].begin);
    }
    bool none = sqlite3_str_length(text) == 0 && sqlite3_str_errcode(text) == SQLITE_OK;
    sqlite3_str_appendall(text, none ? "" : "]");
    text_result_set(context, text);
    if (none)
        sqlite3_result_null(context);
}

static void differences_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct differences *differences = &((struct differences_cursor *)base)->differences;
    const struct difference_span *span = &differences->spans[base->row];
    sqlite3_str *text;
    switch (column) {
    case column_position:
        sqlite3_result_int64(context, base->row + 1);
        break;
    case column_change:
        sqlite3_result_text(context, change_names[span->change], -1, SQLITE_STATIC);
        break;
    case column_type:
        sqlite3_result_text(context, difference_names[span->type], -1, SQLITE_STATIC);
        break;
    case column_text_a:
    case column_text_b:
        text = sqlite3_str_new(sqlite3_context_db_handle(context));
        append_side(text, differences, span, column - column_text_a);
        text_result_set(context, text);
        break;
    case column_begin_a:
    case column_begin_b:
        sqlite3_result_int64(context,
                             (sqlite3_int64)span->sides[column - column_begin_a].begin + 1);
        break;
    default:
        result_moved((struct differences_cursor *)base, context, column - column_moved_a);
    }
}

static void differences_close(struct table_cursor *base) {
    passage_marks_free(&((struct differences_cursor *)base)->marks, &sqlite_allocator);
    differences_free(&((struct differences_cursor *)base)->differences, &sqlite_allocator);
}

TABLE(text_differences, differences, struct differences_cursor,
      "position INTEGER, change TEXT, type TEXT, text_a TEXT, text_b TEXT, "
      "begin_a INTEGER, begin_b INTEGER, moved_a TEXT, moved_b TEXT",
      .stability = stability_changing,
      .arguments = ARGUMENTS(INPUT("a", text), INPUT("b", text), ARGUMENT_LANGUAGE),
      .estimated_rows = 10, .close = differences_close);
