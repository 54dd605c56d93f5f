/*
 * differences.c - what differs between two texts, word by word; see core/kinds/difference.h.
 *
 *   text_differences(a, b [, language])
 *       table-valued: the pieces of both, in order
 *   mark_differences(a, b [, before, between, after, language])
 *       a, with what differs marked: [143|134]
 *
 *   (1) A NULL argument gives NULL, or no rows.
 *   (2) Column text_a of all rows, joined in order, is a, and text_b is b; bytes that are not UTF-8
 *       become U+FFFD.
 *   (3) A call ends when the connection is interrupted.
 *   (4) Types and known words may be added from release to release: neither is DETERMINISTIC.
 */
#include "difference_arguments.h"
#include "difference_names.h"
#include "table_function.h"
#include "text_result.h"

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

void difference_arguments_find(struct differences *differences, struct interruption *interruption,
                               struct arguments *arguments, sqlite3_value *a_value,
                               sqlite3_value *b_value, sqlite3_value *language_value) {
    struct argument_bytes a = argument_text(arguments, "a", a_value);
    struct argument_bytes b = argument_text(arguments, "b", b_value);
    struct argument_bytes language = {"en", 2};
    if (language_value)
        language = argument_text(arguments, "language", language_value);
    if (arguments->code != SQLITE_OK)
        return;
    differences->pair.alignment.interruption = interruption;
    if (!differences_find(differences, &sqlite_allocator,
                          vocabulary_for(language.bytes, language.length), a.bytes, a.length,
                          b.bytes, b.length))
        arguments->code = interruption_code(interruption);
}

/* ---- mark_differences() ---- */

static void append_side(sqlite3_str *text, const struct differences *differences,
                        const struct difference_span *span, int side) {
    const struct extent *extent = &span->sides[side];
    const uint32_t *points = differences->pair.sentences[side].words.text.values;
    text_result_append(text, points + extent->begin, extent->end - extent->begin);
}

static void append_marked(sqlite3_str *text, const struct differences *differences,
                          const struct argument_bytes *marks) {
    const struct argument_bytes *before = &marks[0], *between = &marks[1], *after = &marks[2];
    for (size_t i = 0; i < differences->count; i++) {
        const struct difference_span *span = &differences->spans[i];
        if (span->change == change_equal) {
            append_side(text, differences, span, 0);
            continue;
        }
        sqlite3_str_append(text, before->bytes, (int)before->length);
        append_side(text, differences, span, 0);
        sqlite3_str_append(text, between->bytes, (int)between->length);
        append_side(text, differences, span, 1);
        sqlite3_str_append(text, after->bytes, (int)after->length);
    }
}

void mark_differences_function(sqlite3_context *context, int count, sqlite3_value **values) {
    enum { mark_count = 3 };
    static const char *const names[mark_count] = {"before", "between", "after"};
    struct argument_bytes marks[mark_count] = {{"[", 1}, {"|", 1}, {"]", 1}};
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "mark_differences"};
    difference_arguments_find(&connection->differences, &connection->interruption, &arguments,
                              values[0], values[1],
                              count > mark_count + 2 ? values[mark_count + 2] : NULL);
    for (int i = 0; i < mark_count && i + 2 < count; i++)
        marks[i] = argument_text(&arguments, names[i], values[i + 2]);
    if (arguments.code == SQLITE_OK) {
        sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
        append_marked(text, &connection->differences, marks);
        text_result_set(context, text);
    } else {
        arguments_result(&arguments, context);
    }
    connection_trim(connection);
}

/* ---- text_differences() ---- */

enum {
    column_position,
    column_change,
    column_type,
    column_text_a,
    column_text_b,
    column_begin_a,
    column_begin_b,
    result_count
};
enum {
    argument_of_a,
    argument_of_b,
    argument_of_language,
    required_count = argument_of_language,
    argument_count
};

struct differences_cursor {
    struct table_cursor base;
    struct differences differences;
};

static void differences_open(struct table_cursor *base, const struct table_arguments *given,
                             struct arguments *arguments) {
    struct differences_cursor *cursor = (struct differences_cursor *)base;
    difference_arguments_find(&cursor->differences, &base->interruption, arguments,
                              given->values[argument_of_a], given->values[argument_of_b],
                              given->values[argument_of_language]);
    if (arguments->code == SQLITE_OK)
        base->rows = (sqlite3_int64)cursor->differences.count;
}

/* The text of one side of a span. It is part of an argument, so it is not too long. */
static void result_side(sqlite3_context *context, const struct differences *differences,
                        const struct difference_span *span, int side) {
    const struct extent *extent = &span->sides[side];
    const uint32_t *points = differences->pair.sentences[side].words.text.values;
    size_t count = extent->end - extent->begin;
    char *utf8 = sqlite3_malloc64(4 * count + 1);
    if (!utf8) {
        sqlite3_result_error_nomem(context);
        return;
    }
    size_t length = code_points_encode(points + extent->begin, count, utf8);
    sqlite3_result_text64(context, utf8, length, sqlite3_free, SQLITE_UTF8);
}

static void differences_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct differences *differences = &((struct differences_cursor *)base)->differences;
    const struct difference_span *span = &differences->spans[base->row];
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
        result_side(context, differences, span, 0);
        break;
    case column_text_b:
        result_side(context, differences, span, 1);
        break;
    case column_begin_a:
        sqlite3_result_int64(context, (sqlite3_int64)span->sides[0].begin + 1);
        break;
    default:
        sqlite3_result_int64(context, (sqlite3_int64)span->sides[1].begin + 1);
    }
}

static struct default_value differences_default(struct table_cursor *base, int argument) {
    (void)base;
    (void)argument;
    return (struct default_value){.text = "en"};
}

static void differences_close(struct table_cursor *base) {
    differences_free(&((struct differences_cursor *)base)->differences, &sqlite_allocator);
}

static const char *const argument_names[] = {"a", "b", "language"};

const struct table_function text_differences_table = {
    .name = "text_differences",
    .columns = "CREATE TABLE x(position INTEGER, change TEXT, type TEXT, text_a TEXT, "
               "text_b TEXT, begin_a INTEGER, begin_b INTEGER, input_a HIDDEN, input_b HIDDEN, "
               "input_language HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = argument_count,
    .required_count = required_count,
    .estimated_rows = 10,
    .cursor_size = sizeof(struct differences_cursor),
    .open = differences_open,
    .column = differences_column,
    .default_argument = differences_default,
    .close = differences_close,
};
