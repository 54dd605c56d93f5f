/*
 * printing.c - text for people to read: neardup_wrap() breaks it into lines, neardup_style() gives
 * it a style where that can be shown; see docs/functions/shell.md.
 *
 *   (1) Spaces at the beginning of the text indent its first line. Spaces elsewhere stay as they
 *       are, but white space with a line feed, a tab or the like is written as one space, and none
 *       at the beginning. Lines end without any.
 *   (2) What could control a terminal becomes U+FFFD, except for the sequences of neardup_style()
 *       where colours are shown. The text ends in plain style.
 *
 * O(length of the text).
 */
#include "../functions.h"
#include "terminal.h"

#include <assert.h>
#include <string.h>

enum { wrap_indent_max = 1000, wrap_width_max = 1000000 };

static void neardup_style_call(struct call *call) {
    size_t style = (size_t)call->given[0].integer;
    sqlite3_result_text(call->context, terminal_colours() ? terminal_code(style).text : "", -1,
                        SQLITE_TRANSIENT);
}

SCALAR(neardup_style, "TEXT", .stability = stability_direct,
       .arguments = ARGUMENTS({.name = "name",
                               .type = argument_is_word,
                               .words = terminal_styles,
                               .wanted = "'plain', 'bold', 'faint', 'red' or 'green'"}));

/* What no line break may divide: a word, or a character of a script without spaces. */
struct piece {
    size_t end, columns;
    size_t style; /* the last one in it, or terminal_style_count */
};

static struct piece piece_read(const struct code_points *text, size_t begin) {
    struct piece piece = {.end = begin, .style = terminal_style_count};
    uint32_t before = 0;
    while (piece.end < text->count && !line_blank(text->values[piece.end])) {
        uint32_t point = text->values[piece.end];
        if (point == terminal_escape) {
            piece.style = terminal_style_at(text->values + piece.end, text->count - piece.end);
            assert(piece.style < terminal_style_count);
            piece.end += terminal_code(piece.style).length;
            continue;
        }
        if (before && line_break_allowed(before, point))
            break;
        piece.columns += line_point_columns(point);
        piece.end++;
        before = point;
    }
    return piece;
}

/* The text must be clean. False if interrupted. */
static bool append_lines(sqlite3_str *lines, const struct code_points *text, size_t indent,
                         size_t width, struct interruption *interruption) {
    size_t column = 0, style = terminal_style_plain;
    bool line_begun = false;
    for (size_t i = 0; i < text->count;) {
        size_t begin = i, spaces;
        while (begin < text->count && text->values[begin] == ' ')
            begin++;
        spaces = begin - i;
        while (begin < text->count && line_blank(text->values[begin]))
            begin++;
        if (begin == text->count)
            break;
        if (line_begun && spaces < begin - i)
            spaces = 1;
        struct piece piece = piece_read(text, begin);
        assert(piece.end > begin);
        if (interruption_after(interruption, piece.end - i))
            return false;
        if (line_begun && column + spaces + piece.columns > width) {
            sqlite3_str_appendchar(lines, 1, '\n');
            column = 0;
            spaces = indent;
        }
        sqlite3_str_appendchar(lines, (int)spaces, ' ');
        text_result_append(lines, text->values + begin, piece.end - begin);
        column += spaces + piece.columns;
        line_begun = true;
        style = piece.style < terminal_style_count ? piece.style : style;
        i = piece.end;
    }
    if (style != terminal_style_plain)
        sqlite3_str_appendall(lines, terminal_code(terminal_style_plain).text);
    return true;
}

static void neardup_wrap_call(struct call *call) {
    enum { argument_text, argument_indent, argument_width };
    struct argument_bytes utf8 = call->given[argument_text].bytes;
    size_t indent = (size_t)call->given[argument_indent].integer, width = terminal_line_width();
    if (call->given[argument_width].value)
        width = (size_t)call->given[argument_width].integer;
    struct code_points text = {0};
    if (!code_points_decode(&text, &sqlite_allocator, utf8.bytes, utf8.length)) {
        call->code = SQLITE_NOMEM;
        return;
    }
    sqlite3_str *lines = sqlite3_str_new(sqlite3_context_db_handle(call->context));
    terminal_clean_styled(&text);
    if (append_lines(lines, &text, indent, width, call->interruption)) {
        text_result_set(call->context, lines);
    } else {
        call_interrupted(call);
        sqlite3_free(sqlite3_str_finish(lines));
    }
    code_points_free(&text, &sqlite_allocator);
}

SCALAR(neardup_wrap, "TEXT", .stability = stability_direct,
       .arguments = ARGUMENTS(REQUIRED("text", text),
                              OPTIONAL("indent", integer, .range = {0, wrap_indent_max, 0}),
                              OPTIONAL("width", integer, .range = {1, wrap_width_max, 0},
                                       .unset = true)));
