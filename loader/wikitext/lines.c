/* lines.c - see renderer.h: what a line means by how it begins. */
#include "../base/ascii.h"
#include "renderer.h"

static char byte_at(const struct wikitext_cleaner *cleaner, size_t at) {
    if (at < cleaner->limit)
        return cleaner->text[at];
    return '\0';
}

enum block_kind line_kind(const struct wikitext_cleaner *cleaner) {
    return cleaner->tables > 0 ? block_table : block_prose;
}

static size_t skip_blanks(const struct wikitext_cleaner *cleaner, size_t at) {
    while (byte_at(cleaner, at) == ' ' || byte_at(cleaner, at) == '\t')
        at++;
    return at;
}

static void begin_heading(struct wikitext_cleaner *cleaner, const struct span *span) {
    cleaner->tables = 0; /* one that nobody closed ends here at the latest */
    cleaner->lost_template = false;
    cleaner->line_start = false;
    block_writer_finish_row(&cleaner->writer, block_prose);
    struct template_plan *plan = renderer_plan(cleaner);
    plan->pieces[plan->count++] =
        (struct template_piece){.start = span->inner_start, .end = span->inner_end};
    renderer_walk(cleaner, span, range_end_heading);
}

bool line_has_table(const struct wikitext_cleaner *cleaner, size_t at) {
    return byte_at(cleaner, at) == '{' && byte_at(cleaner, at + 1) == '|' &&
           (byte_at(cleaner, at + 2) != '}' || byte_at(cleaner, at + 3) != '}');
}

void line_table_open(struct wikitext_cleaner *cleaner) {
    block_writer_finish_row(&cleaner->writer, block_table);
    cleaner->tables++;
}

void line_table_close(struct wikitext_cleaner *cleaner) {
    block_writer_finish_row(&cleaner->writer, block_table);
    if (cleaner->tables > 0)
        cleaner->tables--;
    block_writer_finish(&cleaner->writer, line_kind(cleaner));
    cleaner->cell_mark = 0;
}

/*
 * Steps over what stands before a single "|" in a cell: its attributes. Not so where the "|" is
 * one of two, or behind a link, as in MediaWiki.
 */
static void skip_attributes(struct wikitext_cleaner *cleaner) {
    size_t start = cleaner->at, cursor = cleaner->cursor;
    while (cleaner->at < cleaner->limit) {
        char byte = cleaner->text[cleaner->at];
        char next = byte_at(cleaner, cleaner->at + 1);
        if (byte == '|' && next != '|' && next != '}') {
            cleaner->at++;
            return;
        }
        if (byte == '|' || byte == '\n' || (byte == '!' && next == '!'))
            break;
        const struct span *span =
            byte == '{' || byte == '[' || byte == '<' ? renderer_span(cleaner) : NULL;
        if (span && span->kind == span_link)
            break;
        cleaner->at = span ? span->end : cleaner->at + 1;
    }
    cleaner->at = start;
    cleaner->cursor = cursor;
}

/* The length of "name=value" at the walk's place where the name is one that cells have; else 0. */
static size_t attribute_length(const struct wikitext_cleaner *cleaner) {
    static const char *const names[] = {"colspan", "rowspan", "style", "align",  "valign",
                                        "bgcolor", "class",   "width", "height", "scope"};
    const char *text = cleaner->text + cleaner->at;
    size_t length = cleaner->limit - cleaner->at, at = 0, name = 0;
    while (at < length && ascii_is_lower(text[at]))
        at++;
    if (at == length || text[at] != '=')
        return 0;
    while (name < sizeof names / sizeof *names && ascii_compare(text, at, names[name]) != 0)
        name++;
    if (name == sizeof names / sizeof *names)
        return 0;
    at++;
    bool quoted = at < length && text[at] == '"';
    for (at += quoted; at < length && text[at] != '\n' && text[at] != '|'; at++) {
        if (text[at] == (quoted ? '"' : ' '))
            return at + quoted;
    }
    return quoted ? 0 : at;
}

/* Attributes whose "|" is in the template behind them: | colspan=2 {{n/a}} */
static void skip_bare_attributes(struct wikitext_cleaner *cleaner) {
    for (;;) {
        cleaner->at = skip_blanks(cleaner, cleaner->at);
        size_t length = attribute_length(cleaner);
        if (length == 0)
            return;
        cleaner->at += length;
    }
}

static void begin_cell(struct wikitext_cleaner *cleaner, char mark) {
    cleaner->cell_mark = mark;
    block_writer_finish(&cleaner->writer, block_table);
    skip_attributes(cleaner);
    skip_bare_attributes(cleaner);
}

/* A line that begins with "|": at the byte after it. Also where the table's beginning is lost. */
static void begin_table_line(struct wikitext_cleaner *cleaner, size_t after) {
    char next = byte_at(cleaner, after);
    cleaner->at = after;
    if (next == '}') {
        cleaner->at++;
        line_table_close(cleaner);
    } else if (next == '-') {
        block_writer_finish_row(&cleaner->writer, line_kind(cleaner));
        renderer_skip_line(cleaner);
    } else if (next == '+') {
        block_writer_finish_row(&cleaner->writer, block_table);
        cleaner->at++;
        begin_cell(cleaner, '+');
    } else
        begin_cell(cleaner, '|');
}

static void begin_table(struct wikitext_cleaner *cleaner, size_t at) {
    line_table_open(cleaner);
    cleaner->at = at + 2;
    renderer_skip_line(cleaner);
}

static bool is_list_mark(char byte) {
    return byte == '*' || byte == '#' || byte == ':' || byte == ';';
}

/* An indented paragraph (":") is an item too: on the page it is a definition without a term. */
static void begin_item(struct wikitext_cleaner *cleaner) {
    char mark = 0;
    while (is_list_mark(byte_at(cleaner, cleaner->at)))
        mark = cleaner->text[cleaner->at++];
    cleaner->at = skip_blanks(cleaner, cleaner->at);
    if (line_has_table(cleaner, cleaner->at)) {
        begin_table(cleaner, cleaner->at);
        return;
    }
    cleaner->item_line = true;
    cleaner->in_term = mark == ';';
    block_writer_finish(&cleaner->writer, cleaner->tables > 0 ? block_table : block_list);
}

static bool is_rule(const struct wikitext_cleaner *cleaner, size_t at) {
    return byte_at(cleaner, at) == '-' && byte_at(cleaner, at + 1) == '-' &&
           byte_at(cleaner, at + 2) == '-' && byte_at(cleaner, at + 3) == '-';
}

static void begin_rule(struct wikitext_cleaner *cleaner) {
    block_writer_finish(&cleaner->writer, line_kind(cleaner));
    while (byte_at(cleaner, cleaner->at) == '-')
        cleaner->at++;
}

static void begin_text(struct wikitext_cleaner *cleaner) {
    if (cleaner->writer.kind != line_kind(cleaner))
        block_writer_finish(&cleaner->writer, line_kind(cleaner));
}

/* The line of a template that was never closed: its name, or an argument. */
static bool skip_lost_line(struct wikitext_cleaner *cleaner, char first) {
    if (cleaner->lost_template && first == '|') {
        renderer_skip_line(cleaner);
        return true;
    }
    cleaner->lost_template = false;
    return false;
}

void line_begin(struct wikitext_cleaner *cleaner) {
    const struct span *span = renderer_span(cleaner);
    if (span && span->kind == span_comment) {
        renderer_skip(cleaner, span, false);
        return; /* the line begins after it */
    }
    if (span && span->kind == span_heading) {
        begin_heading(cleaner, span);
        return;
    }
    cleaner->line_start = false;
    size_t at = skip_blanks(cleaner, cleaner->at);
    char first = byte_at(cleaner, at);
    if (first == '\n' || skip_lost_line(cleaner, first))
        return;
    if (line_has_table(cleaner, at))
        begin_table(cleaner, at);
    else if (first == '|')
        begin_table_line(cleaner, at + 1);
    else if (first == '!' && cleaner->tables > 0) {
        cleaner->at = at + 1;
        begin_cell(cleaner, '!');
    } else if (is_list_mark(byte_at(cleaner, cleaner->at)))
        begin_item(cleaner);
    else if (is_rule(cleaner, cleaner->at))
        begin_rule(cleaner);
    else
        begin_text(cleaner);
}

/*
 * A line without text ends the paragraph, unless it is there for a comment or a category only:
 * MediaWiki takes those out with their line.
 */
void line_end(struct wikitext_cleaner *cleaner) {
    struct block_writer *writer = &cleaner->writer;
    bool only_comment = cleaner->line_comment && !cleaner->line_visible;
    block_writer_space(writer);
    if (cleaner->cell_mark == '+' || (cleaner->cell_mark && cleaner->tables == 0))
        block_writer_finish_row(writer, line_kind(cleaner));
    else if (cleaner->item_line || (!writer->wrote && !only_comment))
        block_writer_finish(writer, line_kind(cleaner));
    cleaner->at++;
    cleaner->line_start = true;
    cleaner->line_visible = cleaner->line_comment = writer->wrote = false;
    cleaner->item_line = cleaner->in_term = false;
    cleaner->cell_mark = 0;
    cleaner->links_open = 0;
}

void line_cell_separator(struct wikitext_cleaner *cleaner) {
    char byte = cleaner->text[cleaner->at], next = byte_at(cleaner, cleaner->at + 1);
    bool cells = cleaner->cell_mark == '|' || cleaner->cell_mark == '!';
    if (cells && next == byte && (byte == '|' || cleaner->cell_mark == '!')) {
        cleaner->at += 2;
        begin_cell(cleaner, cleaner->cell_mark);
    } else if (byte == '|' && next == '}') {
        cleaner->at += 2; /* a table closed inside a line */
        if (cleaner->tables > 0)
            line_table_close(cleaner);
    } else
        renderer_copy(cleaner, 1);
}
