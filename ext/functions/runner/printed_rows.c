/* printed_rows.c - see printed_rows.h. */
#include "printed_rows.h"

#include "../../core/text/code_points.h"

#include <string.h>

static int hand_on(struct rows *rows) {
    int code = sqlite3_str_errcode(rows->text);
    if (!rows->taker || code != SQLITE_OK)
        return code;
    const char *text = sqlite3_str_value(rows->text);
    size_t length = (size_t)sqlite3_str_length(rows->text);
    if (text && rows->taker->text(rows->taker->context, text, length) != 0)
        code = SQLITE_INTERRUPT;
    sqlite3_str_reset(rows->text);
    return code;
}

int rows_end_line(struct rows *rows) {
    sqlite3_str_appendchar(rows->text, 1, '\n');
    return hand_on(rows);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static bool begins_with_one_of(const char *text, const char *const *words) {
    while (*words && strncmp(text, *words, strlen(*words)) != 0)
        words++;
    return *words != NULL;
}

/*
 * A spreadsheet takes a cell that begins with one of = + - @, also a wide one, for a formula, and
 * may skip white space before it. Such a text gets an apostrophe in front, and so does one that
 * begins with a tab, a line end or an apostrophe. Whoever reads the file takes an apostrophe away
 * where a cell begins with one, and has the text as it was. A sign, digits and points are a number,
 * and stay as they are.
 */
static bool is_formula(const char *text) {
    static const char *const spaces[] = {" ",  "\t",       "\n",           "\v",           "\f",
                                         "\r", "\xC2\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF", NULL};
    static const char *const signs[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠", NULL};
    const char *at = text;
    if (strchr("\t\n\r'", *at))
        return *at != '\0';
    while (begins_with_one_of(at, spaces))
        at += (unsigned char)*at < 0x80 ? 1 : (unsigned char)*at < 0xE0 ? 2 : 3;
    bool number = at == text && strchr("+-", *at) && *at && strchr("0123456789", at[1]) && at[1] &&
                  at[1 + strspn(at + 1, "0123456789.")] == '\0';
    return begins_with_one_of(at, signs) && !number;
}

/* Quoted as SQLite's shell does it: unless it is of printable ASCII. */
static void append_cell(sqlite3_str *text, const char *value, int length, bool is_text) {
    bool marked = is_text && is_formula(value), quoted = length == 0 || marked;
    for (int i = 0; i < length && !quoted; i++)
        quoted = strchr(",\"'", value[i]) || (unsigned char)(value[i] - '!') > '~' - '!';
    if (!quoted) {
        sqlite3_str_append(text, value, length);
        return;
    }
    sqlite3_str_appendall(text, marked ? "\"'" : "\"");
    for (int i = 0; i < length; i++)
        sqlite3_str_appendchar(text, value[i] == '"' ? 2 : 1, value[i]);
    sqlite3_str_appendchar(text, 1, '"');
}

/* The place of the column whose JSON the column `i` has; -1: it is one for itself. */
static int json_of(sqlite3_stmt *row, int i) {
    const char *name = sqlite3_column_name(row, i);
    size_t length = strlen(name);
    for (int j = 0; strncmp(name, "json(", 5) == 0 && j < i; j++)
        if (length == strlen(sqlite3_column_name(row, j)) + 6 &&
            strncmp(name + 5, sqlite3_column_name(row, j), length - 6) == 0)
            return j;
    return -1;
}

int rows_head(struct rows *rows, sqlite3_stmt *row) {
    if (rows->format != rows_csv || sqlite3_column_count(row) < 2)
        return SQLITE_OK;
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        const char *name = sqlite3_column_name(row, i);
        if (!name)
            return SQLITE_NOMEM;
        if (json_of(row, i) >= 0)
            continue;
        sqlite3_str_appendall(rows->text, i ? "," : "");
        append_cell(rows->text, name, (int)strlen(name), true);
    }
    sqlite3_str_appendall(rows->text, "\r\n");
    return hand_on(rows);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* What is not UTF-8 becomes U+FFFD, byte by byte. */
static void append_string(sqlite3_str *text, const char *value, int length) {
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    sqlite3_str_appendchar(text, 1, '"');
    for (int i = 0, size; i < length; i += size) {
        unsigned char byte = (unsigned char)value[i];
        const char *found = byte ? strchr(escaped, byte) : NULL;
        size = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        if (found)
            sqlite3_str_appendf(text, "\\%c", letters[found - escaped]);
        else if (byte < ' ')
            sqlite3_str_appendf(text, "\\u%04x", byte);
        else if (size <= length - i && code_points_well_formed(value + i, (size_t)size))
            sqlite3_str_append(text, value + i, size);
        else
            size = 1, sqlite3_str_appendall(text, "\xEF\xBF\xBD");
    }
    sqlite3_str_appendchar(text, 1, '"');
}

static void append_json(sqlite3_str *text, sqlite3_stmt *row, int i) {
    int column = i + 1;
    while (column < sqlite3_column_count(row) && json_of(row, column) != i)
        column++;
    column = column < sqlite3_column_count(row) ? column : i;
    int type = sqlite3_column_type(row, column);
    const char *value = (const char *)sqlite3_column_text(row, column);
    int length = sqlite3_column_bytes(row, column);
    if (!value)
        sqlite3_str_appendall(text, "null");
    else if (column != i || type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        sqlite3_str_append(text, value, length);
    else
        append_string(text, value, length);
}

static void append_object(sqlite3_str *text, sqlite3_stmt *row) {
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        const char *name = sqlite3_column_name(row, i);
        if (json_of(row, i) >= 0)
            continue;
        sqlite3_str_appendall(text, i ? "," : "{");
        append_string(text, name, (int)strlen(name));
        sqlite3_str_appendall(text, ":");
        append_json(text, row, i);
    }
    sqlite3_str_appendall(text, "}\n");
}

/* ---- A row ----------------------------------------------------------------------------------- */

static void append_values(struct rows *rows, sqlite3_stmt *row) {
    int count = sqlite3_column_count(row);
    bool csv = rows->format == rows_csv && count > 1;
    for (int i = 0; i < count; i++) {
        bool is_text = sqlite3_column_type(row, i) == SQLITE_TEXT;
        const char *value = (const char *)sqlite3_column_text(row, i);
        int length = sqlite3_column_bytes(row, i);
        if (csv && json_of(row, i) >= 0)
            continue;
        sqlite3_str_appendall(rows->text, i == 0 ? "" : csv ? "," : "|");
        if (csv && value)
            append_cell(rows->text, value, length, is_text);
        else
            sqlite3_str_append(rows->text, value, length);
    }
    sqlite3_str_appendall(rows->text, csv ? "\r\n" : "\n");
}

int rows_print(struct rows *rows, sqlite3_stmt *row) {
    for (int i = 0; i < sqlite3_column_count(row); i++) /* what memory lacks for looks like NULL */
        if (!sqlite3_column_name(row, i) ||
            (sqlite3_column_type(row, i) != SQLITE_NULL && !sqlite3_column_text(row, i)))
            return SQLITE_NOMEM;
    if (rows->format == rows_jsonl && sqlite3_column_count(row) > 1)
        append_object(rows->text, row);
    else
        append_values(rows, row);
    return hand_on(rows);
}
