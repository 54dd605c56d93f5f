/*
 * mark_passage.c - two passages side by side, for people to read; see core/passages/side_by_side.h
 * and docs/functions/differences.md.
 *
 *   (1) Rows of a column for a, a bar, and a column for b, together at most `width` wide. A column
 *       has at least 8.
 *   (2) What could control a terminal becomes U+FFFD; in the marks, the sequences of
 *       neardup_style() are kept where colours are shown. They count no columns, and end and begin
 *       again with each line.
 */
#include "../functions.h"
#include "../shell/terminal.h"
#include "differences.h"

#include <string.h> /* strlen */

enum { passage_width_max = 1000, passage_indent_max = 1000, passage_context_max = 1000000 };
enum { passage_rows_max = 1000000, column_least = 8 };

/* The marks, as the arguments have them. */
enum { mark_of_a, mark_of_b, mark_of_moved, mark_count };

struct printed_mark {
    struct code_points around[2]; /* before and after */
    size_t style;                 /* the last one before; terminal_style_count if there is none */
};

struct passage_printer {
    struct side_by_side both;
    const struct differences *differences;
    struct printed_mark marks[mark_count];
    struct side_by_side_layout layout;
    size_t indent;
    uint32_t rows_most;
    size_t words[2], omissions[2], lines[2]; /* the next ones to print */
};

enum {
    argument_width = 2,
    argument_indent,
    argument_context,
    argument_rows,
    argument_marks,
    argument_language = argument_marks + 2 * mark_count
};

/* The columns that a mark takes, and its last style. */
static size_t mark_columns(const struct code_points *mark, size_t *style) {
    size_t columns = 0;
    for (size_t i = 0; i < mark->count; i++) {
        size_t found = mark->values[i] == terminal_escape
                           ? terminal_style_at(mark->values + i, mark->count - i)
                           : terminal_style_count;
        if (found < terminal_style_count) {
            *style = found;
            i += terminal_code(found).length - 1;
        } else {
            columns += line_point_columns(mark->values[i]);
        }
    }
    return columns;
}

static void read_marks(struct passage_printer *printer, struct call *call) {
    for (int i = 0; i < 2 * mark_count; i++) {
        int which = i / 2, end = i % 2;
        struct printed_mark *mark = &printer->marks[which];
        struct argument_bytes text = call->given[argument_marks + i].bytes;
        struct code_points *points = &mark->around[end];
        if (!code_points_decode(points, &sqlite_allocator, text.bytes, text.length)) {
            call->code = SQLITE_NOMEM;
            return;
        }
        terminal_clean_styled(points);
        size_t style = terminal_style_count;
        size_t columns = mark_columns(points, &style);
        if (end == 0)
            mark->style = style;
        for (int side = 0; side < 2; side++) {
            if (which == mark_of_moved)
                printer->layout.mark_columns[side][passage_moved][end] = columns;
            else if (which == side)
                printer->layout.mark_columns[side][passage_own][end] = columns;
        }
    }
}

static void read_layout(struct passage_printer *printer, const struct given *given) {
    size_t width = (size_t)given[argument_width].integer;
    printer->indent = (size_t)given[argument_indent].integer;
    printer->layout.context = (size_t)given[argument_context].integer;
    printer->rows_most = (uint32_t)given[argument_rows].integer;
    if (width == 0)
        width = terminal_line_width();
    size_t taken = printer->indent + strlen(" | ");
    size_t column = width > taken ? (width - taken) / 2 : 0;
    printer->layout.width = column < column_least ? column_least : column;
}

static const struct printed_mark *mark_of(const struct passage_printer *printer, int side,
                                          size_t word) {
    bool moved = printer->both.marks.marks[side][word] == passage_moved;
    return &printer->marks[moved ? mark_of_moved : side];
}

static void append_style(sqlite3_str *text, size_t style) {
    if (style < terminal_style_count)
        sqlite3_str_appendall(text, terminal_code(style).text);
}

static void append_points(sqlite3_str *text, const uint32_t *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t point = terminal_control(points[i]) ? 0xFFFD : points[i];
        text_result_append(text, &point, 1);
    }
}

/* White space is one space, unless no line may be broken there. */
static void append_gap(sqlite3_str *text, const uint32_t *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (line_blank(points[i])) {
            sqlite3_str_appendchar(text, 1, ' ');
            return;
        }
    }
    append_points(text, points, count);
}

/* Appends the part of a word within a line, with its marks. Returns where it ends. */
static uint32_t append_word(const struct passage_printer *printer, sqlite3_str *text, int side,
                            size_t at, uint32_t begin, uint32_t end) {
    const struct words *words = &printer->differences->pair.sentences[side].words;
    const struct word *word = &words->items[at];
    const struct printed_mark *mark = mark_of(printer, side, at);
    if (begin == word->begin && side_by_side_opens(&printer->both, side, at))
        text_result_append(text, mark->around[0].values, mark->around[0].count);
    if (end > word_end(word))
        end = (uint32_t)word_end(word);
    append_points(text, words->text.values + begin, end - begin);
    if (end == word_end(word) && side_by_side_closes(&printer->both, side, at, words->count))
        text_result_append(text, mark->around[1].values, mark->around[1].count);
    return end;
}

/* Whether marked text goes on at this place: then its style begins and ends with the line. */
static bool within_mark(const struct passage_printer *printer, int side, size_t at,
                        uint32_t place) {
    const struct words *words = &printer->differences->pair.sentences[side].words;
    return at < words->count && printer->both.marks.marks[side][at] != passage_same &&
           (place > words->items[at].begin || !side_by_side_opens(&printer->both, side, at));
}

static void append_line(struct passage_printer *printer, sqlite3_str *text, int side,
                        const struct passage_line *line) {
    const struct words *words = &printer->differences->pair.sentences[side].words;
    const struct passage_column *column = &printer->both.columns[side];
    size_t at = printer->words[side], omission = printer->omissions[side];
    while (word_end(&words->items[at]) <= line->begin)
        at++;
    if (within_mark(printer, side, at, line->begin))
        append_style(text, mark_of(printer, side, at)->style);
    for (uint32_t place = line->begin; place < line->end;) {
        if (omission < column->omitted && column->omissions[omission].first == at &&
            place == words->items[at].begin) {
            if (place > line->begin && words_is_attached(words, at))
                sqlite3_str_appendchar(text, 1, ' ');
            at = column->omissions[omission++].end;
            place = (uint32_t)word_end(&words->items[at - 1]);
            sqlite3_str_appendall(text, "…");
        } else if (place < words->items[at].begin) {
            append_gap(text, words->text.values + place, words->items[at].begin - place);
            place = words->items[at].begin;
        } else {
            place = append_word(printer, text, side, at, place, line->end);
            at += place == word_end(&words->items[at]);
        }
    }
    if (within_mark(printer, side, at, line->end) &&
        mark_of(printer, side, at)->style < terminal_style_count)
        append_style(text, terminal_style_plain);
    printer->words[side] = at;
    printer->omissions[side] = omission;
}

static void append_row(struct passage_printer *printer, sqlite3_str *text, uint32_t row) {
    sqlite3_str_appendchar(text, (int)printer->indent, ' ');
    for (int side = 0; side < 2; side++) {
        const struct passage_column *column = &printer->both.columns[side];
        size_t place = printer->lines[side], columns = 0;
        const struct passage_line *line = place < column->count ? &column->lines[place] : NULL;
        if (line && line->row == row) {
            sqlite3_str_appendall(text, side == 0 ? "" : " ");
            append_line(printer, text, side, line);
            columns = line->columns;
            printer->lines[side]++;
        }
        if (side == 0 && columns < printer->layout.width)
            sqlite3_str_appendchar(text, (int)(printer->layout.width - columns), ' ');
        if (side == 0)
            sqlite3_str_appendall(text, " |");
    }
}

/* One row too many is no more than the line that would stand for it. False if interrupted. */
static bool append_rows(struct passage_printer *printer, sqlite3_str *text,
                        struct interruption *interruption) {
    uint32_t rows = printer->both.rows;
    if (rows > printer->rows_most + 1)
        rows = printer->rows_most;
    for (uint32_t row = 0; row < rows; row++) {
        if (interruption_after(interruption, printer->layout.width))
            return false;
        if (row > 0)
            sqlite3_str_appendchar(text, 1, '\n');
        append_row(printer, text, row);
    }
    if (rows < printer->both.rows)
        sqlite3_str_appendf(text, "\n%*s… %u more rows", (int)printer->indent, "",
                            printer->both.rows - rows);
    return true;
}

static void mark_passage_call(struct call *call) {
    struct differences *differences = &call->connection->differences;
    struct passage_printer printer = {.differences = differences};
    differences_of(call, differences, argument_language);
    if (call->code == SQLITE_OK) {
        read_layout(&printer, call->given);
        read_marks(&printer, call);
    }
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    if (call->code == SQLITE_OK &&
        (!side_by_side_find(&printer.both, &sqlite_allocator, differences, &printer.layout,
                            call->interruption) ||
         !append_rows(&printer, text, call->interruption)))
        call_interrupted(call);
    side_by_side_free(&printer.both, &sqlite_allocator);
    for (int i = 0; i < 2 * mark_count; i++)
        code_points_free(&printer.marks[i / 2].around[i % 2], &sqlite_allocator);
    if (call->code == SQLITE_OK)
        text_result_set(call->context, text);
    else
        sqlite3_free(sqlite3_str_finish(text));
}

SCALAR(mark_passage, "TEXT", .stability = stability_direct,
       .arguments = ARGUMENTS(
           REQUIRED("a", text), REQUIRED("b", text),
           OPTIONAL("width", integer, .range = {0, passage_width_max, 0}),
           OPTIONAL("indent", integer, .range = {0, passage_indent_max, 0}),
           OPTIONAL("context", integer, .range = {0, passage_context_max, passage_context_max}),
           OPTIONAL("rows", integer, .range = {1, passage_rows_max, passage_rows_max}),
           OPTIONAL("before_a", text, .usual = "["), OPTIONAL("after_a", text, .usual = "]"),
           OPTIONAL("before_b", text, .usual = "["), OPTIONAL("after_b", text, .usual = "]"),
           OPTIONAL("before_moved", text, .usual = "{"),
           OPTIONAL("after_moved", text, .usual = "}"), ARGUMENT_LANGUAGE));
