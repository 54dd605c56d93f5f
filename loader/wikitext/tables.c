/* tables.c - see tables.h. */
#include "tables.h"

#include "../base/ascii.h"
#include "../base/words.h"

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

void table_begin_cell(struct wikitext_cleaner *cleaner, char mark) {
    cleaner->cell_mark = mark;
    block_writer_finish(&cleaner->writer, block_table);
    skip_attributes(cleaner);
    /* In "| colspan=2 {{n/a}}" the "|" after the attributes is inside the template. */
    size_t length;
    do {
        while (cleaner_byte(cleaner, cleaner->at) == ' ' ||
               cleaner_byte(cleaner, cleaner->at) == '\t')
            cleaner->at++;
        length = attribute_length(cleaner);
        cleaner->at += length;
    } while (length > 0);
}

void table_cell_separator(struct wikitext_cleaner *cleaner) {
    char byte = cleaner->text[cleaner->at], next = cleaner_byte(cleaner, cleaner->at + 1);
    bool cells = cleaner->cell_mark == '|' || cleaner->cell_mark == '!';
    if (cells && next == byte && (byte == '|' || cleaner->cell_mark == '!')) {
        cleaner->at += 2;
        table_begin_cell(cleaner, cleaner->cell_mark);
    } else if (byte == '|' && next == '}') {
        cleaner->at += 2; /* the table closes inside a line */
        if (cleaner->tables > 0)
            table_close(cleaner);
    } else
        cleaner_copy(cleaner, 1);
}
