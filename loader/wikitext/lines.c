/* lines.c - what the beginning of a line means: see cleaner.h. */
#include "cleaner.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <assert.h>

static size_t skip_blanks(const struct wikitext_cleaner *cleaner, size_t at) {
    while (cleaner_byte(cleaner, at) == ' ' || cleaner_byte(cleaner, at) == '\t')
        at++;
    return at;
}

/*
 * Skips the attributes of a cell, which a single "|" ends. As in MediaWiki, there are none if the
 * "|" is doubled or follows a link.
 */
static void skip_attributes(struct wikitext_cleaner *cleaner) {
    size_t start = cleaner->at, cursor = cleaner->cursor;
    while (cleaner->at < cleaner->limit) {
        char byte = cleaner->text[cleaner->at];
        char next = cleaner_byte(cleaner, cleaner->at + 1);
        if (byte == '|' && next != '|' && next != '}') {
            cleaner->at++;
            return;
        }
        if (byte == '|' || byte == '\n' || (byte == '!' && next == '!'))
            break;
        const struct span *span =
            byte == '{' || byte == '[' || byte == '<' ? cleaner_span(cleaner) : NULL;
        if (span && span->kind == span_link)
            break;
        cleaner->at = span ? span->end : cleaner->at + 1;
    }
    cleaner->at = start;
    cleaner->cursor = cursor;
}

/* The length of "name=value" at the walk's position, if cells have such an attribute; else 0. */
static size_t attribute_length(const struct wikitext_cleaner *cleaner) {
    static const char names[] =
        "colspan|rowspan|style|align|valign|bgcolor|class|width|height|scope";
    const char *text = cleaner->text + cleaner->at;
    size_t length = cleaner->limit - cleaner->at, at = 0;
    while (at < length && ascii_is_lower(text[at]))
        at++;
    if (at == length || text[at] != '=' || !words_find(names, text, at))
        return 0;
    at++;
    bool quoted = at < length && text[at] == '"';
    for (at += quoted; at < length && text[at] != '\n' && text[at] != '|'; at++) {
        if (text[at] == (quoted ? '"' : ' '))
            return at + quoted;
    }
    return quoted ? 0 : at;
}

/* Begins a cell at the walk's position, which is after its mark: '+' for a caption. */
static void begin_cell(struct wikitext_cleaner *cleaner, char mark) {
    assert(mark == '|' || mark == '!' || mark == '+');
    cleaner->cell_mark = mark;
    block_writer_finish(&cleaner->writer, block_table);
    skip_attributes(cleaner);
    /* In "| colspan=2 {{n/a}}" the "|" after the attributes is inside the template. */
    size_t length;
    do {
        cleaner->at = skip_blanks(cleaner, cleaner->at);
        length = attribute_length(cleaner);
        cleaner->at += length;
    } while (length > 0);
}

/* A line that begins with "|", even if no table is open: its beginning may be missing. */
static void begin_table_line(struct wikitext_cleaner *cleaner, size_t after) {
    cleaner->at = after;
    switch (cleaner_byte(cleaner, after)) {
    case '}':
        cleaner->at++;
        table_close(cleaner);
        break;
    case '-':
        block_writer_finish_row(&cleaner->writer, cleaner_block_kind(cleaner));
        cleaner_skip_line(cleaner);
        break;
    case '+':
        block_writer_finish_row(&cleaner->writer, block_table);
        cleaner->at++;
        begin_cell(cleaner, '+');
        break;
    default:
        begin_cell(cleaner, '|');
    }
}

static bool is_list_mark(char byte) {
    return byte == '*' || byte == '#' || byte == ':' || byte == ';';
}

/* Indented paragraphs (":") are items too: MediaWiki makes them definitions without a term. */
static void begin_item(struct wikitext_cleaner *cleaner) {
    char mark = 0;
    while (is_list_mark(cleaner_byte(cleaner, cleaner->at)))
        mark = cleaner->text[cleaner->at++];
    cleaner->at = skip_blanks(cleaner, cleaner->at);
    if (table_opens(cleaner, cleaner->at)) {
        table_open_line(cleaner, cleaner->at);
        return;
    }
    cleaner->item_line = true;
    cleaner->in_term = mark == ';';
    block_writer_finish(&cleaner->writer, cleaner->tables > 0 ? block_table : block_list);
}

void line_begin(struct wikitext_cleaner *cleaner) {
    struct block_writer *writer = &cleaner->writer;
    const struct span *span = cleaner_span(cleaner);
    if (span && span->kind == span_comment) {
        cleaner_skip(cleaner, span, false);
        return; /* the line begins after it */
    }
    if (span && span->kind == span_heading) {
        cleaner->tables = 0; /* a table without an end does not extend beyond a heading */
        cleaner->lost_template = false;
        cleaner->line_start = false;
        block_writer_finish_row(&cleaner->writer, block_prose);
        cleaner_walk_range(cleaner, span, span->inner_start, span->inner_end);
        return;
    }
    cleaner->line_start = false;
    size_t at = skip_blanks(cleaner, cleaner->at);
    char first = cleaner_byte(cleaner, at);
    if (first == '\n')
        return;
    if (cleaner->lost_template && first == '|') { /* an argument of the template */
        cleaner_skip_line(cleaner);
        return;
    }
    cleaner->lost_template = false;
    if (table_opens(cleaner, at))
        table_open_line(cleaner, at);
    else if (first == '|')
        begin_table_line(cleaner, at + 1);
    else if (first == '!' && cleaner->tables > 0) {
        cleaner->at = at + 1;
        begin_cell(cleaner, '!');
    } else if (is_list_mark(cleaner_byte(cleaner, cleaner->at)))
        begin_item(cleaner);
    else if (words_begin("----", cleaner->text + cleaner->at, cleaner->limit - cleaner->at)) {
        block_writer_finish(writer, cleaner_block_kind(cleaner));
        while (cleaner_byte(cleaner, cleaner->at) == '-')
            cleaner->at++;
    } else if (writer->kind != cleaner_block_kind(cleaner))
        block_writer_finish(writer, cleaner_block_kind(cleaner));
}

/*
 * A line without text ends the paragraph, unless it only holds a comment or a category: MediaWiki
 * removes those together with their line.
 */
void line_end(struct wikitext_cleaner *cleaner) {
    assert(cleaner->text[cleaner->at] == '\n');
    struct block_writer *writer = &cleaner->writer;
    bool only_comment = cleaner->line_comment && !cleaner->line_visible;
    block_writer_space(writer);
    if (cleaner->cell_mark == '+' || (cleaner->cell_mark && cleaner->tables == 0))
        block_writer_finish_row(writer, cleaner_block_kind(cleaner));
    else if (cleaner->item_line || (!writer->wrote && !only_comment))
        block_writer_finish(writer, cleaner_block_kind(cleaner));
    cleaner->at++;
    cleaner->line_start = true;
    cleaner->line_visible = cleaner->line_comment = writer->wrote = false;
    cleaner->item_line = cleaner->in_term = false;
    cleaner->cell_mark = 0;
    cleaner->links_open = 0;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

bool table_opens(const struct wikitext_cleaner *cleaner, size_t at) {
    return cleaner_byte(cleaner, at) == '{' && cleaner_byte(cleaner, at + 1) == '|' &&
           (cleaner_byte(cleaner, at + 2) != '}' || cleaner_byte(cleaner, at + 3) != '}');
}

void table_open(struct wikitext_cleaner *cleaner) {
    block_writer_finish_row(&cleaner->writer, block_table);
    cleaner->tables++;
}

void table_open_line(struct wikitext_cleaner *cleaner, size_t at) {
    table_open(cleaner);
    cleaner->at = at + 2;
    cleaner_skip_line(cleaner);
}

void table_close(struct wikitext_cleaner *cleaner) {
    block_writer_finish_row(&cleaner->writer, block_table);
    if (cleaner->tables > 0)
        cleaner->tables--;
    block_writer_finish(&cleaner->writer, cleaner_block_kind(cleaner));
    cleaner->cell_mark = 0;
}

void table_cell_separator(struct wikitext_cleaner *cleaner) {
    char byte = cleaner->text[cleaner->at], next = cleaner_byte(cleaner, cleaner->at + 1);
    bool cells = cleaner->cell_mark == '|' || cleaner->cell_mark == '!';
    if (cells && next == byte && (byte == '|' || cleaner->cell_mark == '!')) {
        cleaner->at += 2;
        begin_cell(cleaner, cleaner->cell_mark);
    } else if (byte == '|' && next == '}') {
        cleaner->at += 2; /* the table closes inside a line */
        if (cleaner->tables > 0)
            table_close(cleaner);
    } else
        cleaner_copy(cleaner, 1);
}
