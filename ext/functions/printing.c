/*
 * printing.c - text for people to read: neardup_wrap() breaks it into lines, neardup_style() gives
 * it a style where that can be shown.
 *
 *   neardup_wrap(text [, indent [, width]])   lines of at most `width` columns; those after the
 *                                             first are indented
 *   neardup_style(name)                       what switches a style on, or all off: 'plain'
 *
 *   (1) Lines are broken at white space, and between East Asian characters. A word that is wider
 *       than a line, such as an address, stays whole and sticks out.
 *   (2) Spaces at the beginning of the text indent its first line. Spaces elsewhere stay as they
 *       are, but white space with a line feed, a tab or the like is written as one space, and none
 *       at the beginning. Lines end without any.
 *   (3) What could control a terminal becomes U+FFFD, except for the sequences of neardup_style()
 *       where colours are shown. The text ends in plain style.
 *   (4) The default width is that of the environment variable COLUMNS, or of the terminal on
 *       standard output but at most 120, beyond which text is hard to read; or else 100.
 *   (5) A NULL argument gives NULL. A call ends when the connection is interrupted.
 *
 * O(length of the text).
 */
#include "arguments.h"
#include "connection.h"
#include "terminal.h"
#include "text_result.h"

#include <assert.h>
#include <stdlib.h> /* getenv, strtol */
#include <string.h>

enum { width_least = 20, width_usual = 100, terminal_width_most = 120, columns_most = 1000 };
enum { wrap_indent_max = 1000, wrap_width_max = 1000000 };

/* ---- neardup_style() ---- */

static const struct {
    const char *name, *code;
} styles[] = {{"plain", "\x1B[0m"},
              {"bold", "\x1B[1m"},
              {"faint", "\x1B[2m"},
              {"red", "\x1B[31m"},
              {"green", "\x1B[32m"}};
enum { style_count = sizeof styles / sizeof *styles, style_plain = 0, escape = 0x1B };

void neardup_style_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "neardup_style"};
    struct argument_bytes name = argument_text(&arguments, "name", values[0]);
    for (size_t i = 0; i < style_count && arguments.code == SQLITE_OK; i++) {
        if (name.length == strlen(styles[i].name) &&
            memcmp(name.bytes, styles[i].name, name.length) == 0) {
            sqlite3_result_text(context, terminal_colours() ? styles[i].code : "", -1,
                                SQLITE_STATIC);
            return;
        }
    }
    if (arguments.code == SQLITE_OK)
        arguments_refuse_word(&arguments, "name", "'plain', 'bold', 'faint', 'red' or 'green'",
                              name);
    arguments_result(&arguments, context);
}

/* ---- neardup_wrap() ---- */

/* Which style the sequence at the beginning of these code points is; style_count if it is none. */
static size_t style_at(const uint32_t *points, size_t count) {
    for (size_t style = 0; style < style_count; style++) {
        size_t i = 0;
        while (i < count && styles[style].code[i] &&
               points[i] == (unsigned char)styles[style].code[i])
            i++;
        if (!styles[style].code[i])
            return style;
    }
    return style_count;
}

/* White space at which a line may be broken; no-break spaces are part of their word. */
static bool blank(uint32_t point) {
    return point == ' ' || (point >= '\t' && point <= '\r') || point == 0x85 || point == 0x3000 ||
           (point >= 0x2000 && point <= 0x200A && point != 0x2007) || point == 0x2028 ||
           point == 0x2029;
}

/* Chinese and Japanese lines begin with no closing mark and end with no opening one. */
static bool break_allowed(uint32_t before, uint32_t after) {
    static const uint32_t opening[] = {'(',    '[',    0x2018, 0x201C, 0x3008, 0x300A,
                                       0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0xFF3B};
    static const uint32_t closing[] = {0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F,
                                       0x3011, 0x3015, 0x30FB, 0x30FC, 0xFF01, 0xFF09, 0xFF0C,
                                       0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D};
    for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
        if (before == opening[i])
            return false;
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        if (after == closing[i])
            return false;
    if (terminal_point_columns(after) == 2)
        return true;
    enum character_class class = character_of(after).class;
    return terminal_point_columns(before) == 2 && class >= character_digit &&
           class != character_mark;
}

/* What no line break may divide: a word, or a character of a script without spaces. */
struct piece {
    size_t end, columns;
    size_t style; /* the last one in it, or style_count */
};

static struct piece piece_read(const struct code_points *text, size_t begin) {
    struct piece piece = {.end = begin, .style = style_count};
    uint32_t before = 0;
    while (piece.end < text->count && !blank(text->values[piece.end])) {
        uint32_t point = text->values[piece.end];
        if (point == escape) {
            piece.style = style_at(text->values + piece.end, text->count - piece.end);
            assert(piece.style < style_count);
            piece.end += strlen(styles[piece.style].code);
            continue;
        }
        if (before && break_allowed(before, point))
            break;
        piece.columns += terminal_point_columns(point);
        piece.end++;
        before = point;
    }
    return piece;
}

/* Replaces what could control a terminal, except white space and, if shown, the styles. */
static void clean(struct code_points *text, bool coloured) {
    for (size_t i = 0; i < text->count; i++) {
        size_t style = coloured ? style_at(text->values + i, text->count - i) : style_count;
        if (style < style_count)
            i += strlen(styles[style].code) - 1;
        else if (terminal_control(text->values[i]) && !blank(text->values[i]))
            text->values[i] = 0xFFFD;
    }
}

/* The text must be clean. False if interrupted. */
static bool append_lines(sqlite3_str *lines, const struct code_points *text, size_t indent,
                         size_t width, struct interruption *interruption) {
    size_t column = 0, style = style_plain;
    bool line_begun = false;
    for (size_t i = 0; i < text->count;) {
        size_t begin = i, spaces;
        while (begin < text->count && text->values[begin] == ' ')
            begin++;
        spaces = begin - i;
        while (begin < text->count && blank(text->values[begin]))
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
        style = piece.style < style_count ? piece.style : style;
        i = piece.end;
    }
    if (style != style_plain)
        sqlite3_str_appendall(lines, styles[style_plain].code);
    return true;
}

static size_t usual_width(void) {
    const char *wanted = getenv("COLUMNS");
    long columns = wanted ? strtol(wanted, NULL, 10) : 0;
    if (columns >= width_least && columns <= columns_most)
        return (size_t)columns;
    size_t width = terminal_columns(terminal_output);
    if (width == 0)
        return width_usual;
    if (width < width_least)
        return width_least;
    return width < terminal_width_most ? width : terminal_width_most;
}

void neardup_wrap_function(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = "neardup_wrap"};
    struct argument_bytes utf8 = argument_text(&arguments, "text", values[0]);
    size_t indent = 0, width = usual_width();
    if (count > 1)
        indent = (size_t)argument_integer(&arguments, "indent", values[1], 0, wrap_indent_max);
    if (count > 2)
        width = (size_t)argument_integer(&arguments, "width", values[2], 1, wrap_width_max);
    struct code_points text = {0};
    if (arguments.code == SQLITE_OK &&
        !code_points_decode(&text, &sqlite_allocator, utf8.bytes, utf8.length))
        arguments.code = SQLITE_NOMEM;
    sqlite3_str *lines = sqlite3_str_new(sqlite3_context_db_handle(context));
    if (arguments.code == SQLITE_OK) {
        clean(&text, terminal_colours());
        if (!append_lines(lines, &text, indent, width, &connection->interruption))
            arguments.code = interruption_code(&connection->interruption);
    }
    code_points_free(&text, &sqlite_allocator);
    if (arguments.code == SQLITE_OK) {
        text_result_set(context, lines);
    } else {
        sqlite3_free(sqlite3_str_finish(lines));
        arguments_result(&arguments, context);
    }
}
